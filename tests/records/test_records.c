/* Records of each kind: what a reader gives of them, and the same wherever the bytes are cut. */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "testing.h"
#include "transcript.h"

static rowkey_records *records_of(const rowkey_records_settings *settings) {
  rowkey_error error;
  rowkey_records *records = rowkey_records_create(settings, &error);
  CHECK(records != NULL, "%s", error.text);
  CHECK(rowkey_records_use(records, NULL, 0, &error) == ROWKEY_OK, "%s", error.text);
  return records;
}

/* Bytes, and what is told of them in one piece that nobody has cut. */
struct sample {
  const char *name;
  rowkey_records_settings settings;
  const char *bytes;
  size_t size;
  const char *told;
};

#define BYTES(text) text, sizeof text - 1

static const struct sample samples[] = {
    {"quotes",
     {.kind = ROWKEY_CSV, .columns = "a:text,b:text,_"},
     BYTES(
         "S\303\243o \"P\" Paulo,x,1\n\"S\303\243o \"P\" Paulo\",x,1\n\"S\303\243o \"\"P\"\" Paulo\",\"\",1\r\n"
         "\"two\nlines\",\"b\"\"\",2\nfew\n\n1,2,3,4\nlast,\"one\",9"),
     "0+18 line 0: field 1 has a quote in unquoted text (expected the field in quotes, and each quote in it "
     "doubled)\n"
     "19+20 line 1: field 1 has text after its closing quote (expected a quote inside of quotes to be "
     "doubled)\n"
     "40+23 line 2|S\303\243o \"P\" Paulo|\n"
     "65+19 line 3|two\nlines|b\"\n"
     "85+3 line 5: column b is missing: the record has 1 field (expected 3)\n"
     "89+0 line 6: column b is missing: the record has 1 field (expected 3): the line is blank (grep -v '^$' "
     "leaves such lines out)\n"
     "90+7 line 7: the record has 4 fields (expected 3)\n"
     "98+12 line 8|last|one\n"},
    {"an open quote",
     {.kind = ROWKEY_CSV, .columns = "a:text,b:u64"},
     BYTES("x,1\n\"y,2\nz,3"),
     "0+3 line 0|x|1\n"
     "4+8 line 1: the record has a quote that is not closed (expected one before the end of the file)\n"},
    {"comments and nulls",
     {.kind = ROWKEY_CSV,
      .columns = "a:text,b:u64,both:text = a + \"/\" + a",
      .null = "-",
      .comment = "#",
      .delimiter = ';'},
     BYTES("#1\n-;7\n#2\n\"-\";-\n# 3;4\n\"#\n#\";1\nb;x\n;2\n#"),
     "3+3 line 1|null|7|null\n"
     "10+5 line 3|-|null|-/-\n"
     "22+7 line 5|#\n#|1|#\n#/#\n#\n"
     "30+3 line 7: column b: \"x\" is not a number of type u64: it has a byte that is not a digit (expected "
     "digits only, from 0 to 18446744073709551615)\n"
     "34+2 line 8||2|/\n"},
    {"tabs",
     {.kind = ROWKEY_TSV, .columns = "a:text,...", .comment = "//"},
     BYTES("\"x\ty\r\n//\n\t\nz"),
     "0+4 line 0|\"x\n9+1 line 2|\n11+1 line 3|z\n"},
    {"lines",
     {.kind = ROWKEY_LINES, .columns = "ts:time(s)"},
     BYTES("1970-01-01T00:00:09Z\r\nts\n\n1970-01-02"),
     "0+20 line 0|9\n"
     "22+2 line 1: column ts: \"ts\" is not a valid time(s): it is not written as ISO 8601 (expected a time of UTC "
     "such as 2024-03-01T12:30:00Z, or with +02:00 for Z): this line seems to name the columns (option header reads "
     "it so)\n"
     "25+0 line 2: column ts: \"\" is not a valid time(s): it is not written as ISO 8601 (expected a time of UTC such "
     "as 2024-03-01T12:30:00Z, or with +02:00 for Z)\n"
     "26+10 line 3|86400\n"},
    {"keys", {.kind = ROWKEY_KEY_LINES}, BYTES("a\r\n\n\tb"), "0+2 line 0\n3+0 line 1\n4+2 line 2\n"},
    {"binary",
     {.kind = ROWKEY_BINARY, .columns = "a:2s,b:u8,_:1"},
     BYTES("x\0\7.yz\10.end"),
     "0+4 line 0|x|7\n4+4 line 0|yz|8\n"
     "8+3 line 0: the record is cut short: it has 3 bytes (expected 4)\n"},
    {"JSON",
     {.kind = ROWKEY_JSONL, .columns = "a:text,n=u.n:i64"},
     BYTES(
         "\357\273\277{\"a\":\"x\",\"u\":{\"n\":-1}}\r\n{\"a\":\"\\u00e9\\\"\\n\",\"u\":null}\n"
         "{\"n\":[1,{\"a\":2}],\"u\":{\"n\":1.0}}\n{\"a\":\"1\n{\"a\":{}}\n{\"a\":1}x\n[]\n\n{\"\\u0061\":12}"),
     "3+22 line 0|x|-1\n"
     "27+27 line 1|\303\251\"\n|null\n"
     "55+31 line 2|null|1\n"
     "87+7 line 3: the record has a string that does not end (expected a JSON object)\n"
     "95+8 line 4: column a: it is an object (expected a string, a number, true, false or null)\n"
     "104+8 line 5: the record is not a JSON object at byte 7 (expected the end of the line after the object)\n"
     "113+2 line 6: the record is not a JSON object at byte 0 (expected a brace)\n"
     "116+0 line 7: the record is empty (expected a JSON object)\n"
     "117+13 line 8|12|null\n"},
};
enum { SAMPLES = sizeof samples / sizeof *samples };

