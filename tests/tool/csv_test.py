"""csv is what RFC 4180 says, compared with Python's csv module on random records."""

import csv
import io
import random
import unittest

import support
from support import ToolTest, rowkey

SEED = 4180
FIELDS = 3


def key_of(field):
    return field.encode().hex() + "\n"


class Random(ToolTest):
    def test_random_records_in_all_quotings(self):
        generator = random.Random(SEED)
        alphabet = 'ab",\n\r;\té '
        records = [
            ["".join(generator.choices(alphabet, k=generator.randrange(9))) for _ in range(FIELDS)]
            for _ in range(3000)
        ]
        for delimiter in ",;\t":
            # Python leaves a CR unquoted when lines end in LF alone, and then cannot read it back.
            for quoting, line_end in (
                (csv.QUOTE_MINIMAL, "\r\n"),
                (csv.QUOTE_ALL, "\r\n"),
                (csv.QUOTE_ALL, "\n"),
            ):
                text = io.StringIO()
                csv.writer(text, quoting=quoting, delimiter=delimiter, lineterminator=line_end).writerows(
                    records
                )
                self.check(records, text.getvalue().encode(), delimiter)

    def test_records_of_many_fields(self):
        for count in (1, 2, 63, 64, 65, 511, 512, 513, 2100):
            records = [[f"{row}.{field}" for field in range(count)] for row in range(130)]
            expected = "".join(key_of(record[-1]) for record in records).encode()
            for quoting in csv.QUOTE_MINIMAL, csv.QUOTE_ALL:
                text = io.StringIO()
                csv.writer(text, quoting=quoting, lineterminator="\n").writerows(records)
                columns = ",".join(["_"] * (count - 1) + ["x:text"])
                arguments = ("--layout", "{x}", "--output", "hex", "--input", "csv", "--columns", columns)
                self.assert_keys(expected, *arguments, stdin=text.getvalue().encode())

    def test_records_that_differ_in_what_follows(self):
        generator = random.Random(SEED)
        records = [[f"{row}", "b"] + ["c,"] * generator.randrange(4) for row in range(3000)]
        text = io.StringIO()
        csv.writer(text).writerows(records)
        self.assert_keys(
            "".join(key_of(record[0]) for record in records).encode(),
            *("--layout", "{a}", "--output", "hex", "--input", "csv", "--columns", "a:text,b:text,..."),
            stdin=text.getvalue().encode(),
        )

    def check(self, records, data, delimiter):
        for column in range(FIELDS):
            names = ["_"] * FIELDS
            names[column] = "x:text"
            expected = "".join(key_of(record[column]) for record in records).encode()
            for threads, size in ((1, 131072), (3, 64)):
                self.assert_keys(
                    expected,
                    "--layout",
                    "{x}",
                    "--output",
                    "hex",
                    "--input",
                    "csv",
                    "--delimiter",
                    delimiter,
                    "--columns",
                    ",".join(names),
                    "--threads",
                    threads,
                    "--chunk-size",
                    size,
                    stdin=data,
                )

    def test_records_without_quotes_among_those_with(self):
        generator = random.Random(SEED)
        records = [
            [str(generator.randrange(10**9)), generator.choice(["plain", "a,b", 'q"q', "x\ny", ""])]
            for _ in range(20000)
        ]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(records)
        expected = "".join(
            f"{name.encode().hex()}2d{number.encode().hex()}\n" for number, name in records
        ).encode()
        self.assert_keys(
            expected,
            "--layout",
            "{name}-{number}",
            "--output",
            "hex",
            "--input",
            "csv",
            "--columns",
            "number:u64,name:text",
            stdin=text.getvalue().encode(),
        )


    def test_quotes_anywhere_wherever_reading_stops(self):
        generator = random.Random(SEED)
        arguments = ("encode", "--layout", "{line}", "--output", "hex", "--input", "csv", "--columns", "x:text,...")
        for _ in range(40):
            records = ["".join(generator.choices('ab",', k=generator.randrange(12))) for _ in range(60)]
            data = "\n".join([*records, '"end"']).encode()
            whole = rowkey(*arguments, stdin=data)
            for size in generator.sample(range(1, 64), 4):
                parts = rowkey(*arguments, "--chunk-size", size, stdin=data)
                self.assertEqual((parts.returncode, parts.stdout), (whole.returncode, whole.stdout), (size, data))


