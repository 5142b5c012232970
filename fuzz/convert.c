/* Values of any tag in a column of any type: refused, or converted one by one by the model of the tests and
 * by the reader of texts; a batch, its rows as batches of their own and its rows as single values make the
 * same keys, or find the same bad row. */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns/oracle.h"
#include "fuzz.h"
#include "types/column_type.h"

enum { ROWS_MAX = 40, TEXT_MAX = 60, KEY_MAX = 1 << 10, TYPES_MAX = 40, NAME = 48 };

/* ---- Layouts --------------------------------------------------------------------------------------- */

static struct subject {
  rowkey_column column;
  rowkey_layout *layouts[2];
  rowkey_encoder *encoders[2];
} subjects[TYPES_MAX];

static rowkey_column column_of(const struct oracle_type *type) {
  rowkey_error error;
  rowkey_column column = rowkey_column_of("x", type->physical);
  column.width = type->width;
  if (type->declared <= DECLARED_bytes) return column;
  const rowkey_column_type *declared = rowkey_column_type_parse(type->text, strlen(type->text), &error);
  FUZZ_CHECK(declared != NULL, "%s", error.text);
  column = rowkey_column_type_column(declared, "x");
  column.type = type->physical;
  return column;
}

/* Keys that show nulls, and those of single rows without any, made once for each type. */
enum { WITH_NULLS, PLAIN };

static void make_layout(struct subject *subject, int which, const char *template) {
  rowkey_error error;
  subject->layouts[which] = rowkey_layout_compile(template, strlen(template), &subject->column, 1, &error);
  FUZZ_CHECK(subject->layouts[which] != NULL, "%s", error.text);
  subject->encoders[which] = rowkey_encoder_create(subject->layouts[which], 0, &error);
  FUZZ_CHECK(subject->encoders[which] != NULL, "%s", error.text);
}

static struct subject *subject_of(const struct oracle_type *type) {
  struct subject *subject = &subjects[type - oracle_types];
  char template[2 * NAME], replacement[NAME] = "1";
  const bool is_text = type->physical == ROWKEY_TEXT;
  const char *format = type->physical == ROWKEY_U64   ? ":u64"
                       : type->physical == ROWKEY_I64 ? ":i64"
                       : is_text && type->width == 0  ? ":esc"
                                                      : "";
  if (subject->layouts[PLAIN] != NULL) return subject;
  subject->column = column_of(type);
  if (is_text)
    sprintf(replacement, "\"%.*s\"", type->width == 0 ? 4 : (int)type->width, "none none none none");
  sprintf(template, "{null_first(x):u8}{coalesce(x, %s)%s}", replacement, format);
  make_layout(subject, WITH_NULLS, template);
  sprintf(template, "\\x01{x%s}", format); /* what null_first writes of a value */
  make_layout(subject, PLAIN, template);
  return subject;
}

/* ---- Memory ----------------------------------------------------------------------------------------- */

/* Pieces of exactly so many bytes, for sanitizers to watch, until the end of the execution: guarded buffers
 * are too few for all rows. */
static void *pieces[5 * ROWS_MAX];
static size_t piece_count;

static void *take_memory(size_t size) {
  FUZZ_CHECK(piece_count < sizeof pieces / sizeof pieces[0], "more pieces than there are");
  return pieces[piece_count++] = fuzz_allocate(size);
}

static void *take_copy(const void *bytes, size_t size) {
  void *copy = take_memory(size);
  if (size > 0) memcpy(copy, bytes, size);
  return copy;
}

static void free_memory(void) {
  while (piece_count > 0) free(pieces[--piece_count]);
}

/* ---- Values ---------------------------------------------------------------------------------------- */

struct values {
  const struct oracle_type *type;
  struct subject *subject;
  uint32_t tag;
  size_t rows;
  struct told told[ROWS_MAX];
  uint8_t validity[ROWS_MAX / 8 + 2];
  size_t validity_offset;
};

