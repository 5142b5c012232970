/* Every declared type meets every kind of value in every form: keys are those of the same value in its own
 * column's numbers and bytes, and of its text; what has no such value is an error of its row, or refused. */
#include <math.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns/samples.h"
#include "testing.h"
#include "types/column_type.h"

enum { ROWS_MAX = 5000, KEYS_SIZE = 1 << 21, NAMES_MAX = 40 };

/* Every column type has its line, or this does not compile. */
#define TYPE_KIND(name) _Static_assert(DECLARED_##name < DECLARED_COUNT, "a line of conversions.def");
#include "types/kinds.def"
#undef TYPE_KIND

/* ---- Layouts of one type --------------------------------------------------------------------------- */

/* A column x of the type, alone, with a replacement for nulls, and with another column. */
struct subject {
  const struct oracle_type *type;
  rowkey_column_type *declared, *other;
  rowkey_column column;
  rowkey_layout *layouts[3];
  rowkey_encoder *encoders[3];
};
enum { ALONE, NULLS, TWO };

static rowkey_column_type *parse_type(const char *text) {
  rowkey_error error;
  rowkey_column_type *type = rowkey_column_type_parse(text, strlen(text), &error);
  CHECK(type != NULL, "%s", error.text);
  return type;
}

static void write_templates(const struct oracle_type *type, char templates[3][NAMES_MAX]) {
  const char *format = type->physical == ROWKEY_U64                        ? ":u64"
                       : type->physical == ROWKEY_I64                      ? ":i64"
                       : type->physical == ROWKEY_TEXT && type->width == 0 ? ":esc"
                                                                           : "";
  char replacement[NAMES_MAX] = "1";
  if (type->physical == ROWKEY_F64 || type->physical == ROWKEY_F32) strcpy(replacement, "1.5");
  if (type->physical == ROWKEY_TEXT)
    sprintf(replacement, "\"%.*s\"", type->width == 0 ? 4 : (int)type->width, "none none none none");
  sprintf(templates[ALONE], "{x%s}", type->physical == ROWKEY_TEXT ? "" : format);
  sprintf(templates[NULLS], "{coalesce(x, %s)%s}", replacement, format);
  sprintf(templates[TWO], "{x%s}{y:i64}", format);
}

static struct subject begin_subject(const struct oracle_type *type) {
  struct subject subject = {.type = type, .other = parse_type("decimal(1)")};
  char templates[3][NAMES_MAX];
  rowkey_error error;
  const bool is_plain = type->declared <= DECLARED_bytes;
  rowkey_column columns[2] = {rowkey_column_of("x", type->physical),
                              rowkey_column_type_column(subject.other, "y")};
  columns[0].width = type->width;
  if (!is_plain) {
    subject.declared = parse_type(type->text);
    columns[0] = rowkey_column_type_column(subject.declared, "x");
    columns[0].type = type->physical;
  }
  subject.column = columns[0];
  write_templates(type, templates);
  for (size_t i = 0; i < 3; i++) {
    subject.layouts[i] =
        rowkey_layout_compile(templates[i], strlen(templates[i]), columns, i == TWO ? 2 : 1, &error);
    CHECK(subject.layouts[i] != NULL, "%s: %s", type->text, error.text);
    subject.encoders[i] = rowkey_encoder_create(subject.layouts[i], 0, &error);
    CHECK(subject.encoders[i] != NULL, "%s", error.text);
  }
  return subject;
}

static void end_subject(struct subject *subject) {
  for (size_t i = 0; i < 3; i++) {
    rowkey_encoder_free(subject->encoders[i]);
    rowkey_layout_free(subject->layouts[i]);
  }
  rowkey_column_type_free(subject->declared);
  rowkey_column_type_free(subject->other);
}

/* ---- Columns of samples ---------------------------------------------------------------------------- */

static size_t value_size(const struct sample *sample) { return sample->told.size; }

