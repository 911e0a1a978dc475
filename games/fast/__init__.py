"""The compiled build: rules and search compiled to C by mypyc, stored next to the sources. It is optional.

`modules` finds the modules to compile, `builder` compiles them (`manage.py build_fast`), and `loader` makes every
process import the compiled modules, unless they are incompatible with the sources.
"""
