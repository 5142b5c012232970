/* Which conversion a pair of tag and column has, and what is said of pairs that have none. */
#include "columns/conversion.h"

#include <rowkey/schema.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "text/buffer.h"
#include "types/batch.h"
#include "types/type.h"

/* ---- The table ------------------------------------------------------------------------------------ */

#define FIRST_KIND ROWKEY_KIND_INTEGER
#define LAST_KIND ROWKEY_KIND_UUID

static const uint8_t steps[DECLARED_COUNT][LAST_KIND - FIRST_KIND + 1] = {
#define DECLARED(name, ...) {__VA_ARGS__},
#include "types/conversions.def"
#undef DECLARED
};

static enum declared_type declared_of(const rowkey_column *column) {
  if (column->declared != NULL) return (enum declared_type)column->declared->kind->declared;
  if (column->unit != ROWKEY_NO_TIME) return DECLARED_time;
  switch (column->type) {
    case ROWKEY_U64:
      return DECLARED_u64;
    case ROWKEY_I64:
      return DECLARED_i64;
    case ROWKEY_F64:
      return DECLARED_f64;
    case ROWKEY_F32:
      return DECLARED_f32;
    case ROWKEY_TEXT:
      break;
  }
  return column->width == 0 ? DECLARED_text : DECLARED_bytes;
}

/* UUIDs are bytes(16), and no other bytes(N). Instants are read by a declared type, which layouts give to
 * each column of them. */
static enum conversion_step step_of(const rowkey_column *column, enum declared_type declared, int kind) {
  enum { UUID_SIZE = 16 };
  if (kind < FIRST_KIND || kind > LAST_KIND) return REFUSE;
  if (kind == ROWKEY_KIND_UUID && column->width != UUID_SIZE) return REFUSE;
  if (kind == ROWKEY_KIND_TEXT && column->unit != ROWKEY_NO_TIME && column->declared == NULL) return REFUSE;
  return (enum conversion_step)steps[declared][kind - FIRST_KIND];
}

static uint32_t integer_tag(const rowkey_column *column) {
  return column->type == ROWKEY_U64   ? ROWKEY_TAG(ROWKEY_KIND_INTEGER, ROWKEY_FORM_U64, 0)
         : column->type == ROWKEY_I64 ? ROWKEY_TAG(ROWKEY_KIND_INTEGER, ROWKEY_FORM_I64, 0)
                                      : 0;
}

/* The tag of what the column keeps, such as INSTANT, I64, ms of time(ms); 0 where there is none beside
 * INTEGER. */
static uint32_t own_tag(const rowkey_column *column) {
  const uint32_t form = column->type == ROWKEY_U64 ? ROWKEY_FORM_U64 : ROWKEY_FORM_I64;
  if (column->unit != ROWKEY_NO_TIME) return ROWKEY_TAG(ROWKEY_KIND_INSTANT, form, column->unit);
  if (declared_of(column) == DECLARED_decimal)
    return ROWKEY_TAG(ROWKEY_KIND_DECIMAL, form, column->declared->digits);
  if (column->type == ROWKEY_F64) return ROWKEY_TAG(ROWKEY_KIND_FLOAT, ROWKEY_FORM_F64, 0);
  if (column->type == ROWKEY_F32) return ROWKEY_TAG(ROWKEY_KIND_FLOAT, ROWKEY_FORM_F32, 0);
  return 0;
}

uint32_t rowkey_tag_of_kept(const rowkey_column *column) {
  if (column->type == ROWKEY_TEXT) return rowkey_kept_tag(ROWKEY_TEXT);
  if (declared_of(column) == DECLARED_bool) return ROWKEY_TAG(ROWKEY_KIND_BOOL, ROWKEY_FORM_U64, 0);
  return own_tag(column) != 0 ? own_tag(column) : integer_tag(column);
}

unsigned rowkey_decimal_digits(const rowkey_column *column) { return column->declared->digits; }

/* Equal data comes with another unit or scale: of pandas in nanoseconds and microseconds, of SQL in
 * DECIMAL(18,2) and (18,3). */
