"""How numbers are written."""


def million(rate):
    """Millions a second with three digits or so: 2,444, 277, 20.9, 8.01."""
    return magnitude(rate / 1e6)


def magnitude(value):
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def giga(rate):
    return f"{rate / 1e9:.2f}"


def percent(part):
    return "" if part is None else f"{100 * part:.0f} %"


def times(ratio):
    return f"{ratio:,.0f} ×" if ratio >= 100 else f"{ratio:.1f} ×" if ratio >= 2 else f"{ratio:.2f} ×"


def cycles(value):
    return "" if value is None else magnitude(value)


def nanoseconds(seconds):
    ns = seconds * 1e9
    return f"{ns / 1e6:.2f} ms" if ns >= 1e6 else f"{ns / 1e3:.1f} µs" if ns >= 1e4 else f"{ns:.0f} ns"


def size(count):
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= unit:
            return f"{count / unit:.4g} {name}"
    return f"{count} B"
