"""MD5: the forms that the lane headers give its functions and rotations equal RFC 1321's, for all words; the
order of words, the rotations and the addends that the kernel is written with are the RFC's."""
import math
import re

from .c_source import TOP, text_of
from .instructions import Evaluator
from .solver import Question, bits
from .terms import Bits

CONSTANTS = "simd/kernels/md5_constants.h"
ROUNDS = "simd/kernels/md5_rounds.h"
RFC_FUNCTIONS = {
    "md5_f": lambda x, y, z: (x & y) | (~x & z),
    "md5_g": lambda x, y, z: (x & z) | (y & ~z),
    "md5_h": lambda x, y, z: x ^ y ^ z,
    "md5_i": lambda x, y, z: y ^ (x | ~z),
}
RFC_TURNS = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
RFC_WORDS = [[(first + factor * i) % 16 for i in range(16)] for first, factor in ((0, 1), (1, 5), (5, 3), (0, 7))]
RFC_INITIAL = bytes.fromhex("0123456789abcdeffedcba9876543210")


def lane_headers():
    """The lane header of every instruction set in simd/isa.def, the only list of them."""
    names = re.findall(r"^ROWKEY_ISA\((\w+),", (TOP / "simd/isa.def").read_text(encoding="utf-8"), re.MULTILINE)
    return [(name, f"simd/lanes/{name}.h") for name in names]


def questions():
    words = [Bits(name, 32) for name in ("total", "b", "c", "d")]
    variables = [bits(word.text, 32) for word in words]
    for isa, header in lane_headers():
        lanes = Evaluator(header, "simd/lanes/generic.h", CONSTANTS)
        bias = lanes.value(("name", "V32_ORN_BIAS"), {})
        for name, function in RFC_FUNCTIONS.items():
            expected = words[0] + function(*words[1:]) + (bias if name == "md5_i" else 0)
            yield Question(f"{isa}: {name} is RFC 1321's", variables, [],
                           lanes.call(name, *words).equals(expected))
        total, b, c, d = words
        yield Question(f"{isa}: v32_select", variables, [],
                       lanes.call("v32_select", b, c, d).equals((b & c) | (~b & d)))
        for n in sorted(sum(RFC_TURNS, [])):
            yield Question(f"{isa}: v32_rotl by {n}", variables[:1], [],
                           lanes.call("v32_rotl", total, n).equals(Bits(f"((_ rotate_left {n}) total)", 32)))
    wide = [Bits(name, 64) for name in ("x", "y", "z")]
    for isa, header in lane_headers():
        lanes = Evaluator(header, "simd/lanes/generic.h")
        yield Question(f"{isa}: v64_or3", [bits(w.text, 64) for w in wide], [],
                       lanes.call("v64_or3", *wide).equals(wide[0] | wide[1] | wide[2]))


def numbers_of(text, name):
    body = re.search(rf"\b{name}\[\w*\] = \{{(.*?)\}}", text, re.DOTALL)[1]
    return [int(number, 0) for number in re.findall(r"0x[0-9a-fA-F]+|\d+", body)]


def complaints():
    """What is a matter of comparing constants."""
    text = text_of(CONSTANTS)
    sines = [math.floor(2**32 * abs(math.sin(i + 1))) for i in range(64)]
    if numbers_of(text, "md5_sines") != sines:
        yield f"{CONSTANTS}: md5_sines are not floor(2^32 * |sin(i + 1)|)"
    if [int(number, 0) for number in re.findall(r"WITHOUT_BIAS\((0x\w+)\)", text)] != sines[48:]:
        yield f"{CONSTANTS}: the bias is not taken off the addends of the last round, and of no others"
    if b"".join(x.to_bytes(4, "little") for x in numbers_of(text, "md5_initial")) != RFC_INITIAL:
        yield f"{CONSTANTS}: md5_initial is not RFC 1321's"
    factors, firsts = numbers_of(text, "factor"), numbers_of(text, "first")
    rounds = re.findall(r"MD5_ROUND\((md5_\w), (\d+), (\d+), (\d+), (\d+), (\d+), (\d+), (\d+)\)", text_of(ROUNDS))
    if [row[0] for row in rounds] != list(RFC_FUNCTIONS):
        yield f"{ROUNDS}: the four functions are {[row[0] for row in rounds]}, expected {list(RFC_FUNCTIONS)}"
    for i, row in enumerate(rounds):
        step, first, stride, *turns = map(int, row[1:])
        if step != 16 * i or turns != RFC_TURNS[i]:
            yield f"{ROUNDS}: round {i} has steps from {step} on and the rotations {turns}, expected {RFC_TURNS[i]}"
        if [(first + stride * j) % 16 for j in range(16)] != RFC_WORDS[i]:
            yield f"{ROUNDS}: the words of round {i} are not RFC 1321's"
        if [(firsts[i] + factors[i] * (16 * i + j)) % 16 for j in range(16)] != RFC_WORDS[i]:
            yield f"{CONSTANTS}: md5_word_of_step has other words in round {i} than RFC 1321"