/* Texts one after the other, last row first where there are spans, in one of the shapes. */
static rowkey_values place_texts(rowkey_kind kind, const struct sample *const *picks, size_t rows) {
  const enum guard side = random_below(2) == 0 ? GUARD_BEGIN : GUARD_END;
  uint64_t *begin = guarded(rows * sizeof *begin, side), *end = guarded(rows * sizeof *end, side);
  uint32_t *offsets = guarded((rows + 1) * sizeof *offsets, side);
  size_t size = 0;
  for (size_t i = 0; i < rows; i++) size += value_size(picks[i]);
  uint8_t *bytes = guarded(size, side);
  const bool is_reversed = random_below(2) == 0;
  size_t at = 0;
  offsets[0] = 0;
  for (size_t i = 0; i < rows; i++) {
    const size_t row = is_reversed ? rows - 1 - i : i;
    memcpy(bytes + at, picks[row]->told.bytes, value_size(picks[row]));
    begin[row] = at;
    at += value_size(picks[row]);
    end[row] = at;
    offsets[i + 1] = (uint32_t)at;
  }
  return is_reversed || random_below(2) == 0 ? rowkey_values_of_spans(kind, bytes, size, begin, end, rows)
                                             : rowkey_values_of_offsets32(kind, bytes, size, offsets, rows);
}

static const void *place_bits(const struct sample *const *picks, size_t rows) {
  uint8_t *bits = guarded((rows + 7) / 8, GUARD_END);
  memset(bits, 0xff, (rows + 7) / 8);
  for (size_t i = 0; i < rows; i++)
    if (picks[i]->told.number[0] == 0) bits[i / 8] &= (uint8_t)~(1U << (i & 7));
  return bits;
}

static rowkey_values place_tagged(uint32_t tag, const struct sample *const *picks, size_t rows) {
  const rowkey_form form = form_of_tag(tag);
  if (is_text_tag(tag)) return place_texts(kind_of_tag(tag), picks, rows);
  if (form == ROWKEY_FORM_BITS) return rowkey_values_of_tag(tag, place_bits(picks, rows), rows);
  const size_t size = oracle_form_size(form);
  uint8_t *numbers = guarded(rows * size, random_below(2) == 0 ? GUARD_BEGIN : GUARD_END);
  for (size_t i = 0; i < rows; i++) memcpy(numbers + i * size, picks[i]->told.number, size);
  return rowkey_values_of_tag(tag, numbers, rows);
}

/* As the column keeps it. */
static rowkey_values place_kept(const struct oracle_type *type, const struct sample *const *picks,
                                size_t rows) {
  static uint64_t numbers[ROWS_MAX], offsets[ROWS_MAX + 1];
  static uint32_t singles[ROWS_MAX];
  static uint8_t bytes[ROWS_MAX * ORACLE_BYTES];
  for (size_t i = 0; i < rows; i++) {
    const struct kept *kept = &picks[i]->kept;
    numbers[i] = kept->number;
    singles[i] = (uint32_t)kept->number;
    if (kept->is_good) memcpy(bytes + offsets[i], kept->bytes, kept->size);
    offsets[i + 1] = offsets[i] + (kept->is_good ? kept->size : 0);
  }
  if (type->physical == ROWKEY_TEXT)
    return rowkey_values_of_offsets(ROWKEY_KIND_KEPT, bytes, (size_t)offsets[rows], offsets, rows);
  return rowkey_kept_numbers(type->physical, type->physical == ROWKEY_F32 ? (const void *)singles : numbers,
                             rows);
}

/* ---- Keys ------------------------------------------------------------------------------------------ */

struct keys {
  uint8_t bytes[KEYS_SIZE];
  uint64_t offsets[ROWS_MAX + 1];
};
static struct keys expected, got;

static rowkey_status encode(const struct subject *subject, int layout, const rowkey_values *columns,
                            size_t rows, struct keys *keys, rowkey_error *error) {
  const rowkey_batch batch = rowkey_batch_of(columns, layout == TWO ? 2 : 1, rows);
  const size_t bound = rowkey_encode_bound(subject->layouts[layout], &batch);
  const rowkey_key_buffer buffer = {.data = keys->bytes, .capacity = bound, .offsets = keys->offsets};
  CHECK(bound <= sizeof keys->bytes, "%s: keys of %zu bytes", subject->type->text, bound);
  const rowkey_status status = rowkey_encode(subject->encoders[layout], &batch, &buffer, NULL, error);
  CHECK(status != ROWKEY_OK || keys->offsets[rows] <= bound, "%s: more bytes than the bound",
        subject->type->text);
  return status;
}

