"""Layouts that use no column are refused by encode: all records would get the same key."""

import support
from support import ToolTest


class Constant(ToolTest):
    def refuse(self, layout, shown, expected, *arguments):
        self.assert_fails(
            2,
            f"option --layout: {shown} uses no column, so that all records would get the same key{expected}, or "
            "--constant to make such keys)",
            *("-l", layout, *arguments),
            stdin=b"7\n8\n",
        )

    def test_double_braces_of_other_tools(self):
        literal = ": {{ is a literal brace (expected "
        ids = ("-c", "id:u64")
        self.refuse("{{id}}", '"{{id}}"', literal + '"{id}"', *ids)
        self.refuse("{{line}}", '"{{line}}"', literal + '"{line}"')
        self.refuse(
            "k-{{md5(id) % 10:02d}}-{{id:04d}}",
            '"k-{{md5(id) % 10:02d}}-{{id:04d}}"',
            literal + '"k-{md5(id) % 10:02d}-{id:04d}"',
            *ids,
        )
        # With one brace it is no layout either, or still one without a column.
        self.refuse("{{idd}}", '"{{idd}}"', literal + "a column in braces, such as {line}", *ids)
        self.refuse("{{7}}", '"{{7}}"', literal + "a column in braces, such as {line}", *ids)

    def test_other_layouts_without_a_column(self):
        for layout, shown in (("id", '"id"'), ('{md5("a"):x}', '"{md5(\\x22a\\x22):x}"'), ("{7:u8}", '"{7:u8}"')):
            self.refuse(layout, shown, " (expected a column in braces, such as {line}")

    def test_who_insists(self):
        self.assert_keys(b"{id}\n{id}\n", "-l", "{{id}}", "--constant", stdin=b"7\n8\n")
        self.assert_keys(b"0007\n", "-l", "{id:04d}", "-c", "id:u64", "--constant", stdin=b"7\n")

    def test_layouts_that_tell_records_apart(self):
        self.assert_keys(b"0\n0\n", "-l", "{random() % 1}", stdin=b"7\n8\n")
        self.assert_keys(b"{7}\n", "-l", "{{{id}}}", "-c", "id:u64", stdin=b"7\n")
        self.assert_keys(b"0\n0\n", "-l", "{id * 0}", "-c", "id:u64", stdin=b"7\n8\n")


if __name__ == "__main__":
    support.main()
