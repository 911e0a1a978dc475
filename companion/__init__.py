"""The companion: what people who sit around one table use of the site."""
