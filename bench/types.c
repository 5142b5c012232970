/* Column types: values from text and to text, beside what a program has at hand for it. */
#include <rowkey/column_types.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "typed.h"
#include "types/column_type.h"

#ifdef BENCH_UUID
#include <uuid/uuid.h>
#endif

/* ---- Input ------------------------------------------------------------------------------------- */

/* 2024-03-01T12:30:00.123Z, from 1970 to 2100. */
static size_t make_time(char *text) {
  const time_t seconds = (time_t)(bench_random() % UINT64_C(4102444800));
  struct tm parts;
  gmtime_r(&seconds, &parts);
  char head[TEXT_ROOM];
  strftime(head, sizeof head, "%Y-%m-%dT%H:%M:%S", &parts);
  return (size_t)snprintf(text, TEXT_ROOM, "%s.%03uZ", head, (unsigned)(bench_random() % 1000));
}

/* Prices: up to six digits before the point, two after it. */
static size_t make_price(char *text) {
  const unsigned whole = (unsigned)(bench_random() % 1000000) >> bench_random() % 20;
  return (size_t)snprintf(text, TEXT_ROOM, "%u.%02u", whole, (unsigned)(bench_random() % 100));
}

static size_t make_uuid(char *text) {
  const unsigned long long high = bench_random(), low = bench_random();
  return (size_t)snprintf(text, TEXT_ROOM, "%08llx-%04llx-%04llx-%04llx-%012llx", high >> 32,
                          high >> 16 & 0xffff, high & 0xffff, low >> 48, low & 0xffffffffffff);
}

static rowkey_values texts_of(const struct typed *typed) {
  const size_t rows = typed->shape.rows;
  return rowkey_values_of_spans(ROWKEY_KIND_TEXT, typed->text, (size_t)typed->end[rows - 1], typed->begin,
                                typed->end, rows);
}

/* Types whose values vary ask for as much as the texts have. */
static size_t room_for_values(const struct typed *typed) {
  return typed->shape.rows * (typed->varies ? TEXT_ROOM : typed->width);
}

/* Reads all texts to where `values` says. */
static void read_all(const struct typed *typed, void *values) {
  const rowkey_values texts = texts_of(typed);
  const size_t room = room_for_values(typed);
  const rowkey_type kept = rowkey_column_type_column(typed->type, "").type;
  const rowkey_decoded to = kept == ROWKEY_TEXT
                                ? rowkey_decoded_text(values, room, typed->offsets, typed->shape.rows)
                                : rowkey_decoded_numbers(kept, values, typed->shape.rows);
  rowkey_error error;
  if (rowkey_column_type_read(typed->type, &texts, typed->shape.rows, &to, &error) != ROWKEY_OK)
    bench_fail("%s: %s", typed->shape.name, error.text);
}

static void fill_texts(struct shape *shape) {
  struct typed *typed = (struct typed *)shape;
  typed->text = shape_allocate(shape, shape->rows * TEXT_ROOM);
  typed->begin = shape_allocate(shape, shape->rows * sizeof *typed->begin);
  typed->end = shape_allocate(shape, shape->rows * sizeof *typed->end);
  typed->offsets = shape_allocate(shape, (shape->rows + 1) * sizeof *typed->offsets);
  size_t used = 0;
  shape->bytes = 0;
  for (size_t i = 0; i < shape->rows; i++) {
    const size_t size = typed->make_text(typed->text + used);
    typed->begin[i] = used;
    typed->end[i] = used + size;
    typed->text[used + size] = '\n';
    used += size + 1;
    shape->bytes += size;
  }
}

static void fill_read(struct shape *shape) {
  fill_texts(shape);
  shape->output_size = room_for_values((const struct typed *)shape);
}

static void fill_write(struct shape *shape) {
  struct typed *typed = (struct typed *)shape;
  fill_texts(shape);
  typed->values = shape_allocate(shape, room_for_values(typed));
  read_all(typed, typed->values);
  shape->output_size = (size_t)shape->bytes;
  shape->bytes = shape->rows * typed->width;
}

/* ---- rowkey ------------------------------------------------------------------------------------ */

static void read_rowkey(struct shape *shape, const void *with) {
  (void)with;
  read_all((const struct typed *)shape, shape->output);
}