const char *rowkey_column_hidden_part(const rowkey_column *column) {
  switch (column == NULL ? ROWKEY_KIND_NONE : kind_of_tag(own_tag(column))) {
    case ROWKEY_KIND_INSTANT:
      return "unit";
    case ROWKEY_KIND_DECIMAL:
      return "scale";
    default:
      return NULL;
  }
}

uint64_t rowkey_most_kept(const rowkey_column *column) {
  switch (declared_of(column)) {
    case DECLARED_bool:
      return 1;
    case DECLARED_ipv4:
      return UINT32_MAX;
    case DECLARED_enum:
      return column->declared->names.count - 1;
    default:
      return UINT64_MAX;
  }
}

/* Whether integers stand for themselves, whatever they are. */
static bool keeps_integers(enum declared_type declared) {
  return declared == DECLARED_u64 || declared == DECLARED_i64 || declared == DECLARED_time ||
         declared == DECLARED_epoch;
}

static enum conversion_step step_of_tag(const rowkey_column *column, enum declared_type declared,
                                        uint32_t tag) {
  const rowkey_kind kind = kind_of_tag(tag);
  if (kind == ROWKEY_KIND_NULL) return KEEP;
  if (tag == rowkey_kept_tag(column->type)) return rowkey_most_kept(column) < UINT64_MAX ? CHECK : KEEP;
  if (tag == integer_tag(column) && keeps_integers(declared)) return KEEP;
  const enum conversion_step step = step_of(column, declared, (int)kind);
  return step != REFUSE && tag == own_tag(column) ? KEEP : step;
}

struct conversion rowkey_conversion_of(const rowkey_column *column, uint32_t tag) {
  const enum declared_type declared = declared_of(column);
  return (struct conversion){step_of_tag(column, declared, tag), declared, column, tag};
}

void rowkey_find_kept_tags(const rowkey_column *column, uint32_t tags[KEPT_TAGS]) {
  const uint32_t candidates[] = {integer_tag(column), own_tag(column), ROWKEY_KIND_TEXT, ROWKEY_KIND_BYTES,
                                 ROWKEY_KIND_UUID};
  size_t found = 1;
  for (size_t i = 0; i < KEPT_TAGS; i++) tags[i] = rowkey_kept_tag(column->type);
  for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++)
    if (found < KEPT_TAGS && rowkey_conversion_of(column, candidates[i]).step == KEEP)
      tags[found++] = candidates[i];
}

/* ---- Refused -------------------------------------------------------------------------------------- */

static const char *const kind_names[] = {
    [ROWKEY_KIND_INTEGER] = "integers", [ROWKEY_KIND_FLOAT] = "floats", [ROWKEY_KIND_DECIMAL] = "decimals",
    [ROWKEY_KIND_INSTANT] = "instants", [ROWKEY_KIND_DATE] = "dates",   [ROWKEY_KIND_BOOL] = "bools",
    [ROWKEY_KIND_TEXT] = "text",        [ROWKEY_KIND_BYTES] = "bytes",  [ROWKEY_KIND_UUID] = "UUIDs",
    [ROWKEY_KIND_KEPT] = "kept values", [ROWKEY_KIND_NULL] = "nulls"};

static const char *const form_names[] = {[ROWKEY_FORM_NONE] = "",
                                         [ROWKEY_FORM_I8] = " in an i8",
                                         [ROWKEY_FORM_I16] = " in an i16",
                                         [ROWKEY_FORM_I32] = " in an i32",
                                         [ROWKEY_FORM_I64] = " in an i64",
                                         [ROWKEY_FORM_U8] = " in a u8",
                                         [ROWKEY_FORM_U16] = " in a u16",
                                         [ROWKEY_FORM_U32] = " in a u32",
                                         [ROWKEY_FORM_U64] = " in a u64",
                                         [ROWKEY_FORM_I128] = " in an i128",
                                         [ROWKEY_FORM_I256] = " in an i256",
                                         [ROWKEY_FORM_F16] = " in an f16",
                                         [ROWKEY_FORM_F32] = " in an f32",
                                         [ROWKEY_FORM_F64] = " in an f64",
                                         [ROWKEY_FORM_BITS] = " in bits"};

