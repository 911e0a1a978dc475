"""Tools that test and benchmark a running site: chaos, a dead broker, races, costs. The app is installed in development
environments only; no part of the site imports it."""
