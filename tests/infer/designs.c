#include "designs.h"

#include <inttypes.h>
#include <rowkey/decode.h>
#include <rowkey/encode.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "testing.h"

enum { ID, TS, HOST, NAME };
enum { MOST_HOSTS = 200, MOST_TEXT = 12 };

static bool draw_one_in(struct draw *draw, uint64_t count) { return draw_below(draw, count) == 0; }

/* ---- Columns ----------------------------------------------------------------------------------- */

static uint64_t power_of_ten(uint64_t exponent) {
  uint64_t power = 1;
  while (exponent-- > 0) power *= 10;
  return power;
}

static void draw_ids(struct draw *draw, size_t rows, uint64_t digits, uint64_t *ids) {
  const bool is_rising = draw_one_in(draw, 3);
  const uint64_t first = draw_below(draw, power_of_ten(digits) - rows);
  for (size_t i = 0; i < rows; i++) ids[i] = is_rising ? first + i : draw_below(draw, power_of_ten(digits));
}

/* From 2001 to 2027, over an hour to three years. */
static void draw_times(struct draw *draw, size_t rows, rowkey_time_unit unit, uint64_t *times) {
  static const uint64_t spans[] = {3600, 86400, 2600000, 31500000, 94600000};
  static const uint64_t ticks[] = {1, 1, 1000, 1000000, 1000000000};
  const bool is_rising = draw_one_in(draw, 2);
  const uint64_t begin = 1000000000 + draw_below(draw, 700000000), span = DRAW_FROM(draw, spans);
  for (size_t i = 0; i < rows; i++) {
    const uint64_t second = begin + (is_rising ? span * i / rows : draw_below(draw, span));
    times[i] = second * ticks[unit] + draw_below(draw, ticks[unit]);
  }
}

