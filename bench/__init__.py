"""Tools that put the site to the test from outside: chaos, a dead broker, races. No part of the site imports them,
except the commands that start them."""
