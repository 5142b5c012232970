"""rowkey advise without --columns: the types that the values of each column have, and names that layouts can use."""

import json
import shlex

from advise_runs import CLUSTER, COLUMNS, QUESTIONS, AdviseTest, events
from support import main, rowkey

# Texts of one column, and the type that all of them have.
TYPES = (
    ("u64", "0", "17", "18446744073709551615"),
    ("i64", "0", "-1", "9223372036854775807", "-9223372036854775808"),
    ("f64", "1.5", "-2", "1e300", ".5"),
    ("text", "1.5", "nan"),
    ("text", "1.5", "1e999"),
    ("text", "18446744073709551616", "7"),  # as an f64 it would be another number
    ("f64", "123456789012345", "0.5"),
    ("text", "1234567890123456", "0.5"),
    ("text", "007", "7"),
    ("text", "-0", "7"),
    ("text", "+7", "7"),
    ("text", "00.5", "7.25"),
    ("text", " 7", "7"),
    ("epoch(s)", "946684800", "4102444799"),
    ("u64", "946684799", "1700000000"),
    ("u64", "4102444800", "1700000000"),
    ("epoch(ms)", "1700000000000", "1700000000001"),
    ("epoch(us)", "1700000000000000", "946684800000000"),
    ("epoch(ns)", "1700000000000000000", "4102444799999999999"),
    ("i64", "-1", "1700000000"),
    ("time(s)", "2024-03-01", "2024-03-01T12:30:00Z", "2024-03-01 12:30:00+02:00"),
    ("time(ms)", "2024-03-01", "2024-03-01T12:30:00.123Z"),
    ("time(us)", "2024-03-01T12:30:00.000001Z"),
    ("time(ns)", "2024-03-01T12:30:00.000000001Z", "2024-03-01"),
    ("text", "2024-03-01T12:30:00.0000000001Z"),
    ("text", "2024-13-01", "2024-03-01"),
    ("uuid", "123e4567-e89b-12d3-a456-426614174000"),
    ("text", "123E4567-E89B-12D3-A456-426614174000"),  # written again it would be another text
    ("text", "123e4567e89b12d3a456426614174000"),
    ("text", "a", "1"),
)


