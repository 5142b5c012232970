/* How many whole keys a second leave a layout: the library's answer to a design, beside the loop that one
 * writes for it. A further layout is one more line in `designs`. */
#include <rowkey/layout.h>
#include <stdio.h>
#include <string.h>

#include "encode_peers.h"
#include "kernel_table.h"

enum { ID, TS, USER, HOST, EVENT, KEY, LINE, COLUMNS };

static const rowkey_column schema[COLUMNS] = {
    [ID] = {"id", ROWKEY_U64},      [TS] = {"ts", ROWKEY_U64},        [USER] = {"user", ROWKEY_TEXT},
    [HOST] = {"host", ROWKEY_TEXT}, [EVENT] = {"event", ROWKEY_TEXT}, [KEY] = {"key", ROWKEY_TEXT},
    [LINE] = {"line", ROWKEY_TEXT},
};

struct design {
  const char *name;
  const char *layout;
  plain_key *plain;
  const char *plain_name;
  tuned_keys *tuned; /* NULL: nobody tuned it */
  const char *tuned_name;
};

/* Those that read `line` stream through all of the text, the others stay in the caches. */
static const struct design designs[] = {
    {"paper-md5mod", "{md5(id) % 1000000:07d}{id:010d}", plain_paper_md5mod, "openssl-snprintf",
     tuned_paper_md5mod, "openssl-tuned"},
    {"paper-idmod", "{id % 1000000:07d}{id:010d}", plain_paper_idmod, "snprintf", tuned_paper_idmod, "tuned"},
    {"paper-random", "{random() % 1000000:07d}{id:010d}", plain_paper_random, "snprintf", NULL, NULL},
    {"paper-linemd5", "{md5(line) % 1000000:07d}{id:010d}", plain_paper_linemd5, "openssl-snprintf", NULL,
     NULL},
    {"pig-tuple", "({md5(id) % 1000000:07d},{id:010d})", plain_pig_tuple, "openssl-snprintf", NULL, NULL},
    {"composite-part", "{md5(user) % 1000:04d}{user:16s}{ts:u64}", plain_composite_part, "openssl-snprintf",
     NULL, NULL},
    {"composite-hashes", "{md5(host)}{md5(event)}{ts:u64}", plain_composite_hashes, "openssl", NULL, NULL},
    {"salted-key", "{md5(key) % 4:a}-{key}", plain_salted_key, "openssl", NULL, NULL},
};

/* ---- the records ---- */

static uint64_t *integers(size_t rows, uint64_t first) {
  uint64_t *values = bench_allocate(rows * sizeof(*values));
  for (size_t i = 0; i < rows; i++) values[i] = first + i;
  return values;
}

/* BENCH_ROWS strings: a prefix and a random number below `variety`. */
static struct bench_strings strings(const char *prefix, uint64_t variety) {
  enum { LONGEST = 32 };
  struct bench_strings made = {.count = BENCH_ROWS};
  made.bytes = bench_allocate((size_t)BENCH_ROWS * LONGEST);
  made.begin = bench_allocate(BENCH_ROWS * sizeof(*made.begin));
  made.end = bench_allocate(BENCH_ROWS * sizeof(*made.end));
  for (size_t i = 0; i < BENCH_ROWS; i++) {
    made.begin[i] = made.size;
    made.size += (uint64_t)snprintf((char *)made.bytes + made.size, LONGEST, "%s%llu", prefix,
                                    (unsigned long long)(bench_random() % variety));
    made.end[i] = made.size;
  }
  return made;
}

static const struct records *all_records(void) {
  static struct records records;
  if (records.id == NULL) {
    records.line = bench_lines(BENCH_LINE_WIDTH, BENCH_LINE_WIDTH);
    records.id = integers(records.line.count, BENCH_FIRST_ID);
    records.ts = integers(records.line.count, 1700000000);
    records.user = strings("user", 1000000000);
    records.host = strings("web-server-", 10000);
    records.event = strings("event", 100);
    records.key = strings("foo", 1000000);
  }
  return &records;
}

/* ---- one layout ---- */

struct encode {
  struct shape shape;
  const struct design *design;
  const rowkey_layout *layout;
  const struct records *records;
  rowkey_values columns[COLUMNS];
  /* The output: the offsets, when keys differ in length, and then the keys. */
  uint64_t *offsets; /* NULL for keys of one width */
  char *keys;
  uint64_t capacity;
};

static size_t offsets_size(const struct encode *encode) {
  return rowkey_layout_key_width(encode->layout) == ROWKEY_NONE
             ? (encode->shape.rows + 1) * sizeof(*encode->offsets)
             : 0;
}

