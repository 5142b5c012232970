#include "records.h"

#include <stdio.h>
#include <string.h>

static uint64_t *integers(const char *name, size_t rows, uint64_t first, uint64_t below) {
  uint64_t *values = bench_keep(name, 0, rows * sizeof(*values));
  for (size_t i = 0; i < rows; i++) values[i] = first + i % below;
  return values;
}

/* Whole cents. */
static double *prices(size_t rows) {
  const uint64_t seed = bench_name_seed("price");
  double *values = bench_keep("price", 0, rows * sizeof(*values));
  for (size_t i = 0; i < rows; i++) values[i] = (double)(bench_splitmix64(seed, i) % 10000000) / 100;
  return values;
}

/* One row in four is null, at random. */
static uint8_t *validity(size_t rows) {
  const uint64_t seed = bench_name_seed("seen");
  uint8_t *bits = bench_keep("seen", 0, rows / 8 + 1);
  memset(bits, 0, rows / 8 + 1);
  for (size_t i = 0; i < rows; i++) bits[i / 8] |= (uint8_t)((bench_splitmix64(seed, i) % 4 != 0) << i % 8);
  return bits;
}

/* RECORDS_ROWS strings: a prefix and a random number below `variety`. */
static struct bench_strings strings(const char *prefix, uint64_t variety) {
  enum { LONGEST = 32 };
  const uint64_t seed = bench_name_seed(prefix);
  struct bench_strings made = {.count = RECORDS_ROWS};
  made.bytes = bench_keep(prefix, 0, (size_t)RECORDS_ROWS * LONGEST);
  made.begin = bench_keep(prefix, 1, RECORDS_ROWS * sizeof(*made.begin));
  made.end = bench_keep(prefix, 2, RECORDS_ROWS * sizeof(*made.end));
  for (size_t i = 0; i < RECORDS_ROWS; i++) {
    made.begin[i] = made.size;
    made.size += (uint64_t)snprintf((char *)made.bytes + made.size, LONGEST, "%s%llu", prefix,
                                    (unsigned long long)(bench_splitmix64(seed, i) % variety));
    made.end[i] = made.size;
  }
  return made;
}

/* Letters, of 0 to 20 bytes at random: so many that no branch predictor learns them. */
static struct bench_strings mixed_strings(void) {
  enum { ROWS = 1 << 20, LONGEST = 20 };
  const uint64_t seed = bench_name_seed("mixed");
  struct bench_strings made = {.count = ROWS};
  made.bytes = bench_keep("mixed", 0, (size_t)ROWS * LONGEST);
  made.begin = bench_keep("mixed", 1, ROWS * sizeof(*made.begin));
  made.end = bench_keep("mixed", 2, ROWS * sizeof(*made.end));
  for (size_t i = 0; i < ROWS; i++) {
    const uint64_t draw = bench_splitmix64(seed, i);
    made.begin[i] = made.size;
    for (uint64_t left = draw % (LONGEST + 1); left > 0; left--)
      made.bytes[made.size++] = (uint8_t)('A' + (draw >> 8 ^ left * 7) % 26);
    made.end[i] = made.size;
  }
  return made;
}

const struct records *bench_records(void) {
  static struct records records;
  if (records.id != NULL) return &records;
  records.line = bench_lines(NULL, BENCH_LINE_WIDTH, BENCH_LINE_WIDTH);
  size_t rows = records.line.count;
  records.id = integers("id", rows, BENCH_FIRST_ID, rows);
  records.ts = integers("ts", rows, 1700000000, rows);
  records.small = integers("small", rows, 1, 200);
  records.flag = integers("flag", rows, 0, 2);
  records.price = prices(rows);
  records.seen = validity(rows);
  records.user = strings("user", 1000000000);
  records.host = strings("web-server-", 10000);
  records.domain = strings("www.example.shop", 10000);
  records.event = strings("event", 100);
  records.key = strings("foo", 1000000);
  records.tags = strings("tag", 1000);
  records.mixed = mixed_strings();
  return &records;
}

void bench_columns_parse(struct bench_columns *columns, const char *list) {
  snprintf(columns->names, sizeof(columns->names), "%s", list);
  columns->count = 0;
  char *saved = NULL;
  for (char *name = strtok_r(columns->names, ",", &saved); name != NULL; name = strtok_r(NULL, ",", &saved)) {
    char *type = strchr(name, ':');
    if (type == NULL) continue; /* what only `line` sees */
    *type++ = '\0';
    if (columns->count + 1 == BENCH_COLUMNS_MAX) bench_fail("too many columns: %s", list);
    columns->schema[columns->count++] = (rowkey_column){.name = name,
                                                        .type = strcmp(type, "text") == 0  ? ROWKEY_TEXT
                                                                : strcmp(type, "i64") == 0 ? ROWKEY_I64
                                                                : strcmp(type, "f64") == 0 ? ROWKEY_F64
                                                                                           : ROWKEY_U64};
  }
  columns->schema[columns->count++] = (rowkey_column){.name = "line", .type = ROWKEY_TEXT};
}

static const struct bench_strings *find_strings(const struct records *records, const char *name) {
  const struct {
    const char *name;
    const struct bench_strings *strings;
  } known[] = {{"user", &records->user},   {"host", &records->host}, {"domain", &records->domain},
               {"event", &records->event}, {"tags", &records->tags}, {"line", &records->line},
               {"mixed", &records->mixed}};
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
    if (strcmp(known[i].name, name) == 0) return known[i].strings;
  return &records->key;
}

static const void *find_numbers(const struct records *records, const char *name) {
  if (strcmp(name, "price") == 0) return records->price;
  if (strcmp(name, "ts") == 0 || strcmp(name, "seen") == 0) return records->ts;
  if (strcmp(name, "metric") == 0 || strcmp(name, "a") == 0 || strcmp(name, "b") == 0) return records->small;
  return strcmp(name, "flag") == 0 ? records->flag : records->id;
}

void bench_columns_fill(struct bench_columns *columns, const rowkey_layout *layout, size_t rows,
                        uint64_t *bytes) {
  const struct records *records = bench_records();
  *bytes = 0;
  for (size_t i = 0; i < columns->count; i++) {
    if (!rowkey_layout_uses(layout, i)) continue;
    const char *name = columns->schema[i].name;
    if (columns->schema[i].type == ROWKEY_TEXT) {
      const struct bench_strings *texts = find_strings(records, name);
      columns->values[i] =
          rowkey_values_of_spans(ROWKEY_KIND_TEXT, texts->bytes, texts->size, texts->begin, texts->end, rows);
      *bytes += texts->size;
    } else {
      columns->values[i] = rowkey_kept_numbers(columns->schema[i].type, find_numbers(records, name), rows);
      if (strcmp(name, "seen") == 0) columns->values[i].validity = records->seen;
      *bytes += rows * sizeof(uint64_t);
    }
  }
}
