"""Values of a lane as terms of SMT-LIB: Bits for boolean forms and narrow fields, Number for wide products."""
import math


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


class Context:
    """The unknowns of one question, and what defines them."""

    def __init__(self):
        self.variables, self.assumptions, self.bounds = [], [], {}

    def unknown(self, name, least, most):
        self.variables.append((name, "Int"))
        self.bounds[name] = least, most
        number = Number(self, {name: 1}, 0, least, most)
        self.assume_range(number, least, most)
        return number

    def fresh(self, least, most):
        return self.unknown(f"t{len(self.variables)}", least, most)

    def assume_range(self, number, least, most):
        self.assumptions.append(f"(<= {literal(least)} {number.text} {literal(most)})")


def literal(value):
    return str(value) if value >= 0 else f"(- {-value})"


class Number:
    """An integer as mathematicians have it: a sum of unknowns with factors, and its bounds. Where a word would
    wrap, and where it is shifted right, a new unknown takes the carry or the quotient."""

    def __init__(self, context, factors, constant, least, most):
        self.context, self.constant, self.least, self.most = context, constant, least, most
        self.factors = {name: factor for name, factor in factors.items() if factor}

    @property
    def text(self):
        terms = [f"(* {literal(factor)} {name})" for name, factor in self.factors.items()]
        return f"(+ {' '.join(terms)} {literal(self.constant)})" if terms else literal(self.constant)

    def of(self, value):
        return value if isinstance(value, Number) else Number(self.context, {}, value, value, value)

    def plus(self, other, times=1):
        other = self.of(other)
        factors = dict(self.factors)
        for name, factor in other.factors.items():
            factors[name] = factors.get(name, 0) + times * factor
        ends = sorted((times * other.least, times * other.most))
        return Number(self.context, factors, self.constant + times * other.constant, self.least + ends[0],
                      self.most + ends[1])

    def times(self, factor):
        if isinstance(factor, Number):
            number, factor = (self, factor) if not factor.factors else (factor, self)
            assert not factor.factors, "a product of two unknowns"
            return number.times(factor.constant)
        return self.of(0).plus(self, factor)

    def divided(self, n):
        """By the floor: exactly where the factors are multiples of n, and without what is below n beside them."""
        if 0 <= self.least and self.most < n:
            return self.of(0)
        exact = {name: factor // n for name, factor in self.factors.items() if factor % n == 0}
        rest = self.context_sum({x: f for x, f in self.factors.items() if x not in exact}, self.constant)
        if 0 <= rest.least and rest.most < n:
            result = self.context_sum(exact, 0)
            result.most = min(result.most, self.most // n)
            return result
        quotient = self.context.fresh(self.least // n, self.most // n)
        self.context.assume_range(self.plus(quotient, -n), 0, n - 1)
        return quotient

    def modulo(self, n):
        """Multiples of n in it do not count, so it is read before they are carried."""
        if 0 <= self.least and self.most < n:
            return self
        kept = {name: (factor + n // 2) % n - n // 2 for name, factor in self.factors.items()}
        if kept != self.factors or not 0 <= self.constant < n:
            return self.context_sum(kept, self.constant % n).modulo(n)
        carry = self.context.fresh(self.least // n, self.most // n)
        rest = self.plus(carry, -n)
        self.context.assume_range(rest, 0, n - 1)
        rest.least, rest.most = 0, n - 1
        return rest

    def context_sum(self, factors, constant):
        bounds = self.context.bounds
        return Number(self.context, factors, constant,
                      constant + sum(min(f * bounds[x][0], f * bounds[x][1]) for x, f in factors.items() if f),
                      constant + sum(max(f * bounds[x][0], f * bounds[x][1]) for x, f in factors.items() if f))

    def __add__(self, other): return self.plus(other).modulo(1 << 64)
    def __sub__(self, other): return self.plus(other, -1).modulo(1 << 64)
    def __mul__(self, other): return self.times(other).modulo(1 << 64)
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return self.of(other) - self
    def __lshift__(self, n): return self.times(1 << n).modulo(1 << 64)
    def __rshift__(self, n): return self.divided(1 << n)

    def __and__(self, mask):
        assert mask & (mask + 1) == 0, "only masks of lowest bits"
        return self.modulo(mask + 1)

    def __or__(self, other):
        """The sum of numbers that have no bits in common."""
        low, high = sorted((self, other), key=lambda x: x.most)
        assert 0 <= low.least and low.most < math.gcd(high.constant, *high.factors.values()), "bits in common"
        return low + high

    def cast(self, width):
        return self.modulo(1 << width)
