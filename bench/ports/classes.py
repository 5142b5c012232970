"""Which class of operations an instruction belongs to, from its text as llvm-objdump writes it."""
import re

ARITHMETIC = ["add", "logic", "ternary", "shift", "rotate", "multiply", "permute", "unpack"]
MEMORY = ["load", "store", "spill"]
OTHER = ["move", "scalar"]
ALL = ARITHMETIC + MEMORY + OTHER

# The first that matches decides. `spill` counts loads and stores of the stack, the other two those of anything else.
X86 = [
    ("ternary", r"vpternlog"),
    ("rotate", r"vpro[lr]"),
    ("shift", r"vps[lr][la]|vpsh[lr]d"),
    ("multiply", r"vpmul|vpmadd"),
    ("logic", r"vp?(and|andn|or|xor)([dq]|p[sd])?$|vp?blend"),
    ("add", r"vp(add|sub|min|max|cmp|abs|test|sadbw|lzcnt|popcnt)|v?ptest|vpmovm2|vpmov\w2m|vmovmsk|vpmovmsk"),
    ("unpack", r"vp?unpck|vpshuf[dhl]|vshuf[pif]|vmovddup|vpalignr|valign"),
    ("permute", r"vpshufb|vperm|vinsert|vpinsr|vextract|vpextr|vpmov|vp?broadcast|vpcompress|vpexpand|vp?gather"),
    ("move", r"vmov|vzero|kmov"),
]
ARM = [
    ("logic", r"(and|orr|eor|bic|orn|bsl|bit|bif|mvn|not|bcax|eor3)$"),
    ("shift", r"(shl|sri|sli|[us]shr|[us]sra|[us]shll2?|shll2?|[us]?q?shrn2?|[us]shl|s?xtl2?|uxtl2?)$"),
    ("multiply", r"(mul|ml[as]|[us]ml[as]l2?|[us]mull2?|pmull2?)$"),
    ("unpack", r"(zip[12]|uzp[12]|trn[12]|rev(16|32|64)|ext|xtn2?)$"),
    ("permute", r"(tb[lx]|ins|dup|umov|smov)$"),
    ("add", r"(add[pv]?|sub|neg|abs|cm\w+|[us](min|max)\w*|[us]add[lw]\w*|[us]abd\w*|cnt|clz)$"),
    ("move", r"(mov|movi|mvni|fmov)$"),
]


def first_match(patterns, mnemonic):
    return next((name for name, pattern in patterns if re.match(pattern, mnemonic)), "scalar")


def of_x86(mnemonic, operands):
    """Classes of one instruction; an operand in memory is an access of its own beside the arithmetic."""
    if not re.search(r"%([xyz]mm|k[0-7]\b)", operands):
        return ["scalar"]
    kind = first_match(X86, mnemonic)
    memory = re.search(r"[-\w]*\((%\w+)?[^)]*\)", operands)
    if memory is None:
        # Of a register with itself: zero, as free as a move between registers.
        zeroes = re.match(r"vp?xor", mnemonic) and len(set(re.findall(r"%\w+", operands.rpartition(",")[0]))) == 1
        return ["move" if zeroes else kind]
    stores = operands.rstrip().endswith(memory[0]) and kind in ("move", "permute")
    access = "spill" if memory[1] in ("%rsp", "%rbp") else "store" if stores else "load"
    # A broadcast is part of the load; to put something into a part of a register is a blend.
    if kind == "move" or re.match(r"vp?broadcast", mnemonic):
        return [access]
    return [access, "logic" if re.match(r"vinsert|vpinsr", mnemonic) else kind]


def of_arm(mnemonic, operands):
    if not re.search(r"\b[vqds]\d+\b", operands):
        return ["scalar"]
    if access := re.match(r"(ld|st)(n?p|[1-4]r?|u?r)$", mnemonic):
        where = "spill" if re.search(r"\[(sp|x29)\b", operands) else "load" if access[1] == "ld" else "store"
        if access[2] == "1r":
            return [where, "permute"]  # the copy to all lanes is an operation of its own
        return [where] * (2 if access[2].endswith("p") else 1)
    if mnemonic == "mov" and "[" in operands:
        return ["permute"]
    return [first_match(ARM, mnemonic)]


def of(architecture, mnemonic, operands):
    return (of_arm if architecture == "aarch64" else of_x86)(mnemonic, operands)
