"""The views of the notices app, by what they are about."""
