/* Two columns of numbers from CSV: where records and fields end, and what the digits between them say. */
#include <inttypes.h>
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

static const char text[] =
    "id,change,\"a \"\"note\"\"\"\n"
    "17,-3,\"two\nlines\"\n"
    "3999999,40,\"a, b\"\n";

enum { ROWS = 2, FIELDS = 3, ROOM = 64 };

int main(void) {
  const size_t size = sizeof text - 1;
  uint64_t first_newline, positions[ROOM], ids[ROWS];
  uint64_t begin[FIELDS][ROWS], end[FIELDS][ROWS];
  int64_t changes[ROWS];
  rowkey_error error;

  rowkey_fields_scan counting = {.delimiter = ',', .quotes = true};
  rowkey_count_records(&counting, text, size);
  printf("%zu newlines, %" PRIu64 " of them end a record\n", rowkey_count_byte(text, size, '\n'),
         counting.newlines);

  /* The records after the first one, whose fields have the names. */
  if (rowkey_find_byte(text, size, '\n', &first_newline, 1) != 1) return 1;
  rowkey_fields_scan scan = {.delimiter = ',', .quotes = true, .at = first_newline + 1};
  const size_t found = rowkey_find_separators(&scan, text, size, positions, ROOM);
  if (found != ROWS * FIELDS || scan.is_irregular) return 1;
  uint64_t from = first_newline + 1;
  for (size_t i = 0; i < found; i++) {
    begin[i % FIELDS][i / FIELDS] = from;
    end[i % FIELDS][i / FIELDS] = positions[i];
    from = positions[i] + 1;
  }
  if (rowkey_parse_u64(text, size, begin[0], end[0], ROWS, ids, &error) != ROWKEY_OK ||
      rowkey_parse_i64(text, size, begin[1], end[1], ROWS, changes, &error) != ROWKEY_OK) {
    fprintf(stderr, "record %zu: %s\n", error.row + 1, error.text);
    return 1;
  }
  for (size_t i = 0; i < ROWS; i++) printf("%" PRIu64 " %" PRId64 "\n", ids[i], changes[i]);
  return 0;
}