struct pair {
  struct subject *subject;
  uint32_t tag;
  struct samples *samples;
};

static const char *pair_name(const struct pair *pair) {
  static char name[100];
  snprintf(name, sizeof name, "%s of tag %#x", pair->subject->type->text, (unsigned)pair->tag);
  return name;
}

static void check_keys(const struct pair *pair, const struct sample *const *picks, size_t rows,
                       const uint8_t *nulls, const char *what) {
  for (size_t i = 0; i < rows; i++) {
    const size_t at = (size_t)expected.offsets[i], size = (size_t)(expected.offsets[i + 1] - at);
    CHECK(got.offsets[i + 1] - got.offsets[i] == size &&
              memcmp(got.bytes + got.offsets[i], expected.bytes + at, size) == 0,
          "%s: %s: row %zu of %zu%s, text %.60s", pair_name(pair), what, i, rows,
          nulls != NULL && (nulls[i / 8] >> (i & 7) & 1) == 0 ? ", null" : "", picks[i]->kept.text);
  }
}

/* The keys of the samples in the column's own numbers and bytes. */
static void expect_keys(const struct pair *pair, int layout, const struct sample *const *picks, size_t rows,
                        const uint8_t *nulls) {
  rowkey_error error;
  const rowkey_values kept = rowkey_values_with_nulls(place_kept(pair->subject->type, picks, rows), nulls, 0);
  CHECK(encode(pair->subject, layout, &kept, rows, &expected, &error) == ROWKEY_OK, "%s: %s", pair_name(pair),
        error.text);
}

static void check_batch(const struct pair *pair, const struct sample *const *picks, size_t rows) {
  rowkey_error error;
  const rowkey_values tagged = place_tagged(pair->tag, picks, rows);
  expect_keys(pair, ALONE, picks, rows, NULL);
  CHECK(encode(pair->subject, ALONE, &tagged, rows, &got, &error) == ROWKEY_OK, "%s: %s", pair_name(pair),
        error.text);
  check_keys(pair, picks, rows, NULL, "a batch");
}

static const struct sample *any_of(const struct sample *samples, size_t count) {
  return &samples[random_below(count)];
}

static void pick_good(const struct samples *samples, const struct sample **picks, size_t rows) {
  for (size_t i = 0; i < rows; i++) picks[i] = any_of(samples->good, samples->good_count);
}

/* Nulls at random places, and whatever is under them. */
static void check_nulls(const struct pair *pair, const struct sample **picks, size_t rows) {
  static uint8_t nulls[ROWS_MAX / 8 + 1], shifted[ROWS_MAX / 8 + 2];
  const struct samples *samples = pair->samples;
  const size_t offset = random_below(8);
  rowkey_error error;
  memset(nulls, 0xff, sizeof nulls);
  memset(shifted, 0xff, sizeof shifted);
  for (size_t i = 0; i < rows; i++) {
    picks[i] = any_of(samples->good, samples->good_count);
    if (random_below(4) != 0) continue;
    if (samples->bad_count > 0) picks[i] = any_of(samples->bad, samples->bad_count);
    nulls[i / 8] &= (uint8_t)~(1U << (i & 7));
    shifted[(i + offset) / 8] &= (uint8_t)~(1U << ((i + offset) & 7));
  }
  const rowkey_values tagged =
      rowkey_values_with_nulls(place_tagged(pair->tag, picks, rows), shifted, offset);
  CHECK(encode(pair->subject, NULLS, &tagged, rows, &got, &error) == ROWKEY_OK, "%s: %s", pair_name(pair),
        error.text);
  for (size_t i = 0; i < rows; i++) /* what is under nulls has no key of its own */
    if ((nulls[i / 8] >> (i & 7) & 1) == 0) picks[i] = &samples->good[0];
  expect_keys(pair, NULLS, picks, rows, nulls);
  check_keys(pair, picks, rows, nulls, "with nulls");
}

