"""Tables whose right design experts agree on: their records, their questions, and what each of the designs that an
expert would sign has in common.

The generators, the questions and the conditions were written before the rule by which rowkey advise chooses. Seeds of
the records are the test's."""

import random
from dataclasses import dataclass, field

EPOCH_MS = 1709251200000  # 2024-03-01T00:00:00Z
HOUR_MS = 3600_000


@dataclass
class Situation:
    """`lines` gives the rows of a CSV file, in the order in which they are written."""

    columns: str
    questions: list
    lines: object
    most_peak: float = 2.0  # of the busiest server, in shares
    most_ranges: dict = field(default_factory=dict)  # question: ranges
    most_filtered: dict = field(default_factory=dict)  # question: rows read for each row wanted
    ordered: tuple = ()  # questions whose rows come in order, read forwards
    identity: tuple = ()  # columns of which each record has its own values
    cluster: tuple = ("--regions", 40, "--servers", 8, "--writers", 8)

    def text(self, seed, rows):
        header = ",".join(column.split(":")[0] for column in self.columns.split(","))
        return "\n".join([header, *self.lines(random.Random(seed), rows)]).encode() + b"\n"

    def objections(self, design):
        """What an expert would not sign in a design, as rowkey advise reports it in JSON."""
        found = [f"{name} is not in the key" for name in self.identity if not uses(design["layout"], name)]
        if design["peak"] > self.most_peak:
            found.append(f"the busiest server gets {design['peak']:.2f} times its share")
        for question, most in self.most_ranges.items():
            answer = design["answers"][question]
            if answer["reads_all"] or answer["ranges"] > most:
                found.append(f"question {question + 1} reads {answer['ranges']:g} ranges")
        for question in self.ordered:
            answer = design["answers"][question]
            if not answer["in_order"] or answer["backwards"]:
                found.append(f"question {question + 1} does not read its rows in order")
        for question, most in self.most_filtered.items():
            answer = design["answers"][question]
            if answer["rows_read"] > most * max(answer["rows_wanted"], 1):
                found.append(f"question {question + 1} reads {answer['rows_read']:g} rows for {answer['rows_wanted']:g}")
        return found


def uses(layout, column):
    """Whether the key ends in the column, or has it in a field of its own."""
    return any(part.partition(":")[0].partition("}")[0] == column for part in layout.split("{"))


def identifier(source):
    """An id as programs draw it: 12 digits, base 36."""
    return "".join(source.choices("0123456789abcdefghijklmnopqrstuvwxyz", k=12))


def device_events(source, rows):
    """Devices that all report at the same rate; within a device the clock rises, and now and then two events of one
    device have the same millisecond in a longer file than this one."""
    devices = 2000
    for row in range(rows):
        time = EPOCH_MS + row * 6 * HOUR_MS // rows + source.randrange(50)
        yield f"{time},{source.randrange(devices)},{identifier(source)},{source.choice(('on', 'off', 'beat'))}"


def tenant_orders(source, rows):
    """A tenant that writes two fifths of all rows, and 400 others, of which a few are large."""
    for row in range(rows):
        tenant = 0 if source.random() < 0.4 else 1 + int(400 * source.random() ** 3)
        time = EPOCH_MS + row * 10 * 24 * HOUR_MS // rows
        yield f"tenant{tenant},{time},{identifier(source)},{source.randrange(100, 99999)}"


def customer_orders(source, rows):
    """Orders with rising ids; a few customers order often."""
    for row in range(rows):
        customer = int(rows / 8 * source.random() ** 2)
        yield f"{7000000 + row},{customer},{EPOCH_MS + row * 977},{source.randrange(100, 99999)}"


def places(source, rows):
    """Places around 30 towns, the largest at 91, 101, and some anywhere; degrees in millionths, above zero."""
    towns = [(91_000_000, 101_000_000)]
    towns += [(source.randrange(180_000_000), source.randrange(360_000_000)) for _ in range(29)]
    for row in range(rows):
        if source.random() < 0.1:
            lat, lon = source.randrange(180_000_000), source.randrange(360_000_000)
        else:
            town = towns[int(30 * source.random() ** 2)]
            lat = min(max(int(source.gauss(town[0], 300_000)), 0), 179_999_999)
            lon = min(max(int(source.gauss(town[1], 300_000)), 0), 359_999_999)
        yield f"{row},{lat},{lon}"


def log_lines(source, rows):
    """Lines of 300 hosts, of which a few are chatty, as they come in."""
    for row in range(rows):
        time = EPOCH_MS + row * 5 * HOUR_MS // rows
        yield f"{time},web{int(300 * source.random() ** 2):03d},{identifier(source)},{source.choice(('info', 'warn'))}"


SITUATIONS = {
    "devices, the latest first": Situation(
        columns="ts:epoch(ms),device:u64,event_id:text,kind:text",
        questions=["10: device = ?, ts in last 1h", "device = ?, order by ts desc, limit 10"],
        lines=device_events,
        most_ranges={0: 1, 1: 1},
        most_filtered={0: 1.1, 1: 1.1},
        ordered=(1,),
        identity=("device", "event_id"),
    ),
    "many tenants, one of them huge": Situation(
        columns="tenant:text,ts:epoch(ms),order_id:text,cents:u64",
        questions=["10: tenant = ?, ts in last 1d", "tenant = ?, order_id = ?"],
        lines=tenant_orders,
        most_ranges={0: 16},
        most_filtered={0: 1.5},
        identity=("tenant", "order_id"),
    ),
    "places on a map": Situation(
        columns="place:u64,lat:u64,lon:u64",
        questions=["lat >= 90900000, lat < 91100000, lon >= 100900000, lon < 101100000"],
        lines=places,
        most_ranges={0: 64},
        most_filtered={0: 2},
        identity=("place",),
    ),
    "a log read by time over all hosts": Situation(
        columns="ts:epoch(ms),host:text,line_id:text,level:text",
        questions=["10: ts in last 5m", "host = ?, ts in last 5m"],
        lines=log_lines,
        most_ranges={0: 80},
        most_filtered={0: 1.5},
        identity=("line_id",),
    ),
}

# Two questions that no one table answers well: by order, and by customer.
ORDERS = Situation(
    columns="order_id:u64,customer:u64,ts:epoch(ms),cents:u64",
    questions=["10: order_id = ?", "3: customer = ?"],
    lines=customer_orders,
    identity=("order_id",),
)