static size_t draw_letters(struct draw *draw, size_t least, size_t most, char *text) {
  const size_t size = least + (size_t)draw_below(draw, most - least + 1);
  for (size_t i = 0; i < size; i++)
    text[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[draw_below(draw, i == 0 ? 26 : 36)];
  return size;
}

static void draw_columns(struct draw *draw, struct design *design, size_t rows, uint64_t digits,
                         rowkey_time_unit unit) {
  char hosts[MOST_HOSTS][8];
  size_t sizes[MOST_HOSTS];
  const uint64_t host_count = 5 + draw_below(draw, MOST_HOSTS - 5);
  design->numbers = malloc(2 * rows * sizeof *design->numbers);
  design->offsets = calloc(2 * (rows + 1), sizeof *design->offsets);
  design->texts = malloc(2 * rows * MOST_TEXT);
  draw_ids(draw, rows, digits, design->numbers);
  draw_times(draw, rows, unit, design->numbers + rows);
  for (size_t i = 0; i < host_count; i++) sizes[i] = draw_letters(draw, 3, 7, hosts[i]);
  uint64_t *host_offsets = design->offsets, *name_offsets = host_offsets + rows + 1;
  char *host_texts = design->texts, *name_texts = host_texts + rows * MOST_TEXT;
  for (size_t i = 0; i < rows; i++) {
    const size_t host = (size_t)draw_below(draw, host_count);
    memcpy(host_texts + host_offsets[i], hosts[host], sizes[host]);
    host_offsets[i + 1] = host_offsets[i] + sizes[host];
    name_offsets[i + 1] = name_offsets[i] + draw_letters(draw, 1, MOST_TEXT, name_texts + name_offsets[i]);
  }
  design->columns[ID] = rowkey_column_of("id", ROWKEY_U64);
  design->columns[TS] = rowkey_column_of_time("ts", unit);
  design->columns[HOST] = rowkey_column_of("host", ROWKEY_TEXT);
  design->columns[NAME] = rowkey_column_of("name", ROWKEY_TEXT);
  design->values[ID] = rowkey_u64s(design->numbers, rows);
  design->values[TS] = rowkey_kept_numbers(ROWKEY_I64, design->numbers + rows, rows);
  design->values[HOST] =
      rowkey_values_of_offsets(ROWKEY_KIND_TEXT, host_texts, (size_t)host_offsets[rows], host_offsets, rows);
  design->values[NAME] =
      rowkey_values_of_offsets(ROWKEY_KIND_TEXT, name_texts, (size_t)name_offsets[rows], name_offsets, rows);
}

/* ---- Layouts ----------------------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static void put(struct design *design, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const size_t size = strlen(design->layout);
  const int more = vsnprintf(design->layout + size, sizeof design->layout - size, format, arguments);
  va_end(arguments);
  CHECK(more >= 0 && (size_t)more < sizeof design->layout - size, "%s", design->layout);
}

static void put_salt(struct draw *draw, struct design *design, const char *of) {
  const uint64_t modulus = 2 + draw_below(draw, 98);
  static const char *const ends[] = {"", "-", ".", "|"};
  const char *end = DRAW_FROM(draw, ends);
  switch (draw_below(draw, 6)) {
    case 0:
      put(design, "{md5(%s) %% %" PRIu64 ":02d}%s", of, modulus, end);
      break;
    case 1:
      put(design, "{floormod(java_hash(%s), %" PRIu64 "):02d}%s", of, modulus, end);
      break;
    case 2:
      put(design, "{abs(h31(rest) %% %" PRIu64 "):u8}", modulus);
      break;
    case 3:
      put(design, "{xxh3(rest) %% %" PRIu64 ":u8}", modulus);
      break;
    case 4:
      put(design, "{md5(%s):x}%s", of, end);
      break;
    default:
      put(design, "{crc32c(rest) %% %" PRIu64 ":02x}%s", modulus, end);
      break;
  }
}

static void put_time(struct draw *draw, struct design *design, rowkey_time_unit unit, const char *end) {
  static const int digits[] = {0, 10, 13, 16, 19};
  switch (draw_below(draw, 6)) {
    case 0:
      put(design, "{ts:0%dd}%s", digits[unit], end);
      break;
    case 1:
      put(design, "{ts:~u64}");
      break;
    case 2:
      put(design, "{reverse_time(ts):u64}");
      break;
    case 3:
      put(design, "{ts:i64}");
      break;
    case 4:
      put(design, unit == ROWKEY_SECONDS ? "{ts:u32}" : "{ts:u64}");
      break;
    default:
      put(design, "{ts:u64}%s", end);
      break;
  }
}

static void put_id(struct draw *draw, struct design *design, uint64_t digits, const char *end) {
  switch (draw_below(draw, 4)) {
    case 0:
      put(design, "{id:0%" PRIu64 "d}%s", digits, end);
      break;
    case 1:
      put(design, "{id:08x}%s", end);
      break;
    default:
      put(design, draw_one_in(draw, 2) ? "{id:u32}" : "{id:u64}");
      break;
  }
}

/* Where text that is not padded ends, a delimiter shows. */
static void put_text(struct draw *draw, struct design *design, size_t column, const char *end, bool is_last) {
  const char *name = column == HOST ? "host" : "name";
  if (draw_one_in(draw, 3))
    put(design, "{%s:%ds}", name, column == HOST ? 8 : 16);
  else if (is_last)
    put(design, "{%s}", name);
  else
    put(design, "{%s}%s", name, draw_one_in(draw, 4) ? "\\x00" : end);
}

static void draw_layout(struct draw *draw, struct design *design, uint64_t digits, rowkey_time_unit unit) {
  static const char *const names[] = {"id", "ts", "host", "name"};
  static const char *const ends[] = {"|", ":", "-", "/", "#", ","};
  const size_t count = 1 + (size_t)draw_below(draw, 3);
  size_t order[DESIGN_COLUMNS] = {ID, TS, HOST, NAME};
  for (size_t i = 0; i < count; i++) {
    const size_t other = i + (size_t)draw_below(draw, DESIGN_COLUMNS - i), column = order[other];
    order[other] = order[i];
    order[i] = column;
    design->is_used[column] = true;
  }
  design->is_salted = draw_below(draw, 5) < 3;
  if (design->is_salted) put_salt(draw, design, names[order[draw_below(draw, count)]]);
  for (size_t i = 0; i < count; i++) {
    const char *end = i + 1 < count ? DRAW_FROM(draw, ends) : "";
    if (order[i] == TS)
      put_time(draw, design, unit, end);
    else if (order[i] == ID)
      put_id(draw, design, digits, end);
    else
      put_text(draw, design, order[i], end, i + 1 == count);
  }
}

struct design make_design(uint64_t number) {
  struct draw draw = {number << 20};
  struct design design = {.is_salted = false};
  rowkey_error error;
  const size_t rows = draw_one_in(&draw, 2) ? 500 : 2000;
  const uint64_t digits = 5 + draw_below(&draw, 4);
  const rowkey_time_unit unit = (rowkey_time_unit)(ROWKEY_SECONDS + (int)draw_below(&draw, 4));
  draw_columns(&draw, &design, rows, digits, unit);
  draw_layout(&draw, &design, digits, unit);
  rowkey_layout *layout =
      rowkey_layout_compile(design.layout, strlen(design.layout), design.columns, DESIGN_COLUMNS, &error);
  CHECK(layout != NULL, "%s: %s", design.layout, error.text);
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, &error);
  const rowkey_batch batch = rowkey_batch_of(design.values, DESIGN_COLUMNS, rows);
  const size_t room = rowkey_encode_bound(layout, &batch);
  design.bytes = malloc(room + 1);
  design.key_offsets = calloc(rows + 1, sizeof *design.key_offsets);
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(design.bytes, room, design.key_offsets);
  CHECK(rowkey_encode(encoder, &batch, &buffer, &design.keys, &error) == ROWKEY_OK, "%s: %s", design.layout,
        error.text);
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
  return design;
}

