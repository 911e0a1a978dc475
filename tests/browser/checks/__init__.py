"""The checks of the site's pages: each gets an open page and returns complaints as sentences."""