static void check_told(const struct sample *sample, const struct transcript *given, const char *how,
                       size_t number) {
  const char *text = given->text == NULL ? "" : given->text;
  CHECK(strcmp(text, sample->told) == 0, "%s, %s %zu:\n%s\ninstead of\n%s", sample->name, how, number, text,
        sample->told);
}

static void in_one_piece(void) {
  for (size_t i = 0; i < SAMPLES; i++) {
    const struct sample *sample = &samples[i];
    rowkey_records *records = records_of(&sample->settings);
    rowkey_record_reader *reader = rowkey_record_reader_create(records, NULL);
    CHECK(reader != NULL, "no memory");
    for (size_t limit = 1; limit <= ROWKEY_RECORD_ROWS; limit = 3 * limit + (limit == 1458)) {
      struct transcript whole = {0};
      transcript_add(&whole, records, reader, sample->bytes, sample->size, NULL, limit);
      check_told(sample, &whole, "at most", limit);
      transcript_free(&whole);
    }
    rowkey_record_reader_free(reader);
    rowkey_records_free(records);
  }
}

static void in_slices(void) {
  for (size_t i = 0; i < SAMPLES; i++) {
    const struct sample *sample = &samples[i];
    rowkey_records *records = records_of(&sample->settings);
    for (size_t slice = 1; slice <= sample->size; slice++) {
      struct transcript sliced = {0};
      transcript_add_slices(&sliced, records, (const uint8_t *)sample->bytes, sample->size, slice, 4);
      check_told(sample, &sliced, "slices of", slice);
      transcript_free(&sliced);
    }
    rowkey_records_free(records);
  }
}

/* Whether memory sufficed; the status of what failed is that of memory in any case. */
static bool reads_all(const struct sample *sample) {
  rowkey_error error = {.status = ROWKEY_OK};
  rowkey_record_rows rows = {.is_last = false};
  rowkey_records *records = rowkey_records_create(&sample->settings, &error);
  rowkey_record_reader *reader = NULL;
  bool good = records != NULL && rowkey_records_use(records, NULL, 0, &error) == ROWKEY_OK &&
              (reader = rowkey_record_reader_create(records, &error)) != NULL &&
              rowkey_record_reader_begin(reader, sample->bytes, sample->size, NULL, &error) == ROWKEY_OK;
  while (good && !rows.is_last) {
    good = rowkey_record_reader_next(reader, 3, &rows, &error) == ROWKEY_OK;
    for (size_t row = 0; good && row < rows.rows; row++) {
      const rowkey_values *columns;
      const rowkey_status status = rowkey_record_reader_values(reader, row, 1, &columns, &error);
      good = status == ROWKEY_OK || error.row == 0; /* that the row is bad, others have seen */
    }
  }
  CHECK(good || error.status == ROWKEY_ERROR_MEMORY, "%s: %s", sample->name, error.text);
  rowkey_record_reader_free(reader);
  rowkey_records_free(records);
  return good;
}

static void without_memory(void) {
  for (size_t i = 0; i < SAMPLES; i++) {
    bool failed = true;
    for (size_t allowed = 0; failed; allowed++) {
      allocations_allowed = allowed;
      const bool good = reads_all(&samples[i]);
      failed = allocation_failed();
      CHECK(good == !failed, "%s, %zu allocations", samples[i].name, allowed);
    }
  }
}

/* Bytes are told from text wherever the word stands. */
static void columns_have_bytes(void) {
  const rowkey_records_settings settings = {
      .kind = ROWKEY_CSV,
      .columns = "a:text,_, b: bytes ,c:bytes = a + \"-\",d:bytes(2),e:text = a + \":bytes\",`x:bytes`:hex"};
  static const bool expected[] = {false, true, true, true, false, false, false};
  rowkey_error error;
  rowkey_records *records = rowkey_records_create(&settings, &error);
  size_t count;
  CHECK(records != NULL, "%s", error.text);
  (void)rowkey_records_columns(records, &count, NULL);
  CHECK(count == sizeof expected / sizeof *expected, "%zu columns", count);
  for (size_t i = 0; i < count; i++)
    CHECK(rowkey_records_has_bytes(records, i) == expected[i], "column %zu", i);
  CHECK(!rowkey_records_has_bytes(records, count), "a column that is not there");
  rowkey_records_free(records);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"records are read, and bad ones named", in_one_piece},
                               {"so they are wherever the bytes are cut", in_slices},
                               {"columns have bytes where the list says it", columns_have_bytes},
                               {"memory that runs out is an error", without_memory}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
