/* Names of metrics as ids of three bytes, kept in a file: OpenTSDB's UIDs. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROWS = 3 };

static bool run(rowkey_dictionary *metrics, rowkey_error *error) {
  static const char text[] = "sys.cpusys.memsys.cpu";
  const rowkey_values names = rowkey_values_of_width(ROWKEY_KIND_TEXT, text, 7, ROWS);
  uint64_t ids[ROWS], offsets[ROWS + 1];
  char found[32];
  if (rowkey_dictionary_ids(metrics, &names, ROWS, ids, error) != ROWKEY_OK) return false;
  printf("%" PRIu64 " names\n", rowkey_dictionary_count(metrics));

  const rowkey_values known = rowkey_u64s(ids, ROWS);
  const rowkey_decoded back = rowkey_decoded_text(found, sizeof found, offsets, ROWS);
  if (rowkey_dictionary_names_size(metrics, &known, ROWS) > sizeof found ||
      rowkey_dictionary_names(metrics, &known, ROWS, &back, error) != ROWKEY_OK)
    return false;
  for (size_t i = 0; i < ROWS; i++)
    printf("%" PRIu64 " %.*s\n", ids[i], (int)(offsets[i + 1] - offsets[i]), found + offsets[i]);
  return true;
}

int main(void) {
  char path[] = "/tmp/rowkey-metrics-XXXXXX";
  const int file = mkstemp(path); /* an empty file is an empty dictionary */
  if (file < 0) return 1;
  rowkey_error error;
  const rowkey_dictionary_options options = {.largest_id = 0xffffff};
  rowkey_dictionary *metrics = rowkey_dictionary_open(path, &options, &error);
  const bool done = metrics && run(metrics, &error);
  if (!done) fprintf(stderr, "%s\n", error.text);
  rowkey_dictionary_free(metrics);
  close(file);
  unlink(path);
  return done ? 0 : 1;
}