struct declared_text rowkey_declared_text(const rowkey_column *column) {
  struct declared_text text;
  struct text_buffer out = {text.text, sizeof text.text};
  if (column->declared == NULL)
    rowkey_column_type_name(column, text.text, sizeof text.text);
  else
    rowkey_text_show(&out, column->declared->text.at, column->declared->text.size, sizeof text.text - 8);
  return text;
}

struct declared_text rowkey_declaration_of(uint32_t tag) {
  static const char *const units[] = {"s", "s", "ms", "us", "ns"};
  struct declared_text text = {""};
  const int detail = detail_of_tag(tag);
  if (kind_of_tag(tag) == ROWKEY_KIND_DECIMAL)
    snprintf(text.text, sizeof text.text, "decimal(%d)", detail < 0 ? 0 : detail > 18 ? 18 : detail);
  else if (kind_of_tag(tag) == ROWKEY_KIND_INSTANT)
    snprintf(text.text, sizeof text.text, "time(%s)", units[detail]);
  else if (kind_of_tag(tag) == ROWKEY_KIND_DATE)
    snprintf(text.text, sizeof text.text, "time(s)");
  else if (kind_of_tag(tag) == ROWKEY_KIND_BOOL)
    snprintf(text.text, sizeof text.text, "bool");
  else if (kind_of_tag(tag) == ROWKEY_KIND_UUID)
    snprintf(text.text, sizeof text.text, "uuid");
  return text;
}

/* "integers, decimals or text" */
static void list_taken(const struct conversion *conversion, struct text_buffer *out) {
  int last = 0, count = 0;
  for (int kind = FIRST_KIND; kind <= LAST_KIND; kind++)
    if (step_of(conversion->column, conversion->declared, kind) != REFUSE) last = kind;
  for (int kind = FIRST_KIND; kind <= LAST_KIND; kind++) {
    if (step_of(conversion->column, conversion->declared, kind) == REFUSE) continue;
    rowkey_text_printf(out, "%s%s", count++ == 0 ? "" : kind == last ? " or " : ", ", kind_names[kind]);
  }
}

rowkey_status rowkey_report_refused(const struct conversion *conversion, size_t index, rowkey_error *error) {
  const rowkey_column *column = conversion->column;
  const struct declared_text type = rowkey_declared_text(column),
                             better = rowkey_declaration_of(conversion->tag);
  char taken[200] = "";
  struct text_buffer out = {taken, sizeof taken};
  list_taken(conversion, &out);
  rowkey_error_set(
      error, ROWKEY_ERROR_TYPE, "column %.64s: type %s does not take %s%s (expected %s%s%s%s)", column->name,
      type.text, kind_names[kind_of_tag(conversion->tag)],
      kind_of_tag(conversion->tag) == ROWKEY_KIND_KEPT ? form_names[form_of_tag(conversion->tag)] : "", taken,
      better.text[0] != 0 ? "; or a column declared as " : "", better.text,
      kind_of_tag(conversion->tag) == ROWKEY_KIND_DATE ? " or with another unit" : "");
  if (error != NULL) error->column = index;
  return ROWKEY_ERROR_TYPE;
}

/* ---- Checks --------------------------------------------------------------------------------------- */

/* Whether the tag is one that values.h describes. */
static bool is_tag(uint32_t tag) {
  const rowkey_form form = form_of_tag(tag);
  const int detail = detail_of_tag(tag);
  const bool is_whole = form >= ROWKEY_FORM_I8 && form <= ROWKEY_FORM_I256;
  if (tag >> 24 != 0) return false;
  switch (kind_of_tag(tag)) {
    case ROWKEY_KIND_INTEGER:
    case ROWKEY_KIND_DATE:
      return is_whole && detail == 0;
    case ROWKEY_KIND_FLOAT:
      return form >= ROWKEY_FORM_F16 && form <= ROWKEY_FORM_F64 && detail == 0;
    case ROWKEY_KIND_DECIMAL:
      return is_whole && detail >= -76 && detail <= 76;
    case ROWKEY_KIND_INSTANT:
      return is_whole && detail >= ROWKEY_SECONDS && detail <= ROWKEY_NANOSECONDS;
    case ROWKEY_KIND_BOOL:
      return (is_whole || form == ROWKEY_FORM_BITS) && detail == 0;
    case ROWKEY_KIND_KEPT:
      return (form == ROWKEY_FORM_NONE || form == ROWKEY_FORM_I64 || form == ROWKEY_FORM_U64 ||
              form == ROWKEY_FORM_F32 || form == ROWKEY_FORM_F64) &&
             detail == 0;
    case ROWKEY_KIND_NULL:
    case ROWKEY_KIND_TEXT:
    case ROWKEY_KIND_BYTES:
    case ROWKEY_KIND_UUID:
      return form == ROWKEY_FORM_NONE && detail == 0;
    case ROWKEY_KIND_NONE:
      break;
  }
  return false;
}