class Edges(ToolTest):
    def keys(self, data, columns, layout, expected):
        self.assert_keys(
            expected,
            "--layout",
            layout,
            "--output",
            "hbase",
            "--input",
            "csv",
            "--columns",
            columns,
            stdin=data,
        )

    def test_a_tab_as_delimiter_may_be_written_as_an_escape(self):
        for delimiter in ("\t", "\\t"):
            self.assert_keys(
                b"b\n", "--layout", "{y}", "--columns", "x:text,y:text", "--input", "csv", "--delimiter", delimiter,
                stdin=b"a\tb\n",
            )  # fmt: skip

    def test_one_empty_field_of_an_empty_line(self):
        self.keys(b'\n\r\n""\n', "a:text", "{a};", b";\n;\n;\n")

    def test_newlines_and_delimiters_in_quotes(self):
        self.keys(b'"a\nb","c,d"\n"\r\n",x\n', "a:text,b:text", "{a};", b"a\\x0Ab;\n\\x0D\\x0A;\n")
        self.keys(b'"a\nb","c,d"\n"\r\n",x\n', "a:text,b:text", "{b};", b"c,d;\nx;\n")

    def test_names_in_backquotes(self):
        columns = "`user-id`:u64,`Adj, Close`:text,`id`=`x`y:text"
        layout = "{`user-id`:03d}|{`Adj, Close`}|{id}"
        header = b'user-id,"Adj, Close",`x`y\n7,1.5,z\n'
        self.assert_keys(b"007|1.5|z\n", "--layout", layout, "--columns", columns, "--input", "csv", "--header", stdin=header)
        done = rowkey("decode", "-l", layout, "--columns", columns, "--header", "--output", "csv", stdin=b"007|1.5|z\n")
        self.assertEqual(b'user-id,"Adj, Close",id\n7,1.5,z\n', done.stdout)
        found = rowkey("ranges", "-l", layout, "--columns", columns, "-w", "`user-id` = 7, `Adj, Close` begins 1")
        self.assertIn(b"007|1", found.stdout)
        done = rowkey("encode", "-l", "x", "--columns", "`a-b:u64")
        self.assertIn(b'option --columns: "`a-b:u64" is not understood', done.stderr)

    def test_names_beyond_ascii_are_the_same_in_the_header_and_in_the_layout(self):
        self.keys("1,x\n".encode(), "größe:u64,名:text", "{größe}-{名}", b"1-x\n")
        self.assert_keys(
            b"7-x\n", "--layout", "{größe}-{名}", "--columns", "größe:u64,名:text", "--input", "csv", "--header",
            stdin="größe,名\n7,x\n".encode(),
        )  # fmt: skip

    def test_a_name_in_the_header_with_a_quote(self):
        self.assert_keys(
            b"1-2\n", "--layout", '{`a"b`}-{c}', "--columns", '`a"b`:text,c:text', "--input", "csv", "--header",
            stdin=b'"a""b",c\n1,2\n',
        )  # fmt: skip

    def test_numbers_in_quotes(self):
        self.keys(b'"12","3""4"\n', "a:u64,b:text", "{a}-{b}", b"12-3\\x224\n")

    def test_carriage_return_ends_a_line_only_before_its_newline(self):
        self.keys(b"a\rb\r\n\rc\r\r\n", "a:text", "{a};", b"a\\x0Db;\n\\x0Dc\\x0D;\n")

    def test_field_of_nothing_but_doubled_quotes(self):
        self.keys(b'"""","a"\n"""""""",b\n', "a:text,_", "{a};", b"\\x22;\n\\x22\\x22\\x22;\n")

    def test_last_record_may_end_in_a_quote(self):
        for size in range(1, 12):
            self.assert_keys(
                b"a;\n",
                "--layout",
                "{a};",
                "--input",
                "csv",
                "--columns",
                "a:text",
                "--chunk-size",
                size,
                stdin=b'"a"',
            )

    def test_text_output_checks_for_newlines_only_where_one_may_be(self):
        arguments = ["--input", "csv", "--columns", "a:text", "--layout", "{a};"]
        self.assert_keys(b"a,b;\n", *arguments, stdin=b'"a,b"\n')
        self.assert_fails(
            1,
            '<stdin>:2: the key "a\\x0Ab;" holds a newline (expected none with --output text: use raw, '
            "hex or hbase)",
            *arguments,
            stdin=b'x\n"a\nb"\n',
            output=b"x;\n",
        )


