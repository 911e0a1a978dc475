"""Run a command that ends with the process that started it.

    python -m masques_site.bootstrap.parent_death_signal PARENT NICE COMMAND...

The supervisor stops its children itself. Killed outright, it cannot: then this leaves no orphans on Linux.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(argv: list[str]) -> None:
    parent, nice, command = int(argv[1]), int(argv[2]), argv[3:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # It died before the signal was set.
            sys.exit(1)
    if nice:
        os.nice(nice)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv)
