"""What has to run before, and around, Django: the environment, the data folder, the site's processes.

Standard library only, so that a bare Python can import it.
"""