/* The output buffer exists only after `fill`. */
static void find_output(struct encode *encode) {
  size_t size = offsets_size(encode);
  encode->offsets = size > 0 ? (void *)encode->shape.output : NULL;
  encode->keys = (char *)encode->shape.output + size;
}

static void fill(struct shape *shape) {
  struct encode *encode = (struct encode *)shape;
  const struct records *records = encode->records = all_records();
  shape->rows = rowkey_layout_uses(encode->layout, LINE) ? records->line.count : BENCH_ROWS;
  const uint64_t *const numbers[COLUMNS] = {[ID] = records->id, [TS] = records->ts};
  const struct bench_strings *const texts[COLUMNS] = {[USER] = &records->user,
                                                      [HOST] = &records->host,
                                                      [EVENT] = &records->event,
                                                      [KEY] = &records->key,
                                                      [LINE] = &records->line};
  for (size_t i = 0; i < COLUMNS; i++) {
    if (!rowkey_layout_uses(encode->layout, i)) continue;
    if (numbers[i] != NULL) {
      encode->columns[i] = (rowkey_values){.data = numbers[i]};
      shape->bytes += shape->rows * sizeof(uint64_t);
    } else {
      encode->columns[i] = (rowkey_values){texts[i]->bytes, texts[i]->size, texts[i]->begin, texts[i]->end};
      shape->bytes += texts[i]->size;
    }
  }
  encode->capacity = rowkey_encode_bound(encode->layout, encode->columns, shape->rows);
  shape->output_size = offsets_size(encode) + encode->capacity;
}

/* What is behind the last key of a layout whose keys differ in length. */
static void settle(struct shape *shape) {
  struct encode *encode = (struct encode *)shape;
  if (encode->offsets == NULL) return;
  uint64_t used = encode->offsets[shape->rows];
  if (used < encode->capacity) memset(encode->keys + used, 0, encode->capacity - used);
}

static void run_encoder(struct shape *shape, const void *with) {
  struct encode *encode = (struct encode *)shape;
  rowkey_encoder *const *encoder = with;
  rowkey_error error;
  find_output(encode);
  if (rowkey_encode(*encoder, encode->columns, shape->rows, 0, encode->keys, encode->capacity,
                    encode->offsets, &error) != ROWKEY_OK)
    bench_fail("%s: row %zu: %s", shape->name, error.row, error.text);
}

static void run_plain(struct shape *shape, const void *with) {
  struct encode *encode = (struct encode *)shape;
  (void)with;
  find_output(encode);
  uint64_t at = 0;
  for (size_t i = 0; i < shape->rows; i++) {
    if (encode->offsets != NULL) encode->offsets[i] = at;
    at += encode->design->plain(encode->records, i, encode->keys + at);
  }
  if (encode->offsets != NULL) encode->offsets[shape->rows] = at;
}

static void run_tuned(struct shape *shape, const void *with) {
  struct encode *encode = (struct encode *)shape;
  (void)with;
  find_output(encode);
  encode->design->tuned(encode->records, shape->rows, encode->keys);
}

static void add_encoders(struct encode *encode) {
  for (size_t i = 0; i < rowkey_isas_count; i++) {
    if (!rowkey_isas[i].is_supported()) continue;
    rowkey_error error;
    rowkey_encoder **encoder = bench_allocate(sizeof(*encoder));
    *encoder = rowkey_encoder_create(encode->layout, rowkey_isas[i].name, RECORDS_SEED, &error);
    if (*encoder == NULL) bench_fail("%s: %s", encode->shape.name, error.text);
    bench_add(&encode->shape, rowkey_isas[i].name, run_encoder, encoder);
  }
}

static void register_design(const struct design *design) {
  struct encode *encode =
      shape_create(sizeof(*encode), BENCH_ROWS, fill, run_plain, "encode/%s", design->name);
  rowkey_error error;
  encode->layout = rowkey_layout_compile(design->layout, strlen(design->layout), schema, COLUMNS, &error);
  if (encode->layout == NULL) bench_fail("%s: %s", encode->shape.name, error.text);
  encode->design = design;
  encode->shape.settle = settle;
  add_encoders(encode);
  bench_add(&encode->shape, design->plain_name, run_plain, NULL);
  if (design->tuned != NULL) bench_add(&encode->shape, design->tuned_name, run_tuned, NULL);
}

void register_encode(void) {
  for (size_t i = 0; i < sizeof(designs) / sizeof(designs[0]); i++) register_design(&designs[i]);
}
