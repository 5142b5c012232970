"""How many vector operations a kernel needs, and from them the rate that a core's ports allow.

The operations are counted from the algorithm, not from what a compiler made of it: the fewest loads, arithmetic and
stores that we know the work to need on that instruction set (simd/laboratory.md explains them). A class of
operations is one of rowkey-bench's `ports` rows, which measure how many of them this core does in a second. The limit of a
kernel is then the smallest of two kinds: for each class, its throughput over the operations of it for an item; and for
all arithmetic together, the throughput of the fastest arithmetic class over the arithmetic operations for an item,
because all of them go through the same pipes.

It is an upper bound: that some classes share a part of the pipes, and everything that is no vector operation, is left
out. A class without a `ports` row counts among all arithmetic only.
"""

import collections
import pathlib
import re

ARITHMETIC = [
    "add", "logic", "ternary", "shift", "rotate", "multiply32", "multiply52", "byte_shuffle", "permute", "unpack",
]  # fmt: skip
MEMORY = ["load", "store"]
LANES = {"avx512": 16, "avx2": 8, "neon": 4}  # of 32 bits


def count(items, **operations):
    """Operations of each class for one item, from those for `items`."""
    return collections.Counter({name: number / items for name, number in operations.items()})


def joined(*counts):
    return sum(counts, collections.Counter())


# ---- MD5: 64 steps, A = B + ((A + function + constant [+ word]) <<< turn), and four sums ----

# A block whose words are all constant, from the initial state, which is constant as well and saves six operations.
FIRST_BLOCK = {
    "avx512": {"add": 3 * 64 + 4 - 5, "ternary": 64 - 1, "rotate": 64},
    # Two terms of F and G added by themselves; H three exclusive ors in two steps; I two operations and a subtraction;
    # a turn is two shifts and an or, four turns by 16 a byte shuffle.
    "avx2": {"add": 4 * 32 + 3 * 32 + 4 - 6, "logic": 2 * 32 + 24 + 2 * 16 + 60 - 2, "shift": 120, "byte_shuffle": 4},
    # F and G one select; a turn is a shift and a shift with insertion.
    "neon": {"add": 3 * 64 + 4 - 5, "logic": 32 + 24 + 2 * 16 - 1, "shift": 120, "byte_shuffle": 4},
}
SAVED_BY_INITIAL_STATE = {
    "avx512": {"add": 5, "ternary": 1},
    "avx2": {"add": 6, "logic": 2},
    "neon": {"add": 5, "logic": 1},
}
TRANSPOSED = {0: 0, 1: 3, 2: 4, 3: 7, 4: 8}  # unpacks for so many of four words


def md5_block(isa, words, first):
    """`words` of the sixteen differ between messages: each of them is added in four steps."""
    lanes = LANES[isa]
    later = count(lanes) if first else count(lanes, **SAVED_BY_INITIAL_STATE[isa])
    return joined(count(lanes, **FIRST_BLOCK[isa]), later, count(lanes, add=4 * words))