static rowkey_status check_tag(const struct given_column *column, uint32_t tag) {
  if (tag == 0)
    return rowkey_given_error(column, ROWKEY_ERROR_ARGUMENT,
                              "tag is 0, so the type of its values is unknown (expected the tag that "
                              "a constructor such as rowkey_i64s sets)");
  if (is_tag(tag)) return ROWKEY_OK;
  return rowkey_given_error(column, ROWKEY_ERROR_ARGUMENT,
                            "tag %#lx is not valid (expected a ROWKEY_TAG of values.h)", (unsigned long)tag);
}

static rowkey_status check_row_count(const struct given_column *column, const rowkey_values *values) {
  if (values->rows >= column->rows) return ROWKEY_OK;
  return rowkey_given_error(column, ROWKEY_ERROR_ARGUMENT,
                            "has %zu rows (expected %zu, as many as the batch)", values->rows, column->rows);
}

rowkey_status rowkey_find_conversion(const struct given_column *given, const rowkey_column *column,
                                     const rowkey_values *values, struct conversion *conversion) {
  if (conversion->column != column || conversion->tag != values->tag) {
    const rowkey_status status = check_tag(given, values->tag);
    if (status != ROWKEY_OK) return status;
    *conversion = rowkey_conversion_of(column, values->tag);
  }
  const rowkey_status status = check_row_count(given, values);
  if (status != ROWKEY_OK || conversion->step != REFUSE) return status;
  return rowkey_report_refused(conversion, given->index, given->error);
}

rowkey_status rowkey_check_kept(const struct given_column *column, const uint32_t tags[KEPT_TAGS],
                                const rowkey_values *values) {
  rowkey_status status = check_tag(column, values->tag);
  if (status == ROWKEY_OK) status = check_row_count(column, values);
  if (status != ROWKEY_OK) return status;
  for (int i = 0; i < KEPT_TAGS; i++)
    if (values->tag == tags[i]) return ROWKEY_OK;
  return rowkey_given_error(column, ROWKEY_ERROR_TYPE, "%s%s are not accepted here (expected %s%s)",
                            kind_names[kind_of_tag(values->tag)], form_names[form_of_tag(values->tag)],
                            kind_names[kind_of_tag(tags[0])], form_names[form_of_tag(tags[0])]);
}

/* ---- Rows ----------------------------------------------------------------------------------------- */

