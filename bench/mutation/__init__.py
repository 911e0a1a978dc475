"""Mutation testing: `manage.py mutate` changes the code in small ways and looks whether a test notices."""