static const char *const texts[] = {
    "2024-02-29T23:59:59.999Z",
    "1969-12-31 23:59:59.5 -0130",
    "-92233720368547758.08",
    "18446744073709551615",
    "0.000000001",
    "-0",
    "123e4567-e89b-12d3-a456-426614174000",
    "2001:db8::ffff:192.0.2.1",
    "192.0.2.1",
    "00ffA1",
    "AP8QAAA=",
    "true",
    "a",
    "1e300",
};
enum { TEXTS = sizeof texts / sizeof texts[0] };

static uint32_t take_tag(struct fuzz_input *input) {
  const rowkey_kind kind = (rowkey_kind)(ROWKEY_KIND_INTEGER + fuzz_take_up_to(input, 8));
  const uint32_t whole = ROWKEY_FORM_I8 + (uint32_t)fuzz_take_up_to(input, 9);
  const int detail = (int)fuzz_take(input, 1);
  switch (kind) {
    case ROWKEY_KIND_FLOAT:
      return ROWKEY_TAG(kind, ROWKEY_FORM_F16 + whole % 3, 0);
    case ROWKEY_KIND_DECIMAL:
      return ROWKEY_TAG(kind, whole, detail % 2 == 0 ? detail % 153 - 76 : detail % 20);
    case ROWKEY_KIND_INSTANT:
      return ROWKEY_TAG(kind, whole, 1 + detail % 4);
    case ROWKEY_KIND_BOOL:
      return ROWKEY_TAG(kind, detail % 2 == 0 ? (uint32_t)ROWKEY_FORM_BITS : whole, 0);
    default:
      return kind >= ROWKEY_KIND_TEXT ? kind : ROWKEY_TAG(kind, whole, 0);
  }
}

/* Digits with zeros behind them where the form holds that number, else any bytes. */
static void take_number(struct fuzz_input *input, rowkey_form form, struct told *told) {
  char digits[ORACLE_TEXT];
  const uint64_t choice = fuzz_take(input, 1);
  if (form == ROWKEY_FORM_BITS) {
    told->number[0] = choice & 1;
    return;
  }
  const uint64_t number = fuzz_take_number(input);
  const int zeros = (int)(choice / 4 % 64) * (choice % 4 == 1);
  sprintf(digits, "%llu%0*d", (unsigned long long)number, zeros + 1, 0);
  digits[strlen(digits) - 1] = 0;
  if (form >= ROWKEY_FORM_F16 || choice % 4 == 3 ||
      !oracle_put_integer(digits, choice % 4 == 2, form, told->number))
    fuzz_take_bytes(input, told->number, oracle_form_size(form));
  const double whole = (double)number;
  if (form == ROWKEY_FORM_F64 && choice % 4 != 3) memcpy(told->number, &whole, sizeof whole);
}

static void take_bytes(struct fuzz_input *input, rowkey_kind kind, struct told *told) {
  static const uint8_t sizes[] = {16, 4, 5};
  if (kind != ROWKEY_KIND_TEXT) {
    const uint64_t choice = fuzz_take(input, 1);
    told->size = (size_t)(choice < 200 ? sizes[choice % 3] : choice % 40);
    fuzz_take_bytes(input, told->bytes, told->size);
    return;
  }
  const char *text = texts[fuzz_take_up_to(input, TEXTS - 1)];
  told->size = strlen(text);
  memcpy(told->bytes, text, told->size);
  const uint64_t change = fuzz_take(input, 1);
  if (change % 2 == 0) return;
  told->bytes[fuzz_take_up_to(input, told->size - 1)] = (uint8_t)fuzz_take(input, 1);
  if (change % 8 == 1) told->size = (size_t)fuzz_take_up_to(input, told->size);
}

