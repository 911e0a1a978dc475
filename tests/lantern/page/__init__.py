"""What people see of Lantern."""