static bool is_status_of(uint32_t tag, rowkey_status status) {
  if (!is_text_tag(tag)) return status == ROWKEY_ERROR_RANGE;
  return status == ROWKEY_ERROR_RANGE ||
         (kind_of_tag(tag) == ROWKEY_KIND_TEXT && status == ROWKEY_ERROR_NUMBER);
}

/* A bad row, and sometimes more of them after it. */
static void check_bad_row(const struct pair *pair, const struct sample **picks, size_t rows, size_t bad) {
  rowkey_error error;
  pick_good(pair->samples, picks, rows);
  expect_keys(pair, ALONE, picks, rows, NULL);
  picks[bad] = any_of(pair->samples->bad, pair->samples->bad_count);
  picks[bad + random_below(rows - bad)] = picks[bad];
  const rowkey_values tagged = place_tagged(pair->tag, picks, rows);
  const rowkey_status status = encode(pair->subject, ALONE, &tagged, rows, &got, &error);
  CHECK(is_status_of(pair->tag, status) && error.status == status && error.row == bad && error.column == 0 &&
            strstr(error.text, "x") != NULL,
        "%s: row %zu of %zu, status %d at row %zu: %s", pair_name(pair), bad, rows, (int)status, error.row,
        error.text);
  check_keys(pair, picks, bad, NULL, "before a bad row");
}

/* A bad row in each of two columns. */
static void check_two_columns(const struct pair *pair, const struct sample **picks, size_t rows, size_t bad) {
  static int32_t tenths[ROWS_MAX];
  const size_t other = random_below(rows), first = bad < other ? bad : other;
  rowkey_error error;
  for (size_t i = 0; i < rows; i++) tenths[i] = 10 * (int32_t)i;
  tenths[other]++;
  pick_good(pair->samples, picks, rows);
  picks[bad] = any_of(pair->samples->bad, pair->samples->bad_count);
  rowkey_values columns[] = {place_tagged(pair->tag, picks, rows), rowkey_i32s(tenths, rows)};
  columns[1].tag = ROWKEY_TAG(ROWKEY_KIND_DECIMAL, ROWKEY_FORM_I32, 2);
  const rowkey_status status = encode(pair->subject, TWO, columns, rows, &got, &error);
  CHECK(status != ROWKEY_OK && error.row == first && (bad == other || error.column == (bad < other ? 0 : 1)),
        "%s: rows %zu and %zu: row %zu, column %zu, %s", pair_name(pair), bad, other, error.row, error.column,
        error.text);
}

/* ---- Single rows ----------------------------------------------------------------------------------- */

static rowkey_value value_of(uint32_t tag, const struct told *told) {
  rowkey_value value = {.tag = tag};
  if (is_text_tag(tag)) {
    value.as.text = told->bytes;
    value.size = told->size;
  } else {
    const size_t size = oracle_form_size(form_of_tag(tag));
    memcpy(&value.as, told->number, size < sizeof value.as ? size : sizeof value.as);
  }
  return value;
}

static bool is_of_one_value(uint32_t tag) {
  const rowkey_form form = form_of_tag(tag);
  return form == ROWKEY_FORM_NONE || form == ROWKEY_FORM_I64 || form == ROWKEY_FORM_U64 ||
         form == ROWKEY_FORM_F32 || form == ROWKEY_FORM_F64;
}

static rowkey_status encode_one(rowkey_encoder *encoder, uint32_t tag, const struct told *told, uint8_t *key,
                                size_t *size, rowkey_error *error) {
  const rowkey_value value = value_of(tag, told);
  const rowkey_record record = rowkey_record_of(&value, 1);
  return rowkey_encode_row(encoder, &record, key, 4 * ORACLE_TEXT, size, error);
}

