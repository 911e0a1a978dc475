"""The rules of Lantern: no words, no bots, no framework."""
