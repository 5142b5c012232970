/* Names to ids: lookups of names that a dictionary knows, few enough for the caches and too many for them. */
#include <openssl/lhash.h>
#include <rowkey/dictionary.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/kernel_table.h"
#include "shape.h"

enum { NAME = 16, LOOKUPS = 1 << 20 };

/* What OpenSSL's hash table holds. */
struct entry {
  const char *name;
  uint64_t id;
};

static unsigned long hash_entry(const void *entry) {
  return OPENSSL_LH_strhash(((const struct entry *)entry)->name);
}

static int compare_entries(const void *a, const void *b) {
  return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

struct lookups {
  struct shape shape;
  size_t count; /* of names */
  char *names;  /* each with a zero after it */
  char *rows;   /* drawn from them */
  rowkey_dictionary *dictionary;
  OPENSSL_LHASH *table; /* of struct entry */
};

/* Kept as long as the program: the names, one after the other with a zero after each, and both tables. */
static void make_tables(struct lookups *lookups) {
  char path[] = "rowkey-bench-XXXXXX";
  rowkey_error error;
  const int file = mkstemp(path);
  if (file < 0) bench_fail("%s: no file", path);
  close(file);
  lookups->dictionary = rowkey_dictionary_open(path, NULL, &error);
  if (lookups->dictionary == NULL) bench_fail("%s", error.text);
  lookups->names = bench_allocate(lookups->count * (NAME + 1));
  uint64_t *begin = bench_allocate((lookups->count + 1) * sizeof *begin),
           *end = bench_allocate(lookups->count * sizeof *end);
  uint64_t *ids = bench_allocate(lookups->count * sizeof *ids);
  struct entry *entries = bench_allocate(lookups->count * sizeof *entries);
  lookups->table = OPENSSL_LH_new(hash_entry, compare_entries);
  if (lookups->table == NULL) bench_fail("%s: no memory", lookups->shape.name);
  for (size_t i = 0; i < lookups->count; i++) {
    begin[i] = i * (NAME + 1);
    end[i] = begin[i] + NAME;
    char *name = lookups->names + begin[i];
    snprintf(name, NAME + 1, "metric.%09u", (unsigned)(i % 1000000000));
    entries[i] = (struct entry){name, i + 1};
    OPENSSL_LH_insert(lookups->table, &entries[i]);
  }
  const rowkey_values values = rowkey_values_of_spans(
      ROWKEY_KIND_TEXT, lookups->names, lookups->count * (NAME + 1), begin, end, lookups->count);
  if (rowkey_dictionary_ids(lookups->dictionary, &values, lookups->count, ids, &error) != ROWKEY_OK)
    bench_fail("%s", error.text);
  unlink(path); /* lookups of known names do not need it */
}

static void fill(struct shape *shape) {
  struct lookups *lookups = (struct lookups *)shape;
  if (lookups->dictionary == NULL) make_tables(lookups);
  lookups->rows = shape_allocate(shape, shape->rows * NAME);
  for (size_t i = 0; i < shape->rows; i++)
    memcpy(lookups->rows + i * NAME, lookups->names + bench_random() % lookups->count * (NAME + 1), NAME);
  shape->bytes = shape->rows * NAME;
  shape->output_size = shape->rows * sizeof(uint64_t);
}

static void look_up(struct shape *shape, const void *with) {
  const struct lookups *lookups = (const struct lookups *)shape;
  const rowkey_values names = rowkey_values_of_width(ROWKEY_KIND_TEXT, lookups->rows, NAME, shape->rows);
  rowkey_error error;
  (void)with;
  if (rowkey_dictionary_ids(lookups->dictionary, &names, shape->rows, (void *)shape->output, &error) !=
      ROWKEY_OK)
    bench_fail("%s: %s", shape->name, error.text);
}

static void search_table(struct shape *shape, const void *with) {
  struct lookups *lookups = (struct lookups *)shape;
  uint64_t *ids = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    char name[NAME + 1] = "";
    memcpy(name, lookups->rows + i * NAME, NAME);
    const struct entry wanted = {name, 0}, *found = OPENSSL_LH_retrieve(lookups->table, &wanted);
    ids[i] = found == NULL ? 0 : found->id;
  }
}

void register_dictionary(void) {
  static const size_t counts[] = {1000, 100000, 1000000};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    struct lookups *lookups =
        shape_create(sizeof *lookups, LOOKUPS, fill, look_up, "dictionary/16B/%zu", counts[i]);
    lookups->count = counts[i];
    bench_add(&lookups->shape, rowkey_kernels_selected()->name, look_up, NULL);
    bench_add(&lookups->shape, "openssl-lhash", search_table, NULL);
  }
}
