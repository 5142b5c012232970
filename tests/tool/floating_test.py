"""Floating-point columns: rounded correctly, the same in every locale, and everything else refused."""

import random
import struct
import unittest
from fractions import Fraction

import support
from support import ToolTest, ordered_float

SEED = 20250118
LARGEST = {"f64": "1.7976931348623157e+308", "f32": "3.4028235e+38"}


def hex_lines(values, form=">d"):
    return b"".join(ordered_float(value, form).hex().encode() + b"\n" for value in values)


def lines(texts):
    return b"".join(text.encode() + b"\n" for text in texts)


def nearest_f32(text):
    """The float nearest to the decimal, ties to even, from exact arithmetic."""
    exact = Fraction(text)
    near = struct.unpack(">I", struct.pack(">f", float(text)))[0]

    def value(bits):
        return struct.unpack(">f", struct.pack(">I", bits))[0]

    candidates = range(max(near - 1, 0), near + 2)
    return value(min(candidates, key=lambda bits: (abs(Fraction(value(bits)) - exact), bits & 1)))


class Text(ToolTest):
    def assert_numbers(self, texts, values, kind="f64", **options):
        self.assert_keys(
            hex_lines(values, ">d" if kind == "f64" else ">f"),
            "--layout",
            "{v}",
            "--columns",
            f"v:{kind}",
            "--output",
            "hex",
            stdin=lines(texts),
            **options,
        )

    def test_ways_to_write_a_number(self):
        texts = {
            "0": 0.0,
            "-0": -0.0,
            "-0.0": -0.0,
            "-0e9": -0.0,
            "1": 1.0,
            "007": 7.0,
            "5.": 5.0,
            ".5": 0.5,
            "-.5e1": -5.0,
            "1E5": 1e5,
            "1e+05": 1e5,
            "6e-7": 6e-7,
            "1e0000000000000000005": 1e5,
            "0e999999999999": 0.0,
            "inf": float("inf"),
            "-inf": float("-inf"),
            "Infinity": float("inf"),
            "-INF": float("-inf"),
        }
        for kind in ("f64", "f32"):
            self.assert_numbers(texts.keys(), texts.values(), kind)

    def test_rounds_to_the_nearest(self):
        texts = [
            "9007199254740993",  # between two doubles: to the even one
            "9007199254740995",
            "9007199254740992.9999999999999999999999",
            "1e22",
            "1e23",
            "8.5e-23",
            "123456789012345678901234567890",
            "0.1",
            "2.2250738585072011e-308",  # the largest subnormal
            "4.9406564584124654e-324",
            "2.4703282292062328e-324",  # just above half of that
            "2.4703282292062327e-324",
            "1e-400",
            "1.7976931348623158e308",
            "0." + "0" * 400 + "1e401",
            "1" * 400 + "e-399",
            "9" * 308,
        ]
        self.assert_numbers(texts, map(float, texts))

    def test_random_numbers(self):
        generator = random.Random(SEED)
        texts = []
        for _ in range(20000):
            digits = generator.randrange(10 ** generator.randrange(1, 25))
            point = generator.choice(("", ".", f".{generator.randrange(10**6)}"))
            exponent = generator.choice(
                ("", f"e{generator.randrange(-330, 285)}", f"E+{generator.randrange(20)}")
            )
            texts.append(generator.choice(("", "-")) + f"{digits}{point}{exponent}")
        self.assert_numbers(texts, map(float, texts))

    def test_f32_is_rounded_once(self):
        # In a double first, these would be ties.
        texts = [
            "1.00000005960464477539062500000001",
            "1.000000178813934326171874999999999",
            "16777217",
            "0.1",
        ]
        generator = random.Random(SEED)
        texts += [f"{generator.random()}e{generator.randrange(-40, 38)}" for _ in range(5000)]
        self.assert_numbers(texts, map(nearest_f32, texts), "f32")

    def test_does_not_depend_on_the_locale(self):
        for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "C"):
            self.assert_numbers(
                ["1.5", "-2.25e3"], [1.5, -2250.0], env=support.environment(LC_ALL=name, LANG=name)
            )

    def test_what_follows_a_field_does_not_belong_to_it(self):
        """strtod would read on."""
        fraction, integer = "1.00000000000000000000000000000000000000001", "100000000000000000000000000"
        for delimiter, text in (("5", fraction), ("e", fraction), (",", fraction), (".", integer)):
            self.assert_keys(
                hex_lines([float(text)] * 2),
                *("--layout", "{v}", "--columns", "v:f64,w:text", "--input", "csv", "--output", "hex"),
                "--delimiter",
                delimiter,
                stdin=f'{text}{delimiter}7\n"{text}"{delimiter}7\n'.encode(),
            )

    def test_order_of_keys_is_that_of_numbers(self):
        generator = random.Random(SEED)
        values = [generator.uniform(-1, 1) * 10 ** generator.randrange(-300, 300) for _ in range(3000)]
        values = sorted(values + [0.0, float("inf"), float("-inf"), 5e-324, -5e-324])
        keys = [ordered_float(value) for value in values]
        self.assertEqual(sorted(keys), keys)
        self.assert_numbers(map(repr, values), values)