def md5_words(isa, words, width):
    """Eight-byte keys side by side by two permutes; others by 16 bytes of a key at a time, transposed."""
    lanes = LANES[isa]
    if width == 8:
        return count(lanes, load=2, permute=2) if isa == "avx512" else count(lanes, load=2, unpack=2, permute=2)
    quarters = -(-words // 4)
    unpacks = 8 * (words // 4) + TRANSPOSED[words % 4]
    return count(lanes, load=4 * quarters, logic=(lanes - 4) * quarters, unpack=unpacks)


def md5_digests(isa):
    return count(LANES[isa], unpack=8, store=4)


def md5_message(isa, width, folded):
    """`folded`: all messages are of this width, which makes padding and length constants."""
    blocks, rest = (width + 8) // 64 + 1, width % 64
    parts = [md5_digests(isa)]
    for block in range(blocks):
        words = 16
        if folded and block == blocks - 1:
            words = -(-rest // 4) if rest < 56 else 0
        parts += [md5_block(isa, words, first=block == 0), md5_words(isa, words, width)]
    return joined(*parts)


def md5_fixed(isa, width):
    return md5_message(isa, int(width), folded=True)


def md5_lines(isa, length):
    return md5_message(isa, int(length), folded=False)


def md5_decimal(isa):
    digits = {
        "avx512": count(16, add=4, logic=4, ternary=1, shift=10, multiply32=12, permute=2, load=2),
        "avx2": count(8, add=8, logic=8, shift=12, multiply32=12, permute=2, load=2),
        "neon": count(4, add=8, logic=8, shift=12, multiply32=12, unpack=2, load=2),
    }
    return joined(digits[isa], md5_block(isa, 2, first=True), md5_digests(isa))


# ---- Remainders, decimals, whole keys ----


def modulo_u128(isa, divisor):
    if int(divisor).bit_count() == 1:
        return None  # a mask, for which no port is busy
    if isa == "avx512" and 6 * int(divisor) < 2**52:
        return count(8, load=2, permute=3, multiply52=7, add=1, store=1)
    if isa == "avx2" and 5 * int(divisor) < 2**32:
        return count(4, load=2, byte_shuffle=2, unpack=4, permute=1, shift=4, multiply32=7, add=7, store=1)
    if isa == "neon" and 5 * int(divisor) < 2**32:
        return count(2, load=2, byte_shuffle=2, unpack=2, shift=2, multiply32=9, add=1, store=1)
    return None


def decimal(isa, width):
    width = int(width)
    if isa != "avx512" or width > 11:
        return None
    if width <= 8:
        return count(
            16, load=2, ternary=2, add=3, multiply52=4, multiply32=2, shift=4, permute=5, store=16 * width / 64
        )
    return count(8, load=1, ternary=1, add=2, multiply52=4, multiply32=2, shift=3, permute=4, store=8 * width / 64)


def encode_md5mod(isa):
    return sum_of_parts([md5_decimal(isa), modulo_u128(isa, 1000000), decimal(isa, 7), decimal(isa, 10)])


def encode_idmod(isa):
    """A 64-bit remainder: two limbs by two halves of their fractions, and the sum by the divisor."""
    return sum_of_parts([count(8, load=1, multiply52=5, shift=1, add=1), decimal(isa, 7), decimal(isa, 10)])


def sum_of_parts(parts):
    return None if None in parts else joined(*parts)


# ---- Which rows these count ----

COUNTED = [  # a shape's name, whose groups are the counter's arguments after the instruction set
    (r"md5_fixed/(\d+)B", md5_fixed),
    (r"md5_lines/(\d+)B", md5_lines),
    (r"md5_decimal/u64", md5_decimal),
    (r"modulo_u128/(\d+)", modulo_u128),
    (r"decimal/(\d+)", decimal),
    (r"encode/paper-md5mod", encode_md5mod),
    (r"encode/paper-idmod", encode_idmod),
]
ALIASES = [  # the same work in other places, under other names
    (r"(working_set|stride|alignment|code_offset)/md5_fixed_8B(/.*)?", "md5_fixed/8B"),
    (r"(working_set|code_offset)/modulo_u128(/.*)?", "modulo_u128/1000000"),
    (r"(working_set|code_offset)/decimal_10(/.*)?", "decimal/10"),
    (r"working_set/encode_md5mod(/.*)?", "encode/paper-md5mod"),
]


def operations(shape, isa):
    """Operations of each class for an item of a shape, or None where nobody has counted."""
    shape = next((name for pattern, name in ALIASES if re.fullmatch(pattern, shape)), shape)
    for pattern, counter in COUNTED:
        if isa in LANES and (match := re.fullmatch(pattern, shape)):
            return counter(isa, *match.groups())
    return None


def port_limit(shape, isa, rates):
    """(items a second, what limits them), or None without a count or without the ports' throughputs."""
    needed = operations(shape, isa)
    throughput = {name: rates.median(f"ports/{name}/{isa}") for name in ARITHMETIC + MEMORY}
    throughput = {name: rate for name, rate in throughput.items() if rate}
    if not needed or "add" not in throughput:
        return None
    limits = {
        f"{name} operations": throughput[name] / number
        for name, number in needed.items()
        if name in throughput and number
    }
    arithmetic = sum(number for name, number in needed.items() if name in ARITHMETIC)
    limits["all arithmetic"] = max(throughput[name] for name in ARITHMETIC if name in throughput) / arithmetic
    what = min(limits, key=limits.get)
    return limits[what], what


# ---- What the chain of steps allows: each waits for the one before, and only other messages fill the time ----

# Operations from one block's state to the next: a step's function of the newest word, sum, turn and sum.
CHAIN_OF_BLOCK = {
    "avx512": {"ternary": 64, "add": 128, "rotate": 64},
    "avx2": {"logic": 16 * (2 + 2 + 2 + 3), "add": 16 * (3 + 2 + 2 + 2), "shift": 64},
    "neon": {"logic": 16 * (1 + 1 + 1 + 2), "add": 128, "shift": 128},
}
CHAINED = [  # the macro of the lane header that says how many vectors are in flight, and the blocks of a message
    (r"md5_fixed/(\d+)B", "V_STREAMS_MD5_KEYS", lambda width: (int(width) + 8) // 64 + 1),
    (r"md5_lines/(\d+)B", "V_STREAMS_MD5_STRINGS", lambda length: (int(length) + 8) // 64 + 1),
    (r"md5_decimal/\w+", "V_STREAMS_MD5_KEYS", lambda: 1),
]
LANE_HEADERS = pathlib.Path(__file__).resolve().parents[2] / "simd/lanes"


def streams(isa, macro):
    """Of this tree's kernels, whichever made the results."""
    header = (LANE_HEADERS / f"{isa}.h").read_text(encoding="utf-8")
    found = re.search(rf"^#define {macro} (\d+)$", header, re.MULTILINE)
    # A header that says nothing of keys has for them what it has for all.
    return int(found[1]) if found else streams(isa, macro.removesuffix("_KEYS"))


def chain_limit(shape, isa, rates):
    """(items a second, cycles of a block's chain), or None without a chain or without the latencies."""
    chain = CHAIN_OF_BLOCK.get(isa, {})
    latencies = {name: rates.median(f"latency/{name}/{isa}") for name in chain}
    if not chain or not rates.clock or not all(latencies.values()):
        return None
    cycles = sum(number * rates.clock / latencies[name] for name, number in chain.items())
    for pattern, macro, blocks in CHAINED:
        if match := re.fullmatch(pattern, shape):
            return streams(isa, macro) * LANES[isa] * rates.clock / (cycles * blocks(*match.groups())), cycles
    return None
