"""What the intrinsics and the lane contract's operations do to one lane, and the evaluator of C trees that calls
them. tests/kernels/test_lanes.c tests on the CPU that the contract's operations do what is said here."""
from .c_source import Source, Unreadable
from .terms import Bits, Number, bits_of, joined


def by_fields(width, operation):
    """The operation on each field of so many bits; what is as wide as that, or a Number, is one field."""
    def apply(*values):
        whole = [v for v in values if isinstance(v, Bits)]
        if not whole or whole[0].width == width:
            return operation(*values)
        columns = zip(*[bits_of(v, whole[0].width).fields(width) for v in values])
        return joined([operation(*column) for column in columns])
    return apply


def with_scalar(width, operation):
    """The same where the last operand is a count or a factor for all fields."""
    return lambda *values: by_fields(width, lambda *fields: operation(*fields, values[-1]))(*values[:-1])


def repeated(value, width, total=64):
    """set1: the same constant in every field of a lane."""
    return sum((value % (1 << width)) << at for at in range(0, total, width))


def high_half(a, b):
    return (a.widened(32) * b.widened(32)).part(16, 16)


def saturated(x, width):
    """Signed, to the width."""
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    return Bits(f"(ite (bvsgt {x.text} {bits_of(high, x.width).text}) {bits_of(high, width).text} "
                f"(ite (bvslt {x.text} {bits_of(low, x.width).text}) {bits_of(low, width).text} "
                f"{x.part(0, width).text}))", width)


def maddubs(a, b):
    """Unsigned bytes of a by signed ones of b, pairs added."""
    products = [x.widened(32) * y.widened(32, signed=True) for x, y in zip(a.fields(8), bits_of(b, 64).fields(8))]
    return joined([saturated(products[i] + products[i + 1], 16) for i in range(0, len(products), 2)])


def madd(a, b):
    products = [x.widened(32, signed=True) * y.widened(32, signed=True)
                for x, y in zip(a.fields(16), bits_of(b, 64).fields(16))]
    return joined([products[i] + products[i + 1] for i in range(0, len(products), 2)])


def ternary(a, b, c, immediate):
    """Bit 4a + 2b + c of the immediate, for each bit."""
    total = bits_of(0, a.width)
    for row in range(8):
        if immediate >> row & 1:
            total = total | ((a if row & 4 else ~a) & (b if row & 2 else ~b) & (c if row & 1 else ~c))
    return total


def shuffle_bytes(x, order):
    """Byte permutes that stay in their lane, the same in every one."""
    size = x.width // 8
    lanes = [[place - lane % 16 for place in order[lane:lane + size]] for lane in range(0, len(order), size)]
    if any(lane != lanes[0] for lane in lanes) or not all(0 <= place < size for place in lanes[0]):
        raise Unreadable("a byte shuffle that leaves its lane")
    return joined([x.part(8 * place, 8) for place in lanes[0]])