static void take_values(struct fuzz_input *input, struct values *values) {
  do values->type = &oracle_types[fuzz_take_up_to(input, oracle_type_count - 1)];
  while (values->type->declared == DECLARED_uid); /* at an input's end it is the first type */
  values->tag = take_tag(input);
  values->rows = 1 + (size_t)fuzz_take_up_to(input, ROWS_MAX - 1);
  values->validity_offset = (size_t)fuzz_take_up_to(input, 8);
  for (size_t i = 0; i < sizeof values->validity; i++)
    values->validity[i] = (uint8_t)(fuzz_take(input, 1) | ~fuzz_take(input, 1));
  for (size_t i = 0; i < values->rows; i++) {
    values->told[i] = (struct told){.size = 0};
    if (is_text_tag(values->tag))
      take_bytes(input, kind_of_tag(values->tag), &values->told[i]);
    else
      take_number(input, form_of_tag(values->tag), &values->told[i]);
  }
}

static bool is_null(const struct values *values, size_t row) {
  const size_t bit = values->validity_offset + row;
  return (values->validity[bit / 8] >> (bit & 7) & 1) == 0;
}

/* ---- The model ------------------------------------------------------------------------------------- */

/* By the reader of the type's texts, or of the numbers of the language. */
static void keep_text(const struct values *values, const struct told *told, struct kept *kept) {
  const rowkey_column *column = &values->subject->column;
  const struct oracle_type *type = values->type;
  const rowkey_values text = rowkey_values_of_width(ROWKEY_KIND_TEXT, told->bytes, told->size, 1);
  const uint64_t begin = 0, end = told->size;
  uint64_t offsets[2] = {0, 0}, bytes[ORACLE_TEXT / 8];
  const rowkey_type read =
      column->declared == NULL ? ROWKEY_TEXT : rowkey_column_type_column(column->declared, "").type;
  const rowkey_decoded to = read == ROWKEY_TEXT ? rowkey_decoded_text(bytes, sizeof bytes, offsets, 1)
                                                : rowkey_decoded_numbers(read, bytes, 1);
  rowkey_error error;
  *kept = (struct kept){.is_good = false};
  if (type->declared == DECLARED_u64) {
    kept->is_good =
        rowkey_parse_u64(told->bytes, told->size, &begin, &end, 1, &kept->number, NULL) == ROWKEY_OK;
  } else if (type->declared == DECLARED_i64) {
    kept->is_good = rowkey_parse_i64(told->bytes, told->size, &begin, &end, 1, (int64_t *)&kept->number,
                                     NULL) == ROWKEY_OK;
  } else if (column->declared == NULL) {
    kept->is_good = type->width == 0 || told->size == type->width;
    kept->size = told->size;
    memcpy(kept->bytes, told->bytes, told->size < ORACLE_BYTES ? told->size : ORACLE_BYTES);
  } else {
    kept->is_good = rowkey_column_type_read(column->declared, &text, 1, &to, &error) == ROWKEY_OK;
    memcpy(&kept->number, bytes, kept->is_good ? sizeof kept->number : 0);
    if (column->type == ROWKEY_U64 && column->unit != ROWKEY_NO_TIME && kept->number >> 63 != 0)
      kept->is_good = false;
    kept->size = type->width != 0 ? type->width : (size_t)offsets[1];
    memcpy(kept->bytes, bytes, kept->size < ORACLE_BYTES ? kept->size : ORACLE_BYTES);
  }
}

/* Texts that are floats are compared with each other alone. */
static bool has_model(const struct values *values) {
  return kind_of_tag(values->tag) != ROWKEY_KIND_TEXT ||
         (values->type->declared != DECLARED_f64 && values->type->declared != DECLARED_f32);
}

/* ---- Keys ------------------------------------------------------------------------------------------ */

struct keys {
  size_t good; /* rows before the first bad one */
  size_t sizes[ROWS_MAX];
  uint8_t bytes[ROWS_MAX][KEY_MAX];
};

