"""The tables of `manage.py bench engine`."""

from bench.engine.rounds import Figures, Rates
from bench.figures import markdown_table
from bench.machine import here

YARDSTICKS = ("python_hangman", "python_kuhn_poker", "python_liars_poker")
FIGURES = (
    ("matches", "random matches"),
    ("decisions", "decisions in them"),
    ("copies", "copies of a position"),
    ("worlds", "re-dealt worlds"),
    ("replays", "replays of a stored match"),
    ("bare search", "search, random roll-outs"),
    ("guided search", "search as the expert bot does"),
)
COMMON = ("matches", "decisions", "bare search")


def tables(figures: Figures) -> str:
    """Return all figures as Markdown."""
    versions = [f"{name} {version}" for name, version in figures.versions.items()]
    parts = [
        ", ".join([f"Measured on {here()}", *versions]) + ". Per second of CPU time, best of several rounds.",
        ours(figures),
        others(figures.peers),
        *comparisons(figures),
        *figures.remarks,
    ]
    return "\n\n".join(parts)


def ours(figures: Figures) -> str:
    """Return the figures of each title, interpreted and compiled."""
    rows = [["a second", "", "interpreted", "compiled", "times"]]
    for name, rates in figures.interpreted.items():
        compiled = figures.compiled.get(name, {})
        for kind, label in FIGURES:
            if kind in rates:
                fast = compiled.get(kind)
                times = f"{fast / rates[kind]:.1f}" if fast else "–"
                rows.append([name, label, number(rates[kind]), number(fast) if fast else "–", times])
                name = ""
    return markdown_table(rows)


def others(peers: Rates) -> str:
    """Return the figures of the other engines."""
    rows = [["a second", "random matches", "decisions in them", "search, random roll-outs"]]
    for name, rates in peers.items():
        rows.append([name, *(number(rates[kind]) if kind in rates else "" for kind in COMMON)])
    return markdown_table(rows) if peers else "No other engine was measured."


def comparisons(figures: Figures) -> list[str]:
    """Return sentences that compare this engine with the others."""
    decisions = {name: rates["decisions"] for name, rates in figures.peers.items() if "decisions" in rates}
    rivals = {name: rate for name, rate in decisions.items() if name.startswith(YARDSTICKS)}
    found = []
    for name, rates in figures.interpreted.items():
        compiled = figures.compiled.get(name, {})
        if rivals:
            rival = max(rivals, key=lambda each: rivals[each])
            found.append(
                f"{name}, interpreted: {rates['decisions'] / rivals[rival]:.1f} times the decisions of the fastest of "
                f"OpenSpiel's three, {rival}. A match of {rates['events']:.0f} events is replayed in "
                f"{1000 / rates['replays']:.1f} ms."
            )
        for peer, peer_rates in figures.peers.items():
            if "bare search" in peer_rates and compiled:
                times = compiled["bare search"] / peer_rates["bare search"]
                found.append(f"{name}, compiled: {times:.1f} times the search iterations of {peer}.")
    return found


def number(value: float) -> str:
    """Format `value` with three significant digits."""
    if value >= 1_000_000:
        return f"{value / 1_000_000:.2f} million"
    step = 10 ** max(0, len(str(int(value))) - 3)
    return f"{round(value / step) * step:,}"
