"""What the templates of leagues print."""
