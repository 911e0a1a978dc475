"""Chaos testing: a whole site under load, fault injection from a seed, and a checker that compares the database with
the responses that clients received.

`stack` runs the processes, `client` plays by HTTP, `nemesis` injects faults, `history` records requests and responses,
`stored` is a snapshot of the database, `checker` compares the two, `runner` runs everything.
"""