static rowkey_status encode(const struct values *values, const rowkey_values *column, size_t rows,
                            size_t first, struct keys *keys) {
  static uint8_t bytes[ROWS_MAX * KEY_MAX];
  uint64_t offsets[ROWS_MAX + 1];
  const rowkey_batch batch = rowkey_batch_of(column, 1, rows);
  const size_t bound = rowkey_encode_bound(values->subject->layouts[WITH_NULLS], &batch);
  FUZZ_CHECK(bound <= sizeof bytes, "the bound is %zu", bound);
  const rowkey_key_buffer buffer = {.data = bytes, .capacity = bound, .offsets = offsets};
  rowkey_error error;
  const rowkey_status status =
      rowkey_encode(values->subject->encoders[WITH_NULLS], &batch, &buffer, NULL, &error);
  FUZZ_CHECK(status == ROWKEY_OK || strstr(error.text, "x") != NULL, "no column: %s", error.text);
  const size_t good = status == ROWKEY_OK ? rows : error.row == ROWKEY_NONE ? 0 : error.row;
  FUZZ_CHECK(good <= rows && (status == ROWKEY_OK || good < rows), "row %zu of %zu", good, rows);
  keys->good = first + good;
  for (size_t i = 0; i < good; i++) {
    keys->sizes[first + i] = (size_t)(offsets[i + 1] - offsets[i]);
    memcpy(keys->bytes[first + i], bytes + offsets[i], keys->sizes[first + i]);
  }
  return status;
}

/* Rows first … first + rows - 1 in memory of their own. */
static rowkey_values place(const struct values *values, size_t first, size_t rows) {
  const bool is_text = is_text_tag(values->tag), is_bits = form_of_tag(values->tag) == ROWKEY_FORM_BITS;
  const size_t size = oracle_form_size(form_of_tag(values->tag));
  uint64_t *offsets = take_memory((rows + 1) * sizeof *offsets);
  uint8_t *numbers = take_memory(is_bits ? (rows + 7) / 8 : rows * size);
  static uint8_t bytes[ROWS_MAX * TEXT_MAX];
  if (is_bits) memset(numbers, 0, (rows + 7) / 8);
  offsets[0] = 0;
  for (size_t i = 0; i < rows; i++) {
    const struct told *told = &values->told[first + i];
    if (is_text) memcpy(bytes + offsets[i], told->bytes, told->size);
    offsets[i + 1] = offsets[i] + told->size;
    if (is_bits)
      numbers[i / 8] |= (uint8_t)(told->number[0] << (i & 7));
    else
      memcpy(numbers + i * size, told->number, size);
  }
  const size_t text_size = (size_t)offsets[rows];
  const rowkey_values column =
      is_text ? rowkey_values_of_offsets(kind_of_tag(values->tag), take_copy(bytes, text_size), text_size,
                                         offsets, rows)
              : rowkey_values_of_tag(values->tag, numbers, rows);
  return rowkey_values_with_nulls(column, values->validity, values->validity_offset + first);
}

/* What the model keeps, up to its first bad row. */
static void encode_model(const struct values *values, struct keys *keys) {
  static uint64_t numbers[ROWS_MAX], offsets[ROWS_MAX + 1];
  static uint32_t singles[ROWS_MAX];
  static uint8_t bytes[ROWS_MAX * TEXT_MAX];
  static struct kept kept;
  size_t rows = 0;
  for (; rows < values->rows; rows++) {
    const bool is_null_row = is_null(values, rows);
    kept = (struct kept){.is_good = true};
    if (!is_null_row && kind_of_tag(values->tag) == ROWKEY_KIND_TEXT)
      keep_text(values, &values->told[rows], &kept);
    else if (!is_null_row)
      oracle_keep(values->type, values->tag, &values->told[rows], &kept);
    if (!kept.is_good || kept.is_nan) break;
    numbers[rows] = kept.number;
    singles[rows] = (uint32_t)kept.number;
    memcpy(bytes + offsets[rows], kept.bytes, kept.size < ORACLE_BYTES ? kept.size : ORACLE_BYTES);
    if (kept.size > ORACLE_BYTES) memcpy(bytes + offsets[rows], values->told[rows].bytes, kept.size);
    offsets[rows + 1] = offsets[rows] + kept.size;
  }
  const rowkey_type type = values->type->physical;
  const void *kept_numbers = type == ROWKEY_F32 ? (const void *)singles : numbers;
  const rowkey_values column =
      type == ROWKEY_TEXT
          ? rowkey_values_of_offsets(ROWKEY_KIND_KEPT, bytes, (size_t)offsets[rows], offsets, rows)
          : rowkey_kept_numbers(type, kept_numbers, rows);
  const rowkey_values given = rowkey_values_with_nulls(column, values->validity, values->validity_offset);
  FUZZ_CHECK(encode(values, &given, rows, 0, keys) == ROWKEY_OK, "%s: the model's own values",
             values->type->text);
}