class ColumnsTest(AdviseTest):
    def found(self, lines, *arguments, ask="id = ?", status=0):
        file = self.file("records.csv", "".join(line + "\n" for line in lines).encode())
        done = rowkey(
            "advise", "--header", "--ask", ask, "--regions", 2, "--candidates", 1, "--designs", 1, "--output", "json", *arguments, file
        )
        self.assertEqual(status, done.returncode, done.stderr)
        return json.loads(done.stdout)["columns"] if status == 0 else done.stderr.decode()

    def test_the_first_type_that_all_values_have(self):
        """Whatever their order, and in records that take several batches."""
        rows = 5000
        for kind, *texts in TYPES:
            with self.subTest(kind=kind, texts=texts):
                for order in (texts, texts[::-1]):
                    lines = ["id,value", *(f"{row},{order[row % len(order)]}" for row in range(3 * len(order)))]
                    self.assertEqual(f"id:u64,value:{kind}", self.found(lines))
                late = [texts[0]] * rows + texts
                self.assertEqual(f"id:u64,value:{kind}", self.found(["id,value", *(f"{i},{text}" for i, text in enumerate(late))]))

    def test_nulls_have_no_type(self):
        lines = ["id,value,none", "1,NULL,NULL", "2,17,NULL", "3,NULL,NULL", "4,2,NULL"]
        self.assertEqual("id:u64,value:u64,none:text", self.found(lines, "--null", "NULL"))
        self.assertEqual("id:u64,value:text,none:text", self.found(lines))
        times = ["id,value", "1,", "2,2024-03-01", "3,"]
        self.assertEqual("id:u64,value:time(s)", self.found(times, "--null", ""))
        # Zero bytes stand for a UUID that is null.
        uuids = ["id,value", "1,123e4567-e89b-12d3-a456-426614174000", "2,", "3,123e4567-e89b-12d3-a456-426614174001"]
        for ask in ("id = ?", "value = ?"):
            self.assertEqual("id:u64,value:uuid", self.found(uuids, "--null", "", ask=ask))

    def test_empty_values_that_make_a_text(self):
        """They are named, as a question that takes the column for what it is meant to be is refused."""
        lines = ["id,ts,n,none,name", "1,2024-03-01,7,,a", "2,,,,b", "3,2024-03-02,9,,"]
        file = self.file("records.csv", "".join(line + "\n" for line in lines).encode())
        run = ["advise", "--header", "--regions", 2, "--candidates", 1, "--designs", 1]
        notes = "ts has empty values: with --null '' it is time(s)\nn has empty values: with --null '' it is u64"
        columns = "id:u64,ts:text,n:text,none:text,name:text"
        text = rowkey(*run, "--ask", "id = ?", file).stdout.decode()
        self.assertIn(f"columns {columns}: all values have these types (--columns takes others)\n{notes}\nnote: ", text)
        found = json.loads(rowkey(*run, "--ask", "id = ?", "--output", "json", file).stdout)
        self.assertEqual((columns, notes), (found["columns"], found["columns_note"]))
        for question in ("ts in last 1h", "n in last 3"):
            done = rowkey(*run, "--ask", question, file)
            self.assertEqual(2, done.returncode)
            self.assertIn("option --ask: this column is not a time\n", done.stderr.decode())
            self.assertTrue(done.stderr.decode().endswith(f"\n{notes}\nthe columns found: {columns}\n"), done.stderr)
        self.assertIn(f"columns found: {columns}", self.found(lines, "--layout", "{name:u64}", status=2))
        found = self.found(lines, "--null", "", ask="name = ?")
        self.assertEqual("id:u64,ts:time(s),n:u64,none:text,name:text", found)
        quoted = ["id,ts", "1,2024-03-01", '2,""', "3,2024-03-02"]
        text = self.found(quoted, "--null", "", ask="ts in last 1h", status=2)
        self.assertIn("\nts has empty values, all others are time(s)\nthe columns found: id:u64,ts:text\n", text)

    def test_texts_that_stand_for_no_value(self):
        lines = ["id,n,ts,both,word", "1,NA,2024/03/01,-,NA", "2,7,2024/03/02,N/A,x", "3,8,?,5,y", "4,9,2024/03/04,6,z"]
        text = self.found(lines, ask="ts in last 1h", status=2)
        self.assertIn(
            "n has NA: with --null 'NA' it is u64\n"
            "ts is text: with --null '?' time(s, \"%Y/%m/%d\") reads its values (--columns takes it)\n"
            "both has - and the like, all others are u64\n"
            "the columns found: id:u64,n:text,ts:text,both:text,word:text\n",
            text,
        )
        self.assertEqual("id:u64,n:u64,ts:text,both:text,word:text", self.found(lines, "--null", "NA"))

    def test_forms_of_times_are_named(self):
        for texts, types in (
            (("03/04/2024", "05/06/2024"), 'time(s, "%m/%d/%Y") or time(s, "%d/%m/%Y")'),
            (("03/04/2024", "05/16/2024"), 'time(s, "%m/%d/%Y")'),
            (("01/Mar/2024:12:30:00 +0100",), 'time(s, "%d/%b/%Y:%T %z")'),
            (("Fri Mar  1 12:30:00 2024",), 'time(s, "%a %b %e %T %Y")'),
            (("2024/03/01 12:30:00.25",), 'time(ms, "%Y/%m/%d %T.%f")'),
        ):
            lines = ["id,ts", *(f"{i},{text}" for i, text in enumerate(texts))]
            text = self.found(lines, ask="ts in last 1h", status=2)
            self.assertIn(f"\nts is text: {types} reads its values (--columns takes it)\nthe columns found: ", text)
        self.assertNotIn("is text:", self.found(["id,ts", "1,2024/03/01", "2,soon"], ask="ts in last 1h", status=2))

    def test_zeros_of_a_second_show_a_unit(self):
        self.assertEqual("id:u64,ts:time(ms)", self.found(["id,ts", "1,2024-03-01T12:30:00.000Z", "2,2024-03-01"]))

    def test_names(self):
        header = ["id", "Adj Close", "line", "", "2nd", "Temp (C)", "x:y", "z\\w", "größe", "user.id", "a-b", "a_b"]
        lines = [",".join(header), *(",".join(str(row + i) for i in range(len(header))) for row in range(9))]
        names = "id Adj_Close=Adj Close column3=line column4= _2nd=2nd Temp__C_=Temp (C) x_y=x\\:y z_w=z\\\\w größe user.id column11=a-b a_b"
        expected = names.replace(" column", ":u64,column").replace(" _2", ":u64,_2").replace(" Temp_", ":u64,Temp_")
        for name in ("Adj_Close", "x_y", "z_w", "größe", "user.id", "a_b"):
            expected = expected.replace(f" {name}", f":u64,{name}", 1)
        found = self.found(lines)
        self.assertEqual(expected + ":u64", found)
        # The list says the same when it is given.
        self.assertEqual(found, self.found(lines, "--columns", found))

    def test_names_that_are_made_are_free(self):
        for header, expected in (
            ("column2,", "column2:u64,column3=:u64"),
            (",line,column2,column1", "column3=:u64,column4=line:u64,column2:u64,column1:u64"),
        ):
            with self.subTest(header=header):
                lines = [header, *(",".join([str(row)] * (header.count(",") + 1)) for row in range(9))]
                self.assertEqual(expected, self.found(lines, ask=f"{expected.split(',')[-1].split('=')[0].split(':')[0]} = ?"))

    def test_quoted_names_and_values(self):
        lines = ['"id","a ""b"""', '"1","x"', '"2","y, z"']
        self.assertEqual('id:u64,a__b_=a "b":text', self.found(lines))

    def test_the_answer_is_that_of_the_same_types(self):
        file = self.file("events.csv", events(1000))
        asked = [word for question in QUESTIONS for word in ("--ask", question)]
        for form in ("json", "table"):
            answers = [
                rowkey("advise", "--header", *asked, *CLUSTER, "--candidates", 8, "--output", form, *columns, file).stdout.decode()
                for columns in (["-c", COLUMNS], [])
            ]
            line = f"columns {COLUMNS}: all values have these types (--columns takes others)\n"
            if form == "table":
                self.assertIn(line, answers[1])
                self.assertIn(f"-c {COLUMNS}", answers[1].replace("'", ""))
            # The commands at the end have the option in its place of the order given, or at their end.
            designs = [answer.replace(line, "").split("\nThe same figures:")[0] for answer in answers]
            self.assertEqual(*designs)

    def test_headers_that_a_list_cannot_have(self):
        for header, message in (
            ("id,a,a", "1: the header names column \"a\" twice (expected different names, or --columns with the others)"),
            ('id,"a,b"', '1: the header has the name "a,b", which a list of columns cannot hold'),
            ("id,a(b", '1: the header has the name "a(b", which a list of columns cannot hold'),
            (",".join(["id", *(f"c{i}" for i in range(64))]), "1: the header has 65 columns (expected at most 64, or --columns"),
        ):
            with self.subTest(header=header[:20]):
                record = ",".join("1" for _ in range(header.count(",") + 1 - header.count('"a,b"')))
                self.assertIn(message, self.found([header, record], status=1))
                self.assertEqual("id:u64", self.found([header, record], "--columns", "id:u64"))

    def test_records_that_are_bad(self):
        self.assertIn("records.csv:3: column value is missing", self.found(["id,value", "1,2", "3"], status=1))
        self.assertIn("there are no records", self.found(["id,value"], status=1))
        done = rowkey("advise", "--ask", "id = ?", "--regions", 2, self.file("none.csv", b"1,2\n"))
        self.assertEqual(2, done.returncode)
        self.assertIn(b"option --columns is missing", done.stderr)

    def test_columns_of_several_files(self):
        parts = [(b"id\tx\n" + b"".join(b"%d\t%d\n" % (10 * part + i, -i) for i in range(9))) for part in (0, 1)]
        files = [self.file(f"part{i}.tsv", part) for i, part in enumerate(parts)]
        done = rowkey("advise", "--header", "--ask", "id = ?", "--regions", 2, "--output", "json", *files)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertEqual("id:u64,x:i64", json.loads(done.stdout)["columns"])

    def test_printed_commands_read_the_same_rows(self):
        """Also where an option has an empty value."""
        file = self.file("records.csv", b"id,value\n1,5\n2,\n3,\n4,-7\n")
        done = rowkey("advise", "--header", "--null", "", "--ask", "value = ?", "--regions", 2, "--allow-shared-keys", file)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        commands = done.stdout.decode().split("The same figures:\n")[1].splitlines()
        self.assertEqual(3, len(commands))
        for command in commands:
            again = rowkey(*shlex.split(command)[1:])
            self.assertEqual(0, again.returncode, (command, again.stderr))
        self.assertIn(" -c id:u64,value:i64", commands[0])
        self.assertIn("--header --null '' --columns id:u64,value:i64", commands[1])



if __name__ == "__main__":
    main()