class Faults(ToolTest):
    ARGUMENTS = ("--layout", "{a};", "--input", "csv", "--columns", "a:text,b:text")

    def faults(self, message, data, output=b""):
        for size in (1, 7, 131072):
            self.assert_fails(1, message, *self.ARGUMENTS, "--chunk-size", size, stdin=data, output=output)

    def test_quote_that_is_not_closed(self):
        message = "the record has a quote that is not closed (expected one before the end of the file)"
        self.faults("<stdin>:2: " + message, b'a,b\n"c,d\ne,f\n', output=b"a;\n")
        self.faults("<stdin>:1: " + message, b'a,"b')
        self.faults("<stdin>:1: " + message, b'"')
        self.faults("<stdin>:1: " + message, b'"""\n')

    def test_a_quote_that_is_not_closed_rejects_all_after_it(self):
        message = "the record has a quote that is not closed (expected one before the end of the file)"
        for good in (b"", b"1,x\n"):
            for end in (b"", b"\n"):
                rejected = b'2,"open\n3,y' + end
                done = rowkey("encode", "--layout", "{a}", "--columns", "a:u64,b:text", "--input", "csv", "--on-error",
                              "skip", "--rejects", self.path("rejects"), "--quiet", stdin=good + rejected)  # fmt: skip
                self.assertEqual((0, good[:1] + good[-1:]), (done.returncode, done.stdout))
                place = b"# <stdin>:%d: " % (2 if good else 1)
                self.assertEqual(place + message.encode() + b"\n" + rejected + b"\n", self.read("rejects"))

    def test_quote_inside_unquoted_text(self):
        message = "<stdin>:1: field 1 has a quote in unquoted text (expected the field in quotes, and each quote in it doubled)"
        self.faults(message, b'a"b,c\nd,e\n')
        self.faults(message, b'a"b"\n')
        self.faults(message.replace("field 1", "field 2"), b'a, "b"\n')

    def test_text_after_a_closing_quote(self):
        message = "<stdin>:2: field 1 has text after its closing quote (expected a quote inside of quotes to be doubled)"
        self.faults(message, b'x,y\n"a"b,c\n', output=b"x;\n")
        self.faults(message, b'x,y\n"a" ,c\n', output=b"x;\n")

    def test_stray_quotes_spoil_only_their_record(self):
        data = b'a"b,c\nd,e\n"f"g,h\n"i,\nj",k\nl,m"\nn,o\n'
        rejects = self.path("rejects")
        for threads, size in ((1, 1), (2, 3), (1, 131072)):
            done = rowkey(
                "encode",
                *self.ARGUMENTS,
                "--on-error",
                "skip",
                "--rejects",
                rejects,
                "--output",
                "hbase",
                "--threads",
                threads,
                "--chunk-size",
                size,
                stdin=data,
            )
            self.assertEqual((0, b"d;\ni,\\x0Aj;\nn;\n"), (done.returncode, done.stdout))
            self.assertEqual(
                b"# <stdin>:1: field 1 has a quote in unquoted text (expected the field in quotes, and each quote in it "
                b'doubled)\na"b,c\n'
                b"# <stdin>:3: field 1 has text after its closing quote (expected a quote inside of quotes to be "
                b'doubled)\n"f"g,h\n'
                b"# <stdin>:6: field 2 has a quote in unquoted text (expected the field in quotes, and each quote in it "
                b'doubled)\nl,m"\n',
                self.read("rejects"),
            )

    def test_wrong_number_of_fields(self):
        self.faults("<stdin>:1: column b is missing: the record has 1 field (expected 2)", b"a\n")
        self.faults("<stdin>:1: the record has 3 fields (expected 2)", b"a,b,c\n")
        self.faults("<stdin>:1: the record has 3 fields (expected 2)", b'"a",b,c\n')
        self.faults(
            "<stdin>:2: column b is missing: the record has 1 field (expected 2)",
            b'a,b\n"c,d"\n',
            output=b"a;\n",
        )
        self.assert_fails(
            1,
            "<stdin>:1: column b is missing: the record has 1 field (expected 2 or more)",
            "--layout",
            "{a}",
            "--input",
            "csv",
            "--columns",
            "a:text,b:text,...",
            stdin=b"a\n",
        )

    def test_record_with_newlines_beside_its_key(self):
        self.assert_fails(
            1,
            '<stdin>:1: the key "x;" belongs to a record with a newline in it (expected none with --emit '
            "key+record)",
            *self.ARGUMENTS,
            "--emit",
            "key+record",
            stdin=b'x,"a\nb"\n',
        )

    def test_keys_with_tabs_beside_their_records(self):
        self.assert_fails(
            1,
            '<stdin>:1: the key "a\\x09b;" holds a tab (expected none with --emit key+record: use '
            "--output hex or hbase)",
            *self.ARGUMENTS,
            "--emit",
            "key+record",
            stdin=b"a\tb,c\n",
        )


if __name__ == "__main__":
    support.main()