static void write_rowkey(struct shape *shape, const void *with) {
  struct typed *typed = (struct typed *)shape;
  const rowkey_type kept = rowkey_column_type_column(typed->type, "").type;
  const rowkey_values values =
      kept == ROWKEY_TEXT ? rowkey_values_of_width(ROWKEY_KIND_KEPT, typed->values, typed->width, shape->rows)
                          : rowkey_kept_numbers(kept, typed->values, shape->rows);
  const rowkey_decoded to = rowkey_decoded_text(shape->output, SIZE_MAX, typed->offsets, shape->rows);
  rowkey_error error;
  (void)with;
  if (rowkey_column_type_write(typed->type, &values, shape->rows, &to, &error) != ROWKEY_OK)
    bench_fail("%s: %s", shape->name, error.text);
}

/* ---- Times ------------------------------------------------------------------------------------- */

static void read_strptime(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  int64_t *times = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    struct tm parts = {0};
    char *rest = strptime(text_of(typed, i), "%Y-%m-%dT%H:%M:%S.", &parts);
    if (rest == NULL) bench_fail("%s: no time in row %zu", shape->name, i);
    times[i] = timegm(&parts) * INT64_C(1000) + strtol(rest, NULL, 10);
  }
}

/* What a good programmer writes: digit by digit, each field checked, the days by arithmetic. */
static bool take_digits(const char **at, unsigned count, char after, unsigned *number) {
  *number = 0;
  for (; count > 0; count--) {
    const unsigned digit = (unsigned)(unsigned char)*(*at)++ - '0';
    if (digit > 9) return false;
    *number = *number * 10 + digit;
  }
  return *(*at)++ == after;
}

static void read_digits(struct shape *shape, const void *with) {
  static const uint8_t lengths[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const struct typed *typed = (const struct typed *)shape;
  int64_t *times = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const char *at = text_of(typed, i);
    unsigned year, month, day, hour, minute, second, fraction;
    if (length_of(typed, i) != 24 || !take_digits(&at, 4, '-', &year) || !take_digits(&at, 2, '-', &month) ||
        !take_digits(&at, 2, 'T', &day) || !take_digits(&at, 2, ':', &hour) ||
        !take_digits(&at, 2, ':', &minute) || !take_digits(&at, 2, '.', &second) ||
        !take_digits(&at, 3, 'Z', &fraction) || month - 1 > 11 || day - 1 >= lengths[month - 1] ||
        (month == 2 && day == 29 && (year % 4 != 0 || (year % 100 == 0 && year % 400 != 0))) || hour > 23 ||
        minute > 59 || second > 59)
      bench_fail("%s: no time in row %zu", shape->name, i);
    const unsigned years = year - (month <= 2), months = (month + 9) % 12;
    const int64_t days =
        (int64_t)(365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1) -
        719468;
    times[i] = ((days * 24 + hour) * 60 + minute) * 60000 + second * 1000 + fraction;
  }
}

static void write_strftime(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  const int64_t *times = (const void *)typed->values;
  char *text = (char *)shape->output; /* shape_allocate leaves room for the last row's NUL */
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const time_t seconds = (time_t)(times[i] / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    text += strftime(text, TEXT_ROOM, "%Y-%m-%dT%H:%M:%S", &parts);
    text += snprintf(text, TEXT_ROOM, ".%03uZ", (unsigned)(times[i] % 1000));
  }
}

/* ---- Decimals ---------------------------------------------------------------------------------- */

static void read_strtod(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  int64_t *prices = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    prices[i] = (int64_t)(strtod(text_of(typed, i), NULL) * 100 + 0.5);
  }
}

/* Exact: digits one by one, and how many there are after the point. */
static void read_price_digits(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  int64_t *prices = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const char *text = text_of(typed, i), *end = text + length_of(typed, i), *point = NULL;
    uint64_t number = 0;
    for (; text < end; text++) {
      if (*text == '.' && point == NULL) {
        point = text;
        continue;
      }
      const unsigned digit = (unsigned)(unsigned char)*text - '0';
      if (digit > 9 || number > UINT64_MAX / 10 - 1) bench_fail("%s: row %zu", shape->name, i);
      number = number * 10 + digit;
    }
    if (point == NULL || end - point != 3) bench_fail("%s: row %zu", shape->name, i);
    prices[i] = (int64_t)number;
  }
}

static void write_price_printf(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  const int64_t *prices = (const void *)typed->values;
  char *text = (char *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    text +=
        snprintf(text, TEXT_ROOM, "%lld.%02lld", (long long)(prices[i] / 100), (long long)(prices[i] % 100));
  }
}

/* ---- UUIDs ------------------------------------------------------------------------------------- */

