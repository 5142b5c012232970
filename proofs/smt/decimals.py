"""Decimal kernels: every multiply-shift constant over its whole domain, and what is built of them up to bytes."""
import re

from .c_source import TOP, Unreadable, text_of
from .instructions import Evaluator
from .md5 import lane_headers
from .solver import Question, bits
from .terms import Bits, Number, bits_of, joined

GENERIC = "simd/lanes/generic.h"
PAIRS = "simd/overrides/decimal_pairs_avx512.h"
E4, E8, E16 = 10**4, 10**8, 10**16
NUMBER = [("x", "Int")]


def evaluator(header, **cuts):
    return Evaluator(header, GENERIC, "simd/kernels/decimal_text.h", cuts=cuts)


def below(bound):
    return Number("x", 0, bound - 1), [f"(<= 0 x {bound - 1})"]


def quotient(what, function, bound, d):
    """function(x) = x / d for x < bound"""
    x, domain = below(bound)
    return Question(f"{what} is x / {d} for x < {bound}", NUMBER, domain, f"(= {function(x).text} (div x {d}))")


def digit_bytes(value, digits, width):
    """The decimal digits of a value, a byte each, the most significant first."""
    return [value.divided(10**(digits - 1 - i)).modulo(10).part(0, 8) for i in range(digits)]


