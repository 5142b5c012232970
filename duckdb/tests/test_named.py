"""Every named layout, for random records: the keys are those of the command-line tool, and decoding gives columns back."""

import csv
import io
import json
import random
import subprocess

import pytest
from conftest import TOOL, Database

LAYOUTS = {
    layout["name"]: layout
    for layout in json.loads(subprocess.run([TOOL, "layouts", "--json"], capture_output=True, check=True).stdout)
}
SQL_TYPES = {"u64": "UBIGINT", "i64": "BIGINT", "text": "VARCHAR"}
DECODE = {"u64": "rowkey_decode_ubigint", "i64": "rowkey_decode_bigint", "text": "rowkey_decode"}
TRIED, LEAST = 1500, 30


def make_value(kind, chance):
    if kind == "text":
        size = chance.choice([1, 5, 8, 12, 13, 16, 40, 3000 if chance.random() < 0.01 else 20])
        return "".join(chance.choices("abcxyz0189 .:|-_/{}\\ß€\U0001f511", k=chance.randint(0, size)))
    limit = 2 ** chance.choice([3, 8, 16, 24, 31, 32, 48, 63])
    return chance.randint(0, limit - 1) if kind == "u64" or chance.random() < 0.5 else chance.randint(-limit, -1)


def line_of(values):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerow(values)
    return text.getvalue()


def keys_of_tool(name, lines, *options):
    command = [TOOL, "encode", "--layout", f"@{name}", "--input", "csv", "--output", "hex", "--emit", "key+record"]
    done = subprocess.run([*command, *options], input="".join(lines).encode(), capture_output=True, check=True)
    pairs = [line.split("\t", 1) for line in done.stdout.decode().splitlines()]
    return [(bytes.fromhex(key), record) for key, record in pairs]


def good_records(name, kinds):
    """Records that the layout has a key for, as the tool reads them, and their keys."""
    chance = random.Random(name)
    lines = [line_of([make_value(kind, chance) for kind in kinds.values()]) for _ in range(TRIED)]
    good = [record + "\n" for _, record in keys_of_tool(name, lines, "--on-error", "skip")]
    return keys_of_tool(name, good)  # again, as random() counts rows


@pytest.mark.parametrize("name", LAYOUTS)
def test_keys_of_the_tool(name, record):
    kinds = dict(column.split(":") for column in LAYOUTS[name]["columns"].split(",") if column != "...")
    pairs = good_records(name, kinds)
    assert len(pairs) >= LEAST
    database = Database(threads=1)  # so that random() counts rows as the tool does
    records = [next(csv.reader([line])) for _, line in pairs]
    columns = ", ".join(f'unnest(?)::{SQL_TYPES[kind]} as "{column}"' for column, kind in kinds.items())
    database.rows(
        f"create table records as select {columns}, unnest(?) as line, unhex(unnest(?)) as expected",
        *map(list, zip(*records)),
        [line for _, line in pairs],
        [key.hex() for key, _ in pairs],
    )
    database.rows(
        f"create table keyed as select *, rowkey_encode('@{name}', {record('records')}) as made from records"
    )
    assert database.value("select count(*) from keyed where made = expected") == len(pairs)
    check_decoding(database, name, kinds, len(pairs))


def check_decoding(database, name, kinds, count):
    explained = subprocess.run(
        [TOOL, "explain", "--layout", f"@{name}", "--json"], capture_output=True, check=True
    ).stdout
    for column in json.loads(explained)["columns"]:
        if column["name"] not in kinds:
            continue
        call = f"{DECODE[kinds[column['name']]]}('@{name}', made, '{column['name']}')"
        if column["recovery"] == "recovered":
            assert database.value(f'select count(*) from keyed where {call} = "{column["name"]}"') == count
        else:
            assert "cannot be recovered" in database.error(f"select {call} from keyed")
