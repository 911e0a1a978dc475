"""What bots decide, and when it is published."""
