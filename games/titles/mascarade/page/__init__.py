"""What people see of Mascarade."""
