"""The compiled build: rules and search translated to C by mypyc, beside the sources, for whoever wants speed.

It is optional. `manage.py build_fast` makes it (`make`), from the modules that a rule finds (`modules`); from then on
every process takes it at its start (`use`), unless it no longer fits its sources.
"""
