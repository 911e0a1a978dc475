"""What people see of Maskera."""
