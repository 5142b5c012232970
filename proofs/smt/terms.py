"""Values of a lane as terms of SMT-LIB: Bits for boolean forms and narrow fields, Number for wide products."""


def bits_of(value, width):
    return value if isinstance(value, Bits) else Bits(f"(_ bv{value % (1 << width)} {width})", width)


class Bits:
    """A bit vector."""

    def __init__(self, text, width):
        self.text, self.width = text, width

    def _with(self, operator, other):
        other = bits_of(other, self.width)
        assert other.width == self.width, (operator, self.width, other.width)
        return Bits(f"({operator} {self.text} {other.text})", self.width)

    def __add__(self, other): return self._with("bvadd", other)
    def __sub__(self, other): return self._with("bvsub", other)
    def __mul__(self, other): return self._with("bvmul", other)
    def __and__(self, other): return self._with("bvand", other)
    def __or__(self, other): return self._with("bvor", other)
    def __xor__(self, other): return self._with("bvxor", other)
    def __lshift__(self, other): return self._with("bvshl", other)
    def __rshift__(self, other): return self._with("bvlshr", other)
    def __radd__(self, other): return bits_of(other, self.width) + self
    def __rsub__(self, other): return bits_of(other, self.width) - self
    def __rmul__(self, other): return bits_of(other, self.width) * self
    def __rand__(self, other): return self & other
    def __invert__(self): return Bits(f"(bvnot {self.text})", self.width)
    def __neg__(self): return Bits(f"(bvneg {self.text})", self.width)

    def divided(self, d): return self._with("bvudiv", d)
    def modulo(self, d): return self._with("bvurem", d)

    def part(self, low, width):
        return Bits(f"((_ extract {low + width - 1} {low}) {self.text})", width)

    def widened(self, width, signed=False):
        kind = "sign_extend" if signed else "zero_extend"
        return Bits(f"((_ {kind} {width - self.width}) {self.text})", width)

    def fields(self, width):
        return [self.part(low, width) for low in range(0, self.width, width)]

    def below(self, bound):
        return f"(bvult {self.text} {bits_of(bound, self.width).text})"

    def equals(self, other):
        return f"(= {self.text} {bits_of(other, self.width).text})"

    def cast(self, width):
        return self if width >= self.width else self & ((1 << width) - 1)


def joined(fields):
    """The first field lowest."""
    if len(fields) == 1:
        return fields[0]
    return Bits("(concat " + " ".join(field.text for field in reversed(fields)) + ")",
                sum(field.width for field in fields))


class Number:
    """An integer of 64 bits as mathematicians have it, with bounds that tell where nothing can wrap."""

    def __init__(self, text, least, most):
        self.text, self.least, self.most = text, least, most
        self.remainders, self.multiple_of = {}, 1  # what is known of it besides

    @staticmethod
    def of(value):
        return value if isinstance(value, Number) else Number(str(value) if value >= 0 else f"(- {-value})", value, value)

    def modulo(self, n):
        if n in self.remainders:
            return self.remainders[n]
        if 0 <= self.least and self.most < n:
            return self
        return Number(f"(mod {self.text} {n})", 0, n - 1)

    def divided(self, n):
        return Number(f"(div {self.text} {n})", self.least // n, self.most // n)

    def plus(self, other):
        other = Number.of(other)
        return Number(f"(+ {self.text} {other.text})", self.least + other.least, self.most + other.most)

    def minus(self, other):
        other = Number.of(other)
        return Number(f"(- {self.text} {other.text})", self.least - other.most, self.most - other.least)

    def times(self, factor):
        if isinstance(factor, Number):
            if self.least == self.most:
                return factor.times(self.least)
            assert factor.least == factor.most, "a product of two unknowns"
            factor = factor.least
        return Number(f"(* {self.text} {factor})", self.least * factor, self.most * factor)

    def __add__(self, other): return self.plus(other).modulo(1 << 64)
    def __sub__(self, other): return self.minus(other).modulo(1 << 64)
    def __mul__(self, other): return self.times(other).modulo(1 << 64)
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return Number.of(other) - self
    def __rshift__(self, n): return self.divided(1 << n)

    def __lshift__(self, n):
        result = self.times(1 << n).modulo(1 << 64)
        result.multiple_of = 1 << n
        return result

    def __and__(self, mask):
        assert mask & (mask + 1) == 0, "only masks of lowest bits"
        return self.modulo(mask + 1)

    def __or__(self, other):
        """Of numbers whose bits do not meet, which the callers' bounds have to show."""
        low, high = (self, other) if self.most < Number.of(other).most else (other, self)
        high.disjoint_from(low)
        return low + high

    def disjoint_from(self, low):
        assert Number.of(low).most < self.multiple_of, "an `or` whose operands may have bits in common"

    def cast(self, width):
        return self.modulo(1 << width)