def permuted_fields(width):
    """Permutes of fields that stay in their lane, the same in every one, of a vector given twice."""
    def apply(a, b, *order):
        size = a.width // width
        if a.text != b.text or any(place != order[i % size] + i // size * size for i, place in enumerate(order)):
            raise Unreadable("a permute of fields that leaves its lane")
        fields = a.fields(width)
        return joined([fields[place] for place in order[:size]])
    return apply


def reversed_fields(size, width):
    def apply(x):
        return joined([joined(list(reversed(part.fields(width)))) for part in x.fields(size)])
    return apply


def swapped_halves(x, order):
    """The permute of 32-bit fields that exchanges those of a 64-bit lane."""
    if order != 0xB1:
        raise Unreadable(f"a permute of 32-bit fields by {order:#x}")
    low, high = x.fields(32)
    return joined([high, low])


def low_half_product(a, b):
    return cut32(a) * cut32(b)


def cut32(x):
    return x.modulo(1 << 32) if isinstance(x, Number) else x & 0xFFFFFFFF


def product52(a, b):
    return a.modulo(1 << 52).times(b % (1 << 52))


def madd52_low(total, a, b):
    return product52(a, b).modulo(1 << 52) + total


def madd52_high(total, a, b):
    return product52(a, b).divided(1 << 52) + total


def multiplied_high(a, b):
    """v64_mul_hi_by, which proofs/coq/Inverse.v proves to be this."""
    return a.times(b).divided(1 << 64)


def negated_and(a, b):
    return ~a & b


def same(x):
    return x


def shift_insert(a, b, n):
    return a & ~(bits_of((1 << a.width) - 1, a.width) >> n) | b >> n


def add(a, b): return a + b
def subtract(a, b): return a - b
def multiply(a, b): return a * b
def left(x, n): return x << n
def right(x, n): return x >> n
def rotated(x, n): return (x << n) | (x >> (x.width - n))


OPERATIONS = {
    "UINT64_C": same, "INT64_C": same, "v64_set1": same, "v32_set1": same,
    "v64_mul_hi_by": multiplied_high, "v16_factor": lambda f: repeated(f, 16),
    # Arm
    "veorq_u32": lambda a, b: a ^ b, "vornq_u32": lambda a, b: a | ~b,
    "vandq_u8": lambda a, b: a & b, "vandq_u32": lambda a, b: a & b, "vandq_u64": lambda a, b: a & b,
    "vorrq_u64": lambda a, b: a | b, "vorrq_u32": lambda a, b: a | b,
    "vbslq_u32": lambda mask, a, b: (mask & a) | (~mask & b),
    "vrev32q_u16": reversed_fields(32, 16), "vdupq_n_u64": same, "vdup_n_u32": same,
    "vmovn_u64": cut32, "vmovl_u32": same, "vmull_u32": low_half_product,
    "vmlsl_u32": lambda sum_, a, b: sum_ - low_half_product(a, b),
    "vmlal_u32": lambda sum_, a, b: sum_ + low_half_product(a, b),
    "v32_ternary": ternary,  # an assembly statement: its operands' order is what the kernel tests check
    "_mm512_ternarylogic_epi32": ternary, "_mm512_ternarylogic_epi64": ternary,
    "_mm512_rol_epi32": rotated, "_mm512_rol_epi64": rotated,
    "_mm512_madd52lo_epu64": madd52_low, "_mm512_madd52hi_epu64": madd52_high,
}
for field in (16, 32, 64):
    OPERATIONS.update({
        f"vdupq_n_u{field}": lambda x, field=field: repeated(x, field),
        f"vaddq_u{field}": by_fields(field, add), f"vsubq_u{field}": by_fields(field, subtract),
        f"vshlq_n_u{field}": with_scalar(field, left), f"vshrq_n_u{field}": with_scalar(field, right),
        f"vsriq_n_u{field}": with_scalar(field, shift_insert), f"vmulq_n_u{field}": with_scalar(field, multiply),
        f"vmlaq_n_u{field}": with_scalar(field, lambda a, b, n: a + b * n),
        f"vmlsq_n_u{field}": with_scalar(field, lambda a, b, n: a - b * n),
    })
    for bits in ("256", "512"):
        OPERATIONS.update({
            f"_mm{bits}_add_epi{field}": by_fields(field, add),
            f"_mm{bits}_sub_epi{field}": by_fields(field, subtract),
            f"_mm{bits}_mullo_epi{field}": by_fields(field, multiply),
            f"_mm{bits}_slli_epi{field}": with_scalar(field, left),
            f"_mm{bits}_srli_epi{field}": with_scalar(field, right),
            f"_mm{bits}_set1_epi{field}": lambda x, field=field: repeated(x, field),
        })
for bits in ("256", "512"):
    OPERATIONS.update({
        f"_mm{bits}_and_si{bits}": lambda a, b: a & b, f"_mm{bits}_or_si{bits}": lambda a, b: a | b,
        f"_mm{bits}_xor_si{bits}": lambda a, b: a ^ b, f"_mm{bits}_andnot_si{bits}": negated_and,
        f"_mm{bits}_set1_epi64x": same, f"_mm{bits}_setzero_si{bits}": lambda: 0,
        f"_mm{bits}_mul_epu32": low_half_product, f"_mm{bits}_mulhi_epu16": by_fields(16, high_half),
        f"_mm{bits}_setr_epi8": lambda *places: list(places), f"_mm{bits}_shuffle_epi8": shuffle_bytes,
        f"_mm{bits}_maddubs_epi16": maddubs, f"_mm{bits}_madd_epi16": madd,
        f"_mm{bits}_shuffle_epi32": lambda x, order: swapped_halves(x, order),
    })

# WebAssembly
OPERATIONS.update({
    "wasm_v128_and": lambda a, b: a & b, "wasm_v128_or": lambda a, b: a | b, "wasm_v128_xor": lambda a, b: a ^ b,
    "wasm_i16x8_shuffle": permuted_fields(16), "wasm_i32x4_dot_i16x8": madd,
    # the low halves of two lanes side by side, and their products, as the kernel tests check
    "v64_low_halves": cut32, "wasm_u64x2_extmul_low_u32x4": low_half_product,
    "wasm_v128_andnot": lambda a, b: a & ~b, "wasm_v128_bitselect": lambda a, b, mask: (mask & a) | (~mask & b),
})
for field, shape in ((16, "16x8"), (32, "32x4"), (64, "64x2")):
    OPERATIONS.update({
        f"wasm_i{shape}_add": by_fields(field, add), f"wasm_i{shape}_sub": by_fields(field, subtract),
        f"wasm_i{shape}_mul": by_fields(field, multiply), f"wasm_i{shape}_shl": with_scalar(field, left),
        f"wasm_u{shape}_shr": with_scalar(field, right),
    })
    for sign in "iu":
        OPERATIONS[f"wasm_{sign}{shape}_splat"] = lambda x, field=field: repeated(x, field)

INTEGERS = {"+": add, "-": subtract, "*": multiply, "&": lambda a, b: a & b, "|": lambda a, b: a | b,
            "^": lambda a, b: a ^ b, "<<": left, ">>": right, "/": lambda a, b: a // b, "%": lambda a, b: a % b,
            "==": lambda a, b: int(a == b), "<": lambda a, b: int(a < b), ">": lambda a, b: int(a > b)}
NAMES = {"UINT32_MAX": (1 << 32) - 1, "UINT64_MAX": (1 << 64) - 1}


class Evaluator:
    """Calls functions of C sources with terms. cuts: functions that are taken as given, as Python functions."""

    def __init__(self, *paths, cuts=None):
        self.source, self.cuts = Source(*paths), cuts or {}

    def call(self, name, *arguments):
        return self.run(name, *arguments)[0]

    def run(self, name, *arguments):
        """(what the function returns, its variables at the end)"""
        function = self.source.function(name)
        if function is None:
            raise Unreadable(f"no function {name} in {', '.join(self.source.paths)}")
        parameters, statements = function
        variables = dict(zip(parameters, arguments, strict=True))
        for statement in statements:
            while statement[0] == "if":
                if not self.value(statement[1], variables):
                    break
                statement = statement[2][0]
            if statement[0] == "set":
                target = statement[1][1] if statement[1][0] == "name" else statement[1][1][1]
                variables[target] = self.value(statement[2], variables)
            elif statement[0] == "return":
                return self.value(statement[1], variables), variables
        raise Unreadable(f"{name} returns nothing")

    def value(self, tree, variables):
        kind = tree[0]
        if kind == "number":
            return tree[1]
        if kind == "name":
            if tree[1] in variables:
                return variables[tree[1]]
            if tree[1] in NAMES:
                return NAMES[tree[1]]
            constant = self.source.constant(tree[1])
            if constant is None:
                raise Unreadable(f"unknown name {tree[1]}")
            return self.value(constant, {})
        if kind == "unary*":
            return self.value(tree[1], variables)
        if kind == "unary-":
            return -self.value(tree[1], variables)
        if kind == "unary~":
            return ~self.value(tree[1], variables)
        if kind == "cast":
            value = self.value(tree[2], variables)
            width = {"uint32_t": 32}.get(tree[1], 64)
            return value if width == 64 else value.cast(width) if not isinstance(value, int) else value % (1 << width)
        if kind == "?":
            return self.value(tree[2 if self.value(tree[1], variables) else 3], variables)
        if kind == "call":
            arguments = [self.value(argument, variables) for argument in tree[2]]
            name = tree[1]
            if name in self.cuts:
                return self.cuts[name](*arguments)
            if name in OPERATIONS:
                return OPERATIONS[name](*arguments)
            return arguments[0] if name.startswith("vreinterpret") else self.call(name, *arguments)
        if kind in INTEGERS:
            return INTEGERS[kind](self.value(tree[1], variables), self.value(tree[2], variables))
        raise Unreadable(f"unknown operator {kind}")