size_t rowkey_report_converted(const struct converting *block, size_t row, rowkey_status status,
                               const char *format, ...) {
  char sentence[ROWKEY_ERROR_TEXT_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  const struct given_column given = {block->conversion->column->name, block->index, block->rows,
                                     block->error};
  rowkey_given_error(&given, status, "%s", sentence);
  block->error->row = row;
  return row;
}

void rowkey_conversion_room_free(struct conversion_room *room) {
  free(room->values);
  free(room->offsets);
  *room = (struct conversion_room){0};
}

static void *grow(const struct converting *block, void **memory, size_t *capacity, size_t size) {
  if (size <= *capacity && *memory != NULL) return *memory;
  free(*memory);
  /* Not what the heap held: kernels load whole vectors, with bytes that no text has been written to. */
  *memory = size > PTRDIFF_MAX ? NULL : calloc(size + 1, 1);
  *capacity = *memory == NULL ? 0 : size;
  if (*memory == NULL)
    rowkey_report_converted(block, 0, ROWKEY_ERROR_MEMORY, "out of memory for %zu bytes", size);
  return *memory;
}

void *rowkey_room_for_values(const struct converting *block, size_t size) {
  return grow(block, &block->room->values, &block->room->size, size);
}

uint64_t *rowkey_room_for_offsets(const struct converting *block, size_t count) {
  void *offsets = block->room->offsets;
  grow(block, &offsets, &block->room->offset_size, count * sizeof *block->room->offsets);
  return block->room->offsets = offsets;
}

static size_t convert_nulls(const struct converting *block) {
  static const uint8_t nulls[1];
  const bool is_text = block->conversion->column->type == ROWKEY_TEXT;
  const size_t count = (block->rows + 7) / 8 + 1;
  uint64_t *zeros = rowkey_room_for_values(block, (block->rows + count) * sizeof *zeros);
  if (zeros == NULL) return 0;
  memset(zeros, 0, (block->rows + count) * sizeof *zeros);
  *block->to = is_text ? rowkey_values_of_spans(ROWKEY_KIND_KEPT, nulls, 0, zeros, zeros, block->rows)
                       : rowkey_kept_numbers(block->conversion->column->type, zeros, block->rows);
  block->to->validity = (const uint8_t *)(zeros + block->rows);
  return block->rows;
}

size_t rowkey_convert_rows(const struct conversion *conversion, size_t index, const rowkey_values *from,
                           size_t first, size_t rows, struct conversion_room *room, rowkey_values *to,
                           rowkey_error *error) {
  const struct converting block = {conversion, index, from, first, rows, room, to, error};
  if (kind_of_tag(conversion->tag) == ROWKEY_KIND_NULL) return convert_nulls(&block);
  size_t good = rows;
  switch (conversion->step) {
    case RESCALE:
      good = rowkey_rescale_rows(&block);
      break;
    case WHOLE:
      good = rowkey_convert_whole_floats(&block);
      break;
    case EXACT:
      good = rowkey_convert_to_floats(&block);
      break;
    case PARSE:
      good = rowkey_parse_rows(&block);
      break;
    case ADDRESS:
      good = rowkey_convert_addresses(&block);
      break;
    case CHECK:
      good = rowkey_check_kept_rows(&block);
      break;
    case KEEP:
    case REFUSE:
      *to = rowkey_values_from(from, first);
      return rows;
  }
  *to = rowkey_values_with_nulls(*to, from->validity, from->validity_offset + first);
  return good;
}

static rowkey_values text_from(const rowkey_values *values, size_t first) {
  rowkey_values moved = *values;
  if (values->begin != NULL) {
    moved.begin += first;
    moved.end += first;
  } else if (values->offsets32 != NULL) {
    moved.offsets32 += first;
  } else if (values->data != NULL) {
    moved.data = (const uint8_t *)values->data + first * values->width;
    moved.size -= first * values->width;
  }
  return moved;
}

rowkey_values rowkey_values_from(const rowkey_values *values, size_t first) {
  static const uint8_t sizes[] = {
      [ROWKEY_FORM_I8] = 1,    [ROWKEY_FORM_I16] = 2,   [ROWKEY_FORM_I32] = 4, [ROWKEY_FORM_I64] = 8,
      [ROWKEY_FORM_U8] = 1,    [ROWKEY_FORM_U16] = 2,   [ROWKEY_FORM_U32] = 4, [ROWKEY_FORM_U64] = 8,
      [ROWKEY_FORM_I128] = 16, [ROWKEY_FORM_I256] = 32, [ROWKEY_FORM_F16] = 2, [ROWKEY_FORM_F32] = 4,
      [ROWKEY_FORM_F64] = 8,   [ROWKEY_FORM_BITS] = 0};
  const rowkey_form form = form_of_tag(values->tag);
  rowkey_values moved = form == ROWKEY_FORM_NONE ? text_from(values, first) : *values;
  if (form != ROWKEY_FORM_NONE) moved.data = (const uint8_t *)values->data + first * sizes[form];
  moved.validity_offset += first;
  moved.rows -= values->rows < first ? values->rows : first;
  return moved;
}

size_t rowkey_conversion_bound(const struct conversion *conversion, const rowkey_values *values,
                               size_t rows) {
  const rowkey_column *column = conversion->column;
  if (column->type != ROWKEY_TEXT || kind_of_tag(conversion->tag) == ROWKEY_KIND_NULL) return 0;
  return column->width != 0 ? bound_of(rows, column->width, 0) : rowkey_sum_of_lengths(values, rows);
}