void free_design(struct design *design) {
  free(design->numbers);
  free(design->offsets);
  free(design->texts);
  free(design->key_offsets);
  free(design->bytes);
}

/* ---- What was found ---------------------------------------------------------------------------- */

/* A column of what was found, decoded. */
struct found_column {
  rowkey_column column;
  void *data;
  uint64_t *offsets; /* of text */
};

static bool is_same(const struct design *design, size_t column, const struct found_column *found) {
  const size_t rows = design->keys.rows;
  const rowkey_values *values = &design->values[column];
  if (column == ID || column == TS)
    return found->column.type != ROWKEY_TEXT && found->column.unit == design->columns[column].unit &&
           memcmp(found->data, values->data, rows * sizeof(uint64_t)) == 0;
  const uint64_t *offsets = design->offsets + (column == HOST ? 0 : rows + 1);
  return found->column.type == ROWKEY_TEXT &&
         memcmp(found->offsets, offsets, (rows + 1) * sizeof *offsets) == 0 &&
         memcmp(found->data, values->data, (size_t)offsets[rows]) == 0;
}

/* Decodes the keys; false where the layout does not make all of them. */
static bool decode_found(const struct design *design, const rowkey_inference *found,
                         struct found_column *columns) {
  const size_t rows = design->keys.rows, size = (size_t)design->key_offsets[rows];
  rowkey_decoded decoded[32];
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(found->layout, strlen(found->layout), found->columns,
                                                found->column_count, &error);
  CHECK(layout != NULL && found->column_count <= 32, "%s: %s", found->layout, error.text);
  for (size_t i = 0; i < found->column_count; i++) {
    const bool is_text = found->columns[i].type == ROWKEY_TEXT;
    columns[i] = (struct found_column){found->columns[i], malloc(size + rows * sizeof(uint64_t)),
                                       calloc(rows + 1, sizeof(uint64_t))};
    decoded[i] = is_text ? rowkey_decoded_text(columns[i].data, size, columns[i].offsets, rows)
                         : rowkey_decoded_numbers(found->columns[i].type, columns[i].data, rows);
  }
  rowkey_decoder *decoder = rowkey_decoder_create(layout, &error);
  const bool good = rowkey_decode(decoder, &design->keys, decoded, found->column_count, &error) == ROWKEY_OK;
  rowkey_decoder_free(decoder);
  rowkey_layout_free(layout);
  return good;
}

bool design_is_found(const struct design *design, const rowkey_inference *found) {
  struct found_column columns[32];
  if (found->layout == NULL || found->decoded < found->keys) return false;
  if (design->is_salted && found->confidence != ROWKEY_CONFIDENCE_CHECKED) return false;
  bool good = decode_found(design, found, columns);
  for (size_t i = 0; i < DESIGN_COLUMNS; i++) {
    bool is_there = !design->is_used[i];
    for (size_t k = 0; good && !is_there && k < found->column_count; k++)
      is_there = is_same(design, i, &columns[k]);
    good = good && is_there;
  }
  for (size_t i = 0; i < found->column_count; i++) {
    free(columns[i].data);
    free(columns[i].offsets);
  }
  return good;
}
