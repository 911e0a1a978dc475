"""What people see of Masques."""
