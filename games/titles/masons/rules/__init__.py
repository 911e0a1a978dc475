"""The rules of Masons."""
