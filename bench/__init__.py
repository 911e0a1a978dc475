"""Tools that put the site to the test from outside: chaos, a dead broker, races, and what things cost. An app
that only an installation for development has; no part of the site imports it."""
