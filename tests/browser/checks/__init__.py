"""What the pages of the site are held to: each check gets an open page and returns sentences of complaint."""