/* The value as its column keeps it, by itself. */
static void check_kept(const struct pair *pair, const struct sample *sample) {
  const rowkey_column *column = &pair->subject->column;
  const rowkey_value value = value_of(pair->tag, &sample->told);
  uint8_t room[ORACLE_TEXT + 16];
  rowkey_value kept;
  rowkey_error error;
  const rowkey_status status = rowkey_value_keep(column, &value, room, value.size + 16, &kept, &error);
  if (sample->kept.is_nan) return;
  CHECK((status == ROWKEY_OK) == sample->kept.is_good, "%s: kept with status %d", pair_name(pair),
        (int)status);
  if (status != ROWKEY_OK) return;
  CHECK(kept.tag == rowkey_kept_tag(column->type), "%s: kept with tag %#x", pair_name(pair),
        (unsigned)kept.tag);
  uint32_t single;
  memcpy(&single, &kept.as.f32, sizeof single);
  CHECK(column->type == ROWKEY_TEXT
            ? kept.size == sample->kept.size && memcmp(kept.as.text, sample->kept.bytes, kept.size) == 0
        : column->type == ROWKEY_F32 ? single == sample->kept.number
                                     : kept.as.u64 == sample->kept.number,
        "%s: kept by itself, text %s", pair_name(pair), sample->kept.text);
}

static void check_rows(const struct pair *pair, const struct sample **picks) {
  const struct samples *samples = pair->samples;
  static uint8_t key[4 * ORACLE_TEXT];
  rowkey_error error;
  for (size_t i = 0; i < samples->good_count; i++) picks[i] = &samples->good[i];
  expect_keys(pair, ALONE, picks, samples->good_count, NULL);
  for (size_t i = 0; i < samples->good_count; i++) {
    size_t size = 0;
    CHECK(encode_one(pair->subject->encoders[ALONE], pair->tag, &picks[i]->told, key, &size, &error) ==
              ROWKEY_OK,
          "%s: %s", pair_name(pair), error.text);
    CHECK(size == expected.offsets[i + 1] - expected.offsets[i] &&
              memcmp(key, expected.bytes + expected.offsets[i], size) == 0,
          "%s: one row, text %s", pair_name(pair), picks[i]->kept.text);
    check_kept(pair, picks[i]);
  }
  for (size_t i = 0; i < samples->bad_count; i++) {
    size_t size = 0;
    const rowkey_status status =
        encode_one(pair->subject->encoders[ALONE], pair->tag, &samples->bad[i].told, key, &size, &error);
    CHECK(is_status_of(pair->tag, status) && error.row == 0 && error.column == 0, "%s: status %d: %s",
          pair_name(pair), (int)status, error.text);
    check_kept(pair, &samples->bad[i]);
  }
}

/* A form that one value cannot have. */
static void check_other_form(const struct pair *pair) {
  uint8_t key[64];
  size_t size;
  rowkey_error error;
  static const struct told told;
  CHECK(encode_one(pair->subject->encoders[ALONE], pair->tag, &told, key, &size, &error) ==
                ROWKEY_ERROR_ARGUMENT &&
            error.column == 0,
        "%s: %s", pair_name(pair), error.text);
}

/* ---- The matrix ------------------------------------------------------------------------------------ */

static void check_refused(const struct pair *pair) {
  static const uint64_t zeros[8];
  rowkey_values values = rowkey_values_of_width(ROWKEY_KIND_TEXT, zeros, 16, 3);
  rowkey_error error;
  values.tag = pair->tag;
  CHECK(encode(pair->subject, ALONE, &values, 3, &got, &error) == ROWKEY_ERROR_TYPE && error.column == 0 &&
            strstr(error.text, "column x: type ") != NULL &&
            strstr(error.text, pair->subject->type->text) != NULL && strstr(error.text, "(expected ") != NULL,
        "%s: %s", pair_name(pair), error.text);
}

/* The text of the same values has the same keys. */
static void check_texts(const struct pair *pair, const struct sample **picks) {
  static struct sample texts[SAMPLES_MAX];
  const struct samples *samples = pair->samples;
  const struct pair text = {pair->subject, ROWKEY_KIND_TEXT, pair->samples};
  size_t count = 0;
  if (kind_of_tag(pair->tag) == ROWKEY_KIND_TEXT || samples->good_count == 0) return;
  for (size_t i = 0; i < samples->good_count; i++) {
    if (samples->good[i].kept.text[0] == 0) continue;
    texts[count] = samples->good[i];
    texts[count].told.size = strlen(texts[count].kept.text);
    memcpy(texts[count].told.bytes, texts[count].kept.text, texts[count].told.size);
    picks[count] = &texts[count];
    count++;
  }
  if (count > 0) check_batch(&text, picks, count);
}

