"""Code that runs before and around Django: the virtual environment, the data folder, the site's processes.

Standard library only, so that it can be imported without any package installed.
"""