/* A look-up for each digit, which is the best scalar code without words of eight digits. */
static void read_table(struct shape *shape, const void *with) {
  static const uint8_t hyphens[] = {8, 13, 18, 23};
  static uint8_t digits[256]; /* 16 and more for what is no digit */
  const struct typed *typed = (const struct typed *)shape;
  (void)with;
  if (digits['/'] == 0) {
    memset(digits, 0xff, sizeof digits);
    for (unsigned i = 0; i < 10; i++) digits['0' + i] = (uint8_t)i;
    for (unsigned i = 0; i < 6; i++) digits['a' + i] = digits['A' + i] = (uint8_t)(10 + i);
  }
  for (size_t i = 0; i < shape->rows; i++) {
    const uint8_t *text = (const uint8_t *)text_of(typed, i);
    uint8_t *bytes = shape->output + i * UUID_SIZE;
    bool good = length_of(typed, i) == 36;
    for (size_t k = 0; k < sizeof hyphens; k++) good &= text[hyphens[k]] == '-';
    unsigned strange = 0;
    for (size_t k = 0, at = 0; k < UUID_SIZE; k++, at += 2) {
      at += k == 4 || k == 6 || k == 8 || k == 10;
      const unsigned high = digits[text[at]], low = digits[text[at + 1]];
      strange |= high | low;
      bytes[k] = (uint8_t)(high << 4 | low);
    }
    if (!good || strange > 15) bench_fail("%s: no UUID in row %zu", shape->name, i);
  }
}

static void write_uuid_printf(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  char *text = (char *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const uint8_t *b = typed->values + i * UUID_SIZE;
    text += snprintf(text, TEXT_ROOM, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x",
                     b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
                     b[14], b[15]);
  }
}

#ifdef BENCH_UUID
static void read_libuuid(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const char *text = text_of(typed, i);
    if (uuid_parse_range(text, text + length_of(typed, i), shape->output + i * UUID_SIZE) != 0)
      bench_fail("%s: no UUID in row %zu", shape->name, i);
  }
}

static void write_libuuid(struct shape *shape, const void *with) {
  const struct typed *typed = (const struct typed *)shape;
  char *text = (char *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++, text += 36) {
    uuid_unparse_lower(typed->values + i * UUID_SIZE, text);
  }
}
#endif

/* ---- Rows -------------------------------------------------------------------------------------- */

struct shape *typed_create(const char *direction, const char *name, const char *type, size_t width,
                           size_t (*make_text)(char *), bench_run *reference) {
  const bool reads = strcmp(direction, "read") == 0;
  struct typed *typed = shape_create(sizeof *typed, BENCH_ROWS, reads ? fill_read : fill_write, reference,
                                     "types_%s/%s", direction, name);
  rowkey_error error;
  typed->make_text = make_text;
  typed->width = width;
  typed->varies = strcmp(type, "hex") == 0 || strcmp(type, "base64") == 0;
  typed->type = rowkey_column_type_parse(type, strlen(type), &error);
  if (typed->type == NULL) bench_fail("%s", error.text);
  bench_add(&typed->shape, "rowkey", reads ? read_rowkey : write_rowkey, NULL);
  return &typed->shape;
}

void register_types(void) {
  struct shape *shape = typed_create("read", "time", "time(ms)", 8, make_time, read_strptime);
  bench_add(shape, "strptime", read_strptime, NULL);
  bench_add(shape, "digits", read_digits, NULL);
  shape = typed_create("write", "time", "time(ms)", 8, make_time, write_strftime);
  bench_add(shape, "strftime", write_strftime, NULL);
  shape = typed_create("read", "decimal", "decimal(2)", 8, make_price, read_price_digits);
  bench_add(shape, "digits", read_price_digits, NULL);
  bench_add(shape, "strtod", read_strtod, NULL);
  shape = typed_create("write", "decimal", "decimal(2)", 8, make_price, write_price_printf);
  bench_add(shape, "snprintf", write_price_printf, NULL);
  shape = typed_create("read", "uuid", "uuid", UUID_SIZE, make_uuid, read_table);
  bench_add(shape, "table", read_table, NULL);
#ifdef BENCH_UUID
  bench_add(shape, "libuuid", read_libuuid, NULL);
#endif
  shape = typed_create("write", "uuid", "uuid", UUID_SIZE, make_uuid, write_uuid_printf);
  bench_add(shape, "snprintf", write_uuid_printf, NULL);
#ifdef BENCH_UUID
  bench_add(shape, "libuuid", write_libuuid, NULL);
#endif
  register_text_types();
}