static void check_pair(const struct pair *pair) {
  static const size_t sizes[] = {1, 7, 1024 + 3, ROWS_MAX};
  static const struct sample *picks[ROWS_MAX];
  static size_t turn;
  const rowkey_kind kind = kind_of_tag(pair->tag);
  struct samples *samples = pair->samples;
  CHECK((oracle_step(pair->subject->type->declared, kind) != REFUSE) ==
            (oracle_takes(pair->subject->type, kind) ||
             (kind == ROWKEY_KIND_UUID && pair->subject->type->declared == DECLARED_bytes)),
        "%s: conversions.def and values.h differ", pair_name(pair));
  if (!oracle_takes(pair->subject->type, kind)) {
    check_refused(pair);
    return;
  }
  make_samples(pair->subject->type, pair->tag, samples);
  CHECK(samples->good_count > 0, "%s: no good samples", pair_name(pair));
  for (size_t i = 0; i < samples->good_count; i++) picks[i] = &samples->good[i];
  check_batch(pair, picks, samples->good_count);
  check_texts(pair, picks);
  if (is_of_one_value(pair->tag))
    check_rows(pair, picks);
  else
    check_other_form(pair);
  for (size_t i = 0; i < 4; i++) {
    if (i >= 2 && i != 2 + turn % 2 && !effort_is_full()) continue;
    if (i == 3 && turn % 16 != 1) continue;
    pick_good(samples, picks, sizes[i]);
    check_batch(pair, picks, sizes[i]);
    check_nulls(pair, picks, sizes[i]);
    if (samples->bad_count == 0) continue;
    check_bad_row(pair, picks, sizes[i], 0);
    check_bad_row(pair, picks, sizes[i], random_below(sizes[i]));
    check_two_columns(pair, picks, sizes[i], random_below(sizes[i]));
  }
  turn++;
  free_guarded();
}

/* ---- Numbers as the column keeps them --------------------------------------------------------------- */

/* Any that has a text; but times are counts, and a dictionary may yet give an id to a name. */
static bool is_of_type(const struct subject *subject, uint64_t number) {
  const struct oracle_type *type = subject->type;
  static char text[ORACLE_TEXT];
  uint64_t offsets[2];
  if (subject->declared == NULL || subject->column.unit != ROWKEY_NO_TIME || type->declared == DECLARED_uid)
    return true;
  const rowkey_values one = rowkey_kept_numbers(type->physical, &number, 1);
  const rowkey_decoded room = rowkey_decoded_text(text, sizeof text, offsets, 1);
  return rowkey_column_type_write(subject->declared, &one, 1, &room, NULL) == ROWKEY_OK;
}

