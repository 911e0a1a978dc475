"""Chaos: a whole site under load, faults by a seed, and a checker that holds the database against what was answered.

`stack` starts and hurts the processes, `client` plays by HTTP, `nemesis` chooses the faults, `history` keeps what was
sent and answered, `stored` is what the database holds afterwards, `checker` compares the two, `runner` does it all.
"""
