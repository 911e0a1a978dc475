"""What people see of Masons."""