/* A batch, in which it is the third row, or null; a record; a value by itself; and a key that has it. */
static void check_kept_number(const struct subject *subject, uint64_t number) {
  enum { KEPT_ROWS = 4, KEPT_WIDTH = 8, WAYS = 3 };
  const bool is_good = is_of_type(subject, number);
  const char *type = subject->type->text;
  const rowkey_type physical = subject->type->physical;
  const uint64_t numbers[KEPT_ROWS] = {0, 1, number, number};
  const rowkey_values values = rowkey_kept_numbers(physical, numbers, KEPT_ROWS),
                      nulls = rowkey_values_with_nulls(values, (const uint8_t[]){3}, 0);
  const rowkey_value value = {.tag = rowkey_kept_tag(physical), .as.u64 = number};
  const rowkey_record record = rowkey_record_of(&value, 1);
  rowkey_value kept;
  uint8_t key[KEPT_WIDTH];
  size_t size;
  rowkey_error errors[WAYS], error;
  const rowkey_status statuses[WAYS] = {
      encode(subject, ALONE, &values, KEPT_ROWS, &got, &errors[0]),
      rowkey_encode_row(subject->encoders[ALONE], &record, key, sizeof key, &size, &errors[1]),
      rowkey_value_keep(&subject->column, &value, NULL, 0, &kept, &errors[2])};
  for (size_t i = 0; i < WAYS; i++)
    CHECK(is_good ? statuses[i] == ROWKEY_OK
                  : statuses[i] == ROWKEY_ERROR_RANGE && errors[i].row == (i == 0 ? 2 : 0) &&
                        strstr(errors[i].text, "column x: ") != NULL,
          "%s: %llu, way %zu: %s", type, (unsigned long long)number, i, errors[i].text);
  CHECK(encode(subject, NULLS, &nulls, KEPT_ROWS, &got, &error) == ROWKEY_OK, "nulls: %s", error.text);
  for (size_t i = 0; i < KEPT_WIDTH; i++)
    key[i] = (uint8_t)((number ^ (physical == ROWKEY_I64 ? UINT64_C(1) << 63 : 0)) >> (56 - 8 * i));
  rowkey_decoder *decoder = rowkey_decoder_create(subject->layouts[ALONE], &error);
  const rowkey_keys keys = {.data = key, .width = KEPT_WIDTH, .rows = 1};
  uint64_t back;
  const rowkey_decoded room = rowkey_decoded_numbers(physical, &back, 1);
  const rowkey_status status = rowkey_decode(decoder, &keys, &room, 1, &error);
  CHECK(is_good ? status == ROWKEY_OK && back == number : status == ROWKEY_ERROR_RANGE, "%s: key %llu: %s",
        type, (unsigned long long)number, error.text);
  rowkey_decoder_free(decoder);
}

/* All that lies beside a power of two. */
static void check_kept_numbers(const struct subject *subject) {
  if (subject->type->physical != ROWKEY_U64 && subject->type->physical != ROWKEY_I64) return;
  for (int power = 0; power < 64; power++)
    for (int beside = -1; beside <= 1; beside++)
      check_kept_number(subject, (UINT64_C(1) << power) + (uint64_t)beside);
  check_kept_number(subject, UINT64_MAX);
}