static void encode_rows(const struct values *values, struct keys *keys) {
  keys->good = 0;
  for (size_t row = 0; row < values->rows; row++) {
    const rowkey_values column = place(values, row, 1);
    if (encode(values, &column, 1, row, keys) != ROWKEY_OK) return;
  }
}

static rowkey_value value_of(const struct values *values, size_t row) {
  const struct told *told = &values->told[row];
  rowkey_value value = {.is_null = is_null(values, row), .tag = values->tag};
  if (is_text_tag(values->tag)) {
    value.as.text = take_copy(told->bytes, told->size);
    value.size = told->size;
  } else {
    memcpy(&value.as, told->number, oracle_form_size(form_of_tag(values->tag)));
  }
  return value;
}

static bool encode_single(const struct values *values, struct keys *keys) {
  const rowkey_form form = form_of_tag(values->tag);
  if (form != ROWKEY_FORM_NONE && form != ROWKEY_FORM_I64 && form != ROWKEY_FORM_U64 &&
      form != ROWKEY_FORM_F32 && form != ROWKEY_FORM_F64)
    return false;
  for (keys->good = 0; keys->good < values->rows; keys->good++) {
    const rowkey_value value = value_of(values, keys->good);
    const rowkey_record record = rowkey_record_of(&value, 1);
    if (rowkey_encode_row(values->subject->encoders[value.is_null ? WITH_NULLS : PLAIN], &record,
                          keys->bytes[keys->good], KEY_MAX, &keys->sizes[keys->good], NULL) != ROWKEY_OK)
      break;
  }
  return true;
}

static void compare(const struct values *values, const struct keys *got, const struct keys *expected,
                    const char *what) {
  FUZZ_CHECK(got->good == expected->good, "%s of tag %#x: %s: %zu good rows, expected %zu",
             values->type->text, (unsigned)values->tag, what, got->good, expected->good);
  for (size_t i = 0; i < got->good; i++)
    FUZZ_CHECK(
        got->sizes[i] == expected->sizes[i] && memcmp(got->bytes[i], expected->bytes[i], got->sizes[i]) == 0,
        "%s of tag %#x: %s: another key of row %zu", values->type->text, (unsigned)values->tag, what, i);
}

static void check_values(const struct values *values) {
  static struct keys batch, others;
  const rowkey_values column = place(values, 0, values->rows);
  const rowkey_status status = encode(values, &column, values->rows, 0, &batch);
  FUZZ_CHECK((status == ROWKEY_ERROR_TYPE) == !oracle_takes(values->type, kind_of_tag(values->tag)),
             "%s of tag %#x: status %d", values->type->text, (unsigned)values->tag, (int)status);
  if (status == ROWKEY_ERROR_TYPE) return;
  encode_rows(values, &others);
  compare(values, &batch, &others, "rows by themselves");
  if (encode_single(values, &others)) compare(values, &batch, &others, "single values");
  if (!has_model(values)) return;
  encode_model(values, &others);
  compare(values, &batch, &others, "the model");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct values values;
  struct fuzz_input input = fuzz_begin(data, size);
  fuzz_without_kernels();
  take_values(&input, &values);
  values.subject = subject_of(values.type);
  check_values(&values);
  free_memory();
  return 0;
}
