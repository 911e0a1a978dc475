"""Mutation testing: `manage.py mutate` changes the code in small ways and checks whether a test notices."""
