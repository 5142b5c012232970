"""The picture that sums a report up."""

from .rates import best_peer, ours
from .svg import GREY, Bars

FASTEST_OTHER = 3  # its colour

SHOWN_SETS = {"avx512": "AVX-512", "avx2": "AVX2", "neon": "NEON", "scalar": "scalar"}
CHART_ROWS = [
    ("MD5 of 8-byte keys", "md5_fixed/8B", "openssl"),
    ("MD5 of 750-byte lines", "md5_lines/750B", "openssl"),
    ("digest modulo 1,000,000", "modulo_u128/1000000", "int128"),
    ("10 decimal digits", "decimal/10", "snprintf"),
    ("whole keys, MD5 modulo prefix", "encode/paper-md5mod", "openssl-tuned"),
    ("region of a key, of 220", "route/17B/220", "memcmp"),
]


def shown_sets(rates):
    """{name: as readers know it} of the instruction sets that were measured."""
    return {
        isa: shown
        for isa, shown in SHOWN_SETS.items()
        if any(rates.median(f"{shape}/{isa}") for _, shape, _ in CHART_ROWS)
    }


def bars_of(row, peer, sets):
    """Ours with how many times the plain peer they are, then that one, then the fastest of all that is not ours."""
    plain = row.get(peer)
    for number, isa in enumerate(sets):
        if isa in row:
            yield row[isa].median / 1e6, number, f"{row[isa].median / plain.median:.1f} ×" if plain else ""
    if plain:
        yield plain.median / 1e6, GREY, peer
    other = best_peer(row)
    if other and other != peer:
        yield row[other].median / 1e6, FASTEST_OTHER, other


def throughput(rates):
    sets = shown_sets(rates)
    groups = []
    for label, shape, peer in CHART_ROWS:
        row = rates.shape(shape)
        if ours(row):
            groups.append((label, list(bars_of(row, peer, sets))))
    legend = [(shown, number) for number, shown in enumerate(sets.values())]
    legend += [("plain C", GREY), ("the fastest without rowkey", FASTEST_OTHER)]
    return Bars("Rates on one core", "millions a second, and times plain C", groups, legend)