def wide_divisions(isa, lanes):
    yield quotient(f"{isa}: v64_div_1e8", lambda x: lanes.call("v64_div_1e8", x), 2**64, E8)
    yield quotient(f"{isa}: v64_div_1e8_below_2e39", lambda x: lanes.call("v64_div_1e8_below_2e39", x), 2**39, E8)
    yield quotient(f"{isa}: v64_div_1e8_below_1e16", lambda x: lanes.call("v64_div_1e8_below_1e16", x), E16, E8)
    if 2**64 // E8 >= 2**39:
        raise Unreadable("the second division of decimal_digits leaves its domain")
    for bound, name in ((2**64, "any x"), (E16, "x < 10^16")):
        x, domain = below(bound)
        rest = lanes.call("v64_remainder", x, Number("q", 0, bound // E8), E8)
        yield Question(f"{isa}: v64_remainder of {name} by 10^8, in its low 52 bits", NUMBER + [("q", "Int")],
                       domain + [f"(= q (div x {E8}))"], f"(= {rest.modulo(2**52).text} (mod x {E8}))")


def eight_digits(isa, header):
    """v64_digits8 up to v64_digits4, which gets x / 10^4 and x % 10^4 in its halves."""
    lanes = evaluator(header, v64_digits4=lambda x: x, v64_digits4_fields=lambda x: x)
    x, domain = below(E8)
    variables, given = NUMBER, x
    if isa == "avx512":
        # whatever stands from bit 52 up
        given = Number(f"(+ x (* junk {2**52}))", 0, 2**64 - 1)
        given.remainders[2**52] = x
        variables, domain = NUMBER + [("junk", "Int")], domain + ["(<= 0 junk 4095)"]
    fields = lanes.call("v64_digits8", given)
    yield Question(f"{isa}: v64_digits8 splits x < 10^8 by 10^4", variables, domain,
                   f"(= {fields.text} (+ (div x {E4}) (* (mod x {E4}) {2**32})))")


def narrow_digits(isa, lanes):
    """Fields of a lane side by side, all at once and each of its own value."""
    x = Bits("x", 64)
    for name, digits in (("v64_digits2", 2), ("v64_digits4", 4)):
        found = lanes.call(name, x).fields(8)
        expected = digit_bytes(x.part(0, 16), digits, 16)
        yield Question(f"{isa}: {name} of x < 10^{digits}", [bits("x", 64)], [x.below(10**digits)],
                       "(and " + " ".join(a.equals(b) for a, b in zip(found, expected)) +
                       "".join(" " + a.equals(0) for a in found[digits:]) + ")")
    halves = x.fields(32)
    found = lanes.call("v64_digits4", x).fields(8)
    expected = digit_bytes(halves[0].part(0, 16), 4, 16) + digit_bytes(halves[1].part(0, 16), 4, 16)
    yield Question(f"{isa}: v64_digits4 of two numbers below 10^4", [bits("x", 64)], [half.below(E4) for half in halves],
                   "(and " + " ".join(a.equals(b) for a, b in zip(found, expected)) + ")")


def joining(isa, lanes):
    x = Bits("x", 64)
    digits = x.fields(8)
    total = bits_of(0, 64)
    for digit in digits:
        total = total * 10 + digit.widened(64)
    yield Question(f"{isa}: v64_join_digits8 of eight digits", [bits("x", 64)], [d.below(10) for d in digits],
                   lanes.call("v64_join_digits8", x).equals(total))


def byte_pairs():
    """simd/overrides/decimal_pairs_avx512.h"""
    lanes = Evaluator(PAIRS, "simd/lanes/avx512.h", GENERIC)
    x = Bits("x", 64)
    fields = x.fields(16)
    yield Question("avx512: digits_pairs of four numbers below 10^4", [bits("x", 64)], [f.below(E4) for f in fields],
                   lanes.call("digits_pairs", x).equals(
                       joined([f.divided(100) + (f.modulo(100) << 8) for f in fields])))
    x, domain = below(E8)
    yield Question("avx512: digits_split8 of x < 10^8", NUMBER, domain,
                   f"(= {lanes.call('digits_split8', x).modulo(2**32).text} (+ (div x {E4}) (* (mod x {E4}) {2**16})))")
    x, domain = below(45 * 10**10)
    q, p = f"(div x {E4})", f"(div x {E8})"
    yield Question("avx512: digits_split12 of x < 4.5 * 10^11", NUMBER, domain,
                   f"(= {lanes.call('digits_split12', x).modulo(2**48).text} "
                   f"(+ {p} (* (mod {q} {E4}) {2**16}) (* (mod x {E4}) {2**32})))")
    x, domain = below(2**64)
    first, variables = lanes.run("digits_first_of_20", x)
    yield Question("avx512: digits_first_of_20 is x / 10^16", NUMBER, domain, f"(= {first.text} (div x {E16}))")
    x, domain = below(2**64)
    parameters, statements = lanes.source.function("digits_first_of_20")
    values = {"x": x, "quotient": Number("q", 0, 2**64 // E16)}
    del parameters
    for statement in statements:
        if statement[0] == "set" and statement[1] == ("unary*", ("name", "x")):
            rest = lanes.value(statement[2], values)
    yield Question("avx512: digits_first_of_20 leaves x % 10^16", NUMBER + [("q", "Int")],
                   domain + [f"(= q (div x {E16}))"], f"(= {rest.text} (mod x {E16}))")


def parsing():
    """simd/kernels/parse.h: what is no digit, and what is no u64."""
    lanes = evaluator("simd/lanes/scalar.h")
    x = Bits("x", 64)
    wrong = "(or " + " ".join(f"(not {d.below(10)})" for d in x.fields(8)) + ")"
    yield Question("v64_no_digits is not 0 just when a byte is above 9", [bits("x", 64)], [],
                   f"(= (not {lanes.call('v64_no_digits', x).equals(0)}) {wrong})")
    text = re.sub(r"\s+", " ", text_of("simd/kernels/parse.h"))
    lines = ["const vec64 high = v64_mul_lo_by(first, v64_set1(UINT64_C(10000000000000000)));",
             "*numbers = v64_add(high, *numbers);",
             "const vec64 too_large = v64_sub(v64_set1(1844), first);",
             "const vec64 carry = v64_and(high, v64_xor(*numbers, v64_set1(UINT64_MAX)));"]
    if " ".join(lines) not in text:
        raise Unreadable("simd/kernels/parse.h: parse_add_first has changed: its proof reads " + " ".join(lines))
    first, low = Bits("first", 64), Bits("low", 64)
    high = first * E16
    total = high + low
    bad = (1844 - first) | (high & ~total)
    wide = first.widened(128) * E16 + low.widened(128)
    yield Question("parse_add_first refuses just what is no u64", [bits("first", 64), bits("low", 64)],
                   [first.below(10**4), low.below(E16)],
                   f"(and (= (= {bad.part(63, 1).text} #b1) (not {wide.below(2**64)})) "
                   f"(=> {wide.below(2**64)} (= {total.text} {wide.part(0, 64).text})))")


def questions():
    for isa, header in lane_headers():
        lanes = evaluator(header)
        yield from wide_divisions(isa, lanes)
        yield from eight_digits(isa, header)
        yield from narrow_digits(isa, lanes)
        yield from joining(isa, lanes)
    yield from byte_pairs()
    yield from parsing()


def complaints():
    """Small domains, by trying all of them: the places of characters in rows side by side."""
    window, rows = text_of("simd/overrides/decimal_avx512.h"), text_of("simd/overrides/fixed_rows_avx512.h")
    scale = re.search(r"_mm512_set1_epi16\(\(short\)\((\d+) / width \+ 1\)\)", window)
    inverse = re.search(r"_mm512_set1_epi16\(\(short\)\((\d+) / divisor \+ 1\)\)", rows)
    if not scale or "_mm512_mulhi_epu16(_mm512_slli_epi16(at, 1), " not in window:
        yield "simd/overrides/decimal_avx512.h: at / width is not computed as the proof knows it"
    elif any(2 * at * (int(scale[1]) // width + 1) >> 16 != at // width for width in range(1, 21) for at in range(192)):
        yield "simd/overrides/decimal_avx512.h: at / width is wrong for some at < 192"
    if not inverse:
        yield "simd/overrides/fixed_rows_avx512.h: rows_divided is not computed as the proof knows it"
    elif any(x * (int(inverse[1]) // d + 1) >> 16 != x // d for d in range(2, 65) for x in range(256)):
        yield "simd/overrides/fixed_rows_avx512.h: rows_divided is wrong for some byte"