/* A column of nulls is a type's own numbers or bytes, all of them null. */
static void check_null_column(const struct subject *subject) {
  static const uint64_t zeros[ROWS_MAX + 1];
  static const uint8_t nulls[ROWS_MAX / 8 + 1];
  const rowkey_values told = rowkey_nulls(ROWS_MAX);
  const rowkey_values kept = subject->type->physical == ROWKEY_TEXT
                                 ? rowkey_values_of_offsets(ROWKEY_KIND_KEPT, nulls, 0, zeros, ROWS_MAX)
                                 : rowkey_kept_numbers(subject->type->physical, zeros, ROWS_MAX);
  const rowkey_values plain = rowkey_values_with_nulls(kept, nulls, 0);
  rowkey_error error;
  CHECK(encode(subject, NULLS, &told, ROWS_MAX, &got, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(encode(subject, NULLS, &plain, ROWS_MAX, &expected, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(got.offsets[ROWS_MAX] == expected.offsets[ROWS_MAX] &&
            memcmp(got.bytes, expected.bytes, (size_t)got.offsets[ROWS_MAX]) == 0,
        "%s: nulls", subject->type->text);
}

static void check_kind(struct subject *subject, struct samples *samples, uint32_t kind, uint32_t first,
                       uint32_t last, const int *details, size_t detail_count) {
  for (uint32_t form = first; form <= last; form++)
    for (size_t i = 0; i < detail_count; i++)
      check_pair(&(const struct pair){subject, ROWKEY_TAG(kind, form, details[i]), samples});
}

/* What a column of another type in memory keeps. */
static void check_kept_by_others(struct subject *subject) {
  for (int type = ROWKEY_U64; type <= ROWKEY_F32; type++) {
    if ((rowkey_type)type == subject->type->physical) continue;
    check_refused(&(const struct pair){subject, rowkey_kept_tag((rowkey_type)type), NULL});
  }
}

static void keeps_every_value_of_every_tag_or_refuses_it(void) {
  static const int none[] = {0}, scales[] = {-76, -19, -3, 0, 1, 2, 9, 18, 20, 76}, units[] = {1, 2, 3, 4};
  static struct samples samples;
  bool has_line[DECLARED_COUNT] = {false};
  make_pools();
  for (size_t i = 0; i < oracle_type_count; i++) {
    struct subject subject = begin_subject(&oracle_types[i]);
    has_line[oracle_types[i].declared] = true;
    check_null_column(&subject);
    check_kept_by_others(&subject);
    check_kept_numbers(&subject);
    check_kind(&subject, &samples, ROWKEY_KIND_INTEGER, ROWKEY_FORM_I8, ROWKEY_FORM_I256, none, 1);
    check_kind(&subject, &samples, ROWKEY_KIND_FLOAT, ROWKEY_FORM_F16, ROWKEY_FORM_F64, none, 1);
    check_kind(&subject, &samples, ROWKEY_KIND_DECIMAL, ROWKEY_FORM_I8, ROWKEY_FORM_I256, scales, 10);
    check_kind(&subject, &samples, ROWKEY_KIND_INSTANT, ROWKEY_FORM_I8, ROWKEY_FORM_I256, units, 4);
    check_kind(&subject, &samples, ROWKEY_KIND_DATE, ROWKEY_FORM_I8, ROWKEY_FORM_I256, none, 1);
    check_kind(&subject, &samples, ROWKEY_KIND_BOOL, ROWKEY_FORM_I8, ROWKEY_FORM_I256, none, 1);
    check_kind(&subject, &samples, ROWKEY_KIND_BOOL, ROWKEY_FORM_BITS, ROWKEY_FORM_BITS, none, 1);
    for (uint32_t kind = ROWKEY_KIND_TEXT; kind <= ROWKEY_KIND_UUID; kind++)
      check_kind(&subject, &samples, kind, ROWKEY_FORM_NONE, ROWKEY_FORM_NONE, none, 1);
    end_subject(&subject);
  }
  for (size_t i = 0; i < DECLARED_COUNT; i++)
    CHECK(has_line[i], "line %zu of conversions.def has no type in oracle_types", i);
}

/* ---- Halves ---------------------------------------------------------------------------------------- */

/* All numbers of 16 bits, by arithmetic of this test. */
static double number_of_half(unsigned half) {
  const int exponent = (int)(half >> 10 & 31);
  double number = (double)(half & 1023) / 1024 + (exponent != 0);
  for (int i = 15; i < exponent; i++) number *= 2;
  for (int i = exponent == 0 ? 1 : exponent; i < 15; i++) number /= 2;
  if (exponent == 31) number = (half & 1023) != 0 ? (double)NAN : (double)INFINITY;
  return half >> 15 != 0 ? -number : number;
}

static void widens_every_half(void) {
  struct subject subject = begin_subject(&oracle_types[2]);
  static uint16_t halves[ROWS_MAX];
  static double numbers[ROWS_MAX];
  rowkey_error error;
  CHECK(subject.type->declared == DECLARED_f64, "the third type is f64");
  for (unsigned next = 0; next < 65536;) {
    size_t rows = 0;
    for (; rows < ROWS_MAX && next < 65536; next++) {
      numbers[rows] = number_of_half(next);
      halves[rows] = (uint16_t)next;
      if (!isnan(numbers[rows])) rows++;
    }
    const rowkey_values plain = rowkey_kept_numbers(ROWKEY_F64, numbers, rows);
    const rowkey_values tagged =
        rowkey_values_of_tag(ROWKEY_TAG(ROWKEY_KIND_FLOAT, ROWKEY_FORM_F16, 0), halves, rows);
    CHECK(encode(&subject, ALONE, &plain, rows, &expected, &error) == ROWKEY_OK, "%s", error.text);
    CHECK(encode(&subject, ALONE, &tagged, rows, &got, &error) == ROWKEY_OK, "%s", error.text);
    CHECK(memcmp(expected.bytes, got.bytes, rows * sizeof(double)) == 0, "up to half %u", next);
  }
  end_subject(&subject);
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"keeps every value of every tag, or refuses it", keeps_every_value_of_every_tag_or_refuses_it},
      {"widens every half", widens_every_half},
  };
  return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv);
}
