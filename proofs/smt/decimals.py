"""Decimal kernels: every multiply-shift constant over its whole domain, and what is built of them up to bytes."""
import re

from .c_source import Unreadable, text_of
from .instructions import Evaluator, madd, madd52_high, maddubs
from .md5 import lane_headers
from .solver import Question, bits
from .terms import Bits, Context, bits_of, joined

GENERIC = "simd/lanes/generic.h"
PAIRS = "simd/overrides/decimal_pairs_avx512.h"
E4, E8, E16 = 10**4, 10**8, 10**16


def evaluator(header, **cuts):
    return Evaluator(header, GENERIC, "simd/kernels/decimal_text.h", cuts=cuts)


def split(bound, d, junk_from=None):
    """A number x = quotient * d + rest below the bound, and something above bit junk_from."""
    context = Context()
    quotient, rest = context.unknown("quotient", 0, (bound - 1) // d), context.unknown("rest", 0, d - 1)
    x = quotient.times(d).plus(rest)
    context.assume_range(x, 0, bound - 1)
    x.most = bound - 1
    if junk_from is not None:
        x = x.plus(context.unknown("junk", 0, 2**(64 - junk_from) - 1), 2**junk_from)
    return context, x, quotient, rest


def equal(what, context, found, expected):
    return Question(what, context.variables, context.assumptions, f"(= {found.text} {expected.text})")


def divides(what, function, bound, d, shift=0):
    """function(x) = x / d for x < bound. Of a function that begins with x >> shift it is shown for that and d
    without these factors of 2, and besides that this is the same."""
    context, x, quotient, _ = split((bound - 1 >> shift) + 1, d >> shift)
    if shift:
        x = x.times(1 << shift).plus(context.unknown("lowest", 0, (1 << shift) - 1))
        x.most = min(x.most, 2**64 - 1)
    yield equal(f"{what} is x / {d} for x < {bound}", context, function(x), quotient)
    if shift:
        context, x, quotient, _ = split(bound, d)
        yield equal(f"x / {1 << shift} / {d >> shift} is x / {d} for x < {bound}", context,
                    x.divided(1 << shift).divided(d >> shift), quotient)


def digit_bytes(value, digits):
    """The decimal digits of a value, a byte each, the most significant first."""
    return [value.divided(10**(digits - 1 - i)).modulo(10).part(0, 8) for i in range(digits)]


def wide_divisions(isa, lanes):
    low = 52 if isa == "avx512" else 32  # the bits of v64_remainder that count
    yield from divides(f"{isa}: v64_div_1e8", lambda x: lanes.call("v64_div_1e8", x), 2**64, E8, 8)
    yield from divides(f"{isa}: v64_div_1e8_below_2e39", lambda x: lanes.call("v64_div_1e8_below_2e39", x), 2**39, E8,
                       0 if isa == "avx512" else 8)
    yield from divides(f"{isa}: v64_div_1e8_below_1e16", lambda x: lanes.call("v64_div_1e8_below_1e16", x), E16, E8,
                       8 if isa == "avx512" else 0)
    assert 2**64 // E8 < 2**39, "the second division of decimal_digits"
    for bound in (2**64, E16):
        context, x, quotient, rest = split(bound, E8)
        found = lanes.call("v64_remainder", x, quotient, E8)
        yield equal(f"{isa}: v64_remainder of x < {bound} by 10^8 in its lowest {low} bits", context,
                    found.modulo(2**low), rest)


def eight_digits(isa, header):
    """x / 10^4 and x % 10^4 in the halves."""
    lanes = evaluator(header)
    context, x, quotient, rest = split(E8, E4, 52 if isa == "avx512" else 32)
    yield equal(f"{isa}: v64_split8 splits x < 10^8 by 10^4, whatever stands above", context,
                lanes.call("v64_split8", x), quotient.plus(rest, 2**32))


def same_fields(what, variables, assumptions, found, expected):
    for i, (a, b) in enumerate(zip(found, expected, strict=True)):
        yield Question(f"{what}, byte {i}", variables, assumptions, a.equals(b))


def narrow_digits(isa, lanes):
    """Fields of a lane side by side, each of its own value."""
    a, b, zero = Bits("a", 14), Bits("b", 14), bits_of(0, 8)
    variables = [bits("a", 14), bits("b", 14)]
    yield from same_fields(f"{isa}: v16_split2 of x < 10^2", variables[:1], [a.below(100)],
                           lanes.call("v16_split2", a.widened(64)).fields(8), digit_bytes(a, 2) + [zero] * 6)
    pairs = lanes.call("v32_split4", joined([a.widened(32), b.widened(32)]))
    both = lanes.call("v16_split2", pairs).fields(8)
    yield from same_fields(f"{isa}: v16_split2 of v32_split4 of two numbers below 10^4", variables, [a.below(E4), b.below(E4)],
                           both, digit_bytes(a, 4) + digit_bytes(b, 4))


def joining(isa, header):
    """By steps: where an instruction joins fields two by two, what follows is asked of its results as unknowns."""
    steps = []

    def step(operation, width, factor):
        def cut(x, factors):
            parts = x.fields(width)
            expected = [parts[i].widened(2 * width) * factor + parts[i + 1].widened(2 * width)
                        for i in range(0, len(parts), 2)]
            found = operation(x, factors)
            steps.append(found.equals(joined(expected)))
            return joined([Bits(f"{'pq'[width // 16]}{i}", size).widened(2 * width)
                           for size in ([7] if width == 8 else [14]) for i in range(len(expected))])
        return cut

    cuts = {f"_mm{size}_maddubs_epi16": step(maddubs, 8, 10) for size in (256, 512)}
    cuts.update({f"_mm{size}_madd_epi16": step(madd, 16, 100) for size in (256, 512)})
    digits = [Bits(f"d{i}", 4) for i in range(8)]
    pairs, fours = [Bits(f"p{i}", 7) for i in range(4)], [Bits(f"q{i}", 14) for i in range(2)]
    variables = [bits(x.text, x.width) for x in digits + pairs + fours]
    domain = ([d.below(10) for d in digits] + [p.below(100) for p in pairs] + [q.below(E4) for q in fours])
    found = evaluator(header, **cuts).call("v64_join_digits8", joined([d.widened(8) for d in digits]))
    total = [part.widened(64) for part in fours] if steps else digits
    for width, factor in ((64, E4),) if steps else ((16, 10), (32, 100), (64, E4)):
        wider = [part.widened(width) for part in total]
        total = [wider[i] * factor + wider[i + 1] for i in range(0, len(wider), 2)]
    for i, claim in enumerate([*steps, found.equals(total[0])]):
        yield Question(f"{isa}: v64_join_digits8 of eight digits, step {i + 1}", variables, domain, claim)


def split12():
    """The same of digits_split12, whose first multiply-add divides x, and whose second the quotient."""
    context = Context()
    first, second, rest = (context.unknown(name, 0, most) for name, most in
                           (("first", 4499), ("second", E4 - 1), ("rest", E4 - 1)))
    x, quotient = first.times(E8).plus(second, E4).plus(rest), first.times(E4).plus(second)
    context.assume_range(x, 0, 45 * 10**10 - 1)
    results, claims = [quotient, first], []

    def divided(total, a, b):
        claims.append((madd52_high(total, a, b), results[len(claims)]))
        return claims[-1][1]

    lanes = Evaluator(PAIRS, "simd/lanes/avx512.h", GENERIC, cuts={"_mm512_madd52hi_epu64": divided})
    claims.append((lanes.call("digits_split12", x).modulo(2**48), first.plus(second, 2**16).plus(rest, 2**32)))
    for i, (found, expected) in enumerate(claims):
        yield equal(f"avx512: digits_split12 of x < 4.5 * 10^11, step {i + 1}", context, found, expected)


def byte_pairs():
    """simd/overrides/decimal_pairs_avx512.h"""
    lanes = Evaluator(PAIRS, "simd/lanes/avx512.h", GENERIC)
    fields = [Bits(f"f{i}", 14) for i in range(4)]
    found = lanes.call("digits_pairs", joined([f.widened(16) for f in fields])).fields(16)
    for i, f in enumerate(fields):
        expected = f.divided(100).widened(16) + (f.modulo(100).widened(16) << 8)
        yield Question(f"avx512: digits_pairs of four numbers below 10^4, field {i}",
                       [bits(x.text, 14) for x in fields], [x.below(E4) for x in fields], found[i].equals(expected))
    context, x, quotient, rest = split(E8, E4)
    yield equal("avx512: digits_split8 of x < 10^8", context, lanes.call("digits_split8", x).modulo(2**32),
                quotient.plus(rest, 2**16))
    yield from split12()
    yield from divides("avx512: digits_first_of_20", lambda x: lanes.call("digits_first_of_20", x), 2**64, E16, 16)
    context, x, quotient, rest = split(2**64, E16)
    remainders = [tree for kind, *target, tree in lanes.source.function("digits_first_of_20")[1]
                  if kind == "set" and target == [("unary*", ("name", "x"))]]
    assert len(remainders) == 1, "digits_first_of_20 does not assign *x once"
    yield equal("avx512: digits_first_of_20 leaves x % 10^16", context,
                lanes.value(remainders[0], {"x": x, "quotient": quotient}), rest)


def parsing():
    """simd/kernels/parse.h: what is not a digit, and what is not a u64."""
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
    yield Question("parse_add_first refuses just what is not a u64", [bits("first", 64), bits("low", 64)],
                   [first.below(10**4), low.below(E16)],
                   f"(and (= (= {bad.part(63, 1).text} #b1) (not {wide.below(2**64)})) "
                   f"(=> {wide.below(2**64)} (= {total.text} {wide.part(0, 64).text})))")


def questions():
    for isa, header in lane_headers():
        lanes = evaluator(header)
        yield from wide_divisions(isa, lanes)
        yield from eight_digits(isa, header)
        yield from narrow_digits(isa, lanes)
        yield from joining(isa, header)
    yield from byte_pairs()
    yield from parsing()


def complaints():
    """Small domains, by trying all of them: the places of characters in rows side by side."""
    window, rows = text_of("simd/overrides/decimal_avx512.h"), text_of("simd/overrides/fixed_rows_avx512.h")
    scale = re.search(r"_mm512_set1_epi16\(\(short\)\((\d+) / width \+ 1\)\)", window)
    inverse = re.search(r"_mm512_set1_epi16\(\(short\)\((\d+) / divisor \+ 1\)\)", rows)
    if not scale or "_mm512_mulhi_epu16(_mm512_slli_epi16(at, 1), " not in window:
        yield "simd/overrides/decimal_avx512.h: at / width is not computed as the proof knows it"
    elif any(2 * at * (int(scale[1]) // width + 1) >> 16 != at // width
             for width in range(1, 21) for at in range(192)):
        yield "simd/overrides/decimal_avx512.h: at / width is wrong for some at < 192"
    if not inverse:
        yield "simd/overrides/fixed_rows_avx512.h: rows_divided is not computed as the proof knows it"
    elif any(x * (int(inverse[1]) // d + 1) >> 16 != x // d for d in range(2, 65) for x in range(256)):
        yield "simd/overrides/fixed_rows_avx512.h: rows_divided is wrong for some byte"
