"""What pages and services read of leagues, in a fixed number of statements."""
