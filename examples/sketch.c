/* Split points from the keys themselves: sketches of two processes, merged, and points added later. */
#include <inttypes.h>
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 1000, WIDTH = 4 };

/* Keys of one process: user names, of which most begin with u. */
static bool add(rowkey_sketch *sketch, unsigned process, rowkey_error *error) {
  char keys[ROWS * WIDTH + 1];
  for (unsigned i = 0; i < ROWS; i++)
    snprintf(keys + (size_t)i * WIDTH, WIDTH + 1, "%c%03u", i % 10 == 0 ? 'a' : process == 0 ? 'u' : 'v', i);
  const rowkey_keys added = rowkey_keys_of_width(keys, WIDTH, ROWS);
  return rowkey_sketch_add(sketch, &added, error) == ROWKEY_OK;
}

static bool show(const rowkey_sketch *sketch, const rowkey_splits *splits, rowkey_error *error) {
  double shares[8];
  if (splits == NULL || splits->count >= sizeof shares / sizeof shares[0] ||
      rowkey_sketch_shares(sketch, splits, shares, error) != ROWKEY_OK)
    return false;
  printf("%.3f", shares[0]);
  for (size_t i = 0; i < splits->count; i++)
    printf(" | %.*s | %.3f", WIDTH, (const char *)splits->bytes + splits->offsets[i], shares[i + 1]);
  printf("\n");
  return true;
}

/* The sketch of the other process, as it comes from there: bytes of a file or a message. */
static rowkey_sketch *receive(rowkey_error *error) {
  *error = (rowkey_error){.text = "out of memory"};
  rowkey_sketch *sent = rowkey_sketch_create(0, error), *received = NULL;
  const size_t size = sent && add(sent, 1, error) ? rowkey_sketch_size(sent) : 0;
  void *bytes = malloc(size + 1);
  if (size > 0 && bytes && rowkey_sketch_write(sent, bytes, size, error) == ROWKEY_OK)
    received = rowkey_sketch_read(bytes, size, error);
  free(bytes);
  rowkey_sketch_free(sent);
  return received;
}

int main(void) {
  rowkey_error error;
  rowkey_splits *splits = NULL, *more = NULL;
  rowkey_sketch *all = rowkey_sketch_create(0, &error);
  rowkey_sketch *other = all ? receive(&error) : NULL;
  const bool added = other && add(all, 0, &error) && rowkey_sketch_merge(all, other, &error) == ROWKEY_OK;
  if (added) {
    printf("%" PRIu64 " keys, ranks wrong by at most %g of them\n", rowkey_sketch_rows(all),
           rowkey_sketch_error(all));
    splits = rowkey_sketch_splits_while(all, 4, NULL, NULL, &error); /* nobody stops it */
    more = splits ? rowkey_sketch_add_splits(all, splits, 1, &error) : NULL;
  }
  const bool done = added && show(all, splits, &error) && show(all, more, &error);
  if (!done) fprintf(stderr, "%s\n", error.text);
  rowkey_splits_free(more);
  rowkey_splits_free(splits);
  rowkey_sketch_free(other);
  rowkey_sketch_free(all);
  return done ? 0 : 1;
}