class Faults(ToolTest):
    def assert_refused(self, text, reason, kind="f64"):
        for before in (0, 1, 3000):
            shown = text if len(text) <= 64 else text[:64] + f'"... ({len(text)} bytes)'
            shown = '"' + shown.replace("\r", "\\x0D").replace("\t", "\\x09") + ('"' if len(text) <= 64 else "")
            self.assert_fails(
                1,
                f"<stdin>:{before + 1}: column v: {shown} is not a number of type {kind}: it {reason} "
                f"(expected a decimal such as -2.5 or 6e-7, up to {LARGEST[kind]}, or inf)",
                *("--layout", "{v}", "--columns", f"v:{kind}", "--output", "hex"),
                stdin=b"0.5\n" * before + text.encode() + b"\n1\n",
                output=hex_lines([0.5] * before, ">d" if kind == "f64" else ">f"),
            )

    def test_text_that_is_no_number(self):
        for text in (
            ".",
            "-",
            "-.",
            "e5",
            "1e",
            "1e+",
            "1e-",
            "1.2.3",
            "0x10",
            "0x1p3",
            "1_000",
            "1f",
            "--1",
            "1e5.0",
        ):
            self.assert_refused(text, "is not written in decimal")
        for text in ("infinit", "inf1", "in", "nan(1)", "none", "1inf"):
            self.assert_refused(text, "is not written in decimal")
        self.assert_refused("", "is empty")
        for text in ("+1", "+inf", "+"):
            self.assert_refused(text, "has a plus sign")
        for text in (" 1", "1 ", "1 000", "1\t"):
            self.assert_refused(text, "has a space")
        self.assert_refused("1\r2", "has a carriage return")
        self.assert_refused("1,5", "has a comma")

    def test_not_a_number_has_no_place_in_an_order(self):
        for text in ("nan", "NaN", "-nan", "+NAN"):
            for kind in ("f64", "f32"):
                self.assert_refused(text, "is not-a-number, which has no place in an order", kind)
        for form, kind in (("<d", "f64le"), (">d", "f64be"), ("<f", "f32le"), (">f", "f32be")):
            self.assert_fails(
                1,
                "<stdin>: record 2 at byte %d: v = nan has no place in an order (column v, a number or an infinity)"
                % struct.calcsize(form),
                *("--layout", "{v}", "--columns", f"v:{kind}", "--input", "binary", "--output", "hex"),
                stdin=struct.pack(form, 1) + struct.pack(form, float("nan")),
                output=hex_lines([1], ">d" if "64" in kind else ">f"),
            )

    def test_overflow_is_no_infinity(self):
        for text in ("1e309", "-1e309", "1.7976931348623159e308", "9" * 400, "1e99999999999999999999"):
            self.assert_refused(text, "is beyond the largest number")
        for text in ("1e39", "-3.4028236e38"):
            self.assert_refused(text, "is beyond the largest number", "f32")

    def test_text_beyond_the_limit(self):
        self.assert_refused("0" * 2001, "is longer than 2000 bytes")
        self.assert_keys(
            hex_lines([1.0]),
            *("--layout", "{v}", "--columns", "v:f64", "--output", "hex"),
            stdin=b"1." + b"0" * 1998 + b"\n",
        )

    def test_a_value_that_f32_cannot_hold(self):
        self.assert_fails(
            1,
            "<stdin>:2: v = 0.10000000000000001 is not exactly a float of 32 bits (column v, one that is, or f64 in "
            "the layout)",
            *("--layout", "{v:f32}", "--columns", "v:f64", "--output", "hex"),
            stdin=b"0.5\n0.1\n",
            output=hex_lines([0.5], ">f"),
        )


class Binary(ToolTest):
    def test_every_width_and_byte_order(self):
        generator = random.Random(SEED)
        for form, kind in (("<d", "f64le"), (">d", "f64be"), ("<f", "f32le"), (">f", "f32be")):
            out = ">d" if "64" in kind else ">f"
            values = [
                0.0,
                -0.0,
                float("inf"),
                float("-inf"),
                *(generator.uniform(-9, 9) for _ in range(5000)),
            ]
            values = [struct.unpack(form, struct.pack(form, value))[0] for value in values]
            self.assert_keys(
                hex_lines(values, out),
                *(
                    "--layout",
                    "{v}",
                    "--columns",
                    f"_:1,v:{kind},_:2",
                    "--input",
                    "binary",
                    "--output",
                    "hex",
                ),
                stdin=b"".join(b"x" + struct.pack(form, value) + b"yz" for value in values),
            )


if __name__ == "__main__":
    support.main()
