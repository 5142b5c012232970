/* What goes wrong with the fields of a key, and with keys as a whole. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "explain/explain.h"
#include "plan/operation.h"
#include "plan/recovery.h"
#include "plan/text_function.h"
#include "text/buffer.h"
#include "text/plural.h"

/* The longest row key of HBase. */
enum { HBASE_KEY_MAX = 32767 };

/* Longer than any sentence here with the pieces of templates in it, each of at most 80 bytes. */
enum { SENTENCE_SIZE = 640 };

bool rowkey_warn(struct explaining *explaining, const char *id, bool is_note, struct place place,
                 const char *format, ...) {
  char sentence[SENTENCE_SIZE];
  struct text_buffer text = {sentence, sizeof sentence};
  va_list arguments;
  va_start(arguments, format);
  rowkey_text_vprintf(&text, format, arguments);
  va_end(arguments);
  rowkey_warning *warnings =
      rowkey_arena_grow(explaining->arena, explaining->warnings, explaining->warning_count,
                        &explaining->warning_capacity, sizeof *warnings);
  const char *copy = rowkey_arena_copy(explaining->arena, sentence, strlen(sentence));
  if (warnings == NULL || copy == NULL) return false;
  explaining->warnings = warnings;
  warnings[explaining->warning_count++] = (rowkey_warning){
      .id = id, .is_note = is_note, .field = place.field, .offset = place.offset, .text = copy};
  return true;
}

static bool only_literals_before(const struct sequence *key, size_t index) {
  while (index > 0 && key->parts[index - 1].kind == PART_LITERAL) index--;
  return index == 0;
}

bool rowkey_warn_of_each(struct explaining *explaining, warning *warn) {
  const struct sequence *key = &explaining->layout->key;
  for (size_t i = 0; i < key->count; i++) {
    const struct part *part = &key->parts[i];
    if (part->kind == PART_LITERAL) continue;
    const rowkey_explained_field *field = &explaining->fields[i];
    const struct subject subject = {.place = {i, field->source_offset},
                                    .part = part,
                                    .facts = facts_of(explaining, part->value),
                                    .field = field,
                                    .is_first = only_literals_before(key, i),
                                    .shown = rowkey_show(part->source)};
    if (!warn(explaining, &subject)) return false;
  }
  return true;
}

/* ---- Warnings of a field --------------------------------------------------------------------- */

static const char *order_problem(const struct part *part) {
  if (part->kind == PART_BIG_ENDIAN)
    return part_code(part).swapped > 1 ? "its last byte comes first (uN and iN sort)"
                                       : "negative numbers come after the others (iN sorts them)";
  if (part->kind == PART_DIGITS) return "the bytes of its alphabet do not ascend";
  if (part->written->base != 0) return "without padding 10 comes before 9 (0Nd and uN sort)";
  const struct text_call *call = part_call(part);
  if (call != NULL) return call->function->order_problem;
  if (part->inverted)
    return "a longer text can land on the wrong side of the text that it begins with (~esc and ~mem sort)";
  return "with its delimiter a longer text can come before the text that it begins with (esc and mem sort)";
}

static bool warn_of_order(struct explaining *explaining, const struct subject *subject) {
  if (subject->facts->leaf == NULL || subject->field->order != ROWKEY_UNORDERED) return true;
  return rowkey_warn(explaining, "order-broken", false, subject->place, "%s does not sort as %s: %s",
                     subject->shown.text, rowkey_show(subject->part->value->source).text,
                     order_problem(subject->part));
}

/* ---- Notes of a field ------------------------------------------------------------------------ */

/* Of a number's digits or bytes, whose number is fixed; 0 of others. */
static unsigned base_of(const struct part *part) {
  switch (part->kind) {
    case PART_DECIMAL_PADDED:
      return 10;
    case PART_HEX_PADDED:
      return 16;
    case PART_DIGITS:
      return part->digits->alphabet.base;
    case PART_BIG_ENDIAN:
      return part->written == part->value ? 256 : 0;
    default:
      return 0;
  }
}

/* Digits or bytes that no value reaches. */
static size_t count_leading_zeros(const struct explaining *explaining, const struct part *part) {
  const unsigned base = base_of(part);
  const struct range range = rowkey_range_in_key(part, explaining->images);
  return base == 0 || range.low.negative ? 0 : part->width - rowkey_digits(range.high.magnitude, base);
}

static bool note_zeros(struct explaining *explaining, const struct subject *subject) {
  const struct part *part = subject->part;
  size_t zeros = count_leading_zeros(explaining, part);
  if (zeros == 0) return true;
  char count[24] = "";
  if (zeros > 1) snprintf(count, sizeof count, " %zu", zeros);
  return rowkey_warn(explaining, "leading-zeros", true, subject->place,
                     "the first%s %s%s of %s %s always %c, as its value is at most %s%s", count,
                     part->kind == PART_BIG_ENDIAN ? "byte" : "digit", plural(zeros), subject->shown.text,
                     zeros > 1 ? "are" : "is",
                     part->kind == PART_DIGITS ? part->digits->alphabet.digits[0] : '0', subject->field->high,
                     subject->is_first ? ": split points beyond that leave regions empty" : "");
}

static bool note_width(struct explaining *explaining, const struct subject *subject) {
  const struct part *part = subject->part;
  const rowkey_alternative *binary = &subject->field->binary;
  if (part->kind == PART_TEXT_HEX)
    return rowkey_warn(explaining, "text-is-wider", true, subject->place,
                       "%s takes two digits for each byte of its text (s takes one byte)",
                       subject->shown.text);
  bool digits = part->kind == PART_DECIMAL_PADDED || part->kind == PART_DIGITS ||
                part->kind == PART_HEX_PADDED || part->kind == PART_DIGEST_DECIMAL ||
                part->kind == PART_BYTES_HEX;
  if (!digits || binary->format[0] == '\0' || part->width <= binary->width) return true;
  size_t saved = part->width - binary->width;
  return rowkey_warn(explaining, "text-is-wider", true, subject->place,
                     "%s takes %zu bytes, and :%s %zu for the same values: %zu less in a row, %zu GB in a "
                     "billion rows",
                     subject->shown.text, part->width, binary->format, binary->width, saved, saved);
}

/* ---- The whole key --------------------------------------------------------------------------- */

struct place rowkey_place_of_offset(const struct explaining *explaining, size_t offset) {
  struct place place = {ROWKEY_NONE, offset};
  for (size_t i = 0; i < explaining->layout->key.count && place.field == ROWKEY_NONE; i++) {
    const rowkey_explained_field *field = &explaining->fields[i];
    if (offset - field->source_offset < field->source_length) place.field = i;
  }
  return place;
}

/* Where the template names the column first. */
static struct place place_of_column(const struct explaining *explaining, size_t column) {
  const struct rowkey_layout *layout = explaining->layout;
  size_t offset = ROWKEY_NONE;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (value_is_column(value) && value->used && value->column == column && value->offset < offset)
      offset = value->offset;
  }
  return rowkey_place_of_offset(explaining, offset);
}

static bool note_columns(struct explaining *explaining) {
  for (size_t i = 0; i < explaining->layout->column_count; i++) {
    const rowkey_explained_column *column = &explaining->result->columns[i];
    if (column->recovery != ROWKEY_HASHED && column->recovery != ROWKEY_REDUCED) continue;
    const struct slice name = {column->name, strlen(column->name)};
    if (!rowkey_warn(explaining, "column-lost", true, place_of_column(explaining, i),
                     "%s cannot be recovered from the keys: %s", rowkey_show(name).text,
                     column->recovery == ROWKEY_HASHED ? "they hold only a hash of it"
                                                       : "decoding cannot compute it from what they hold"))
      return false;
  }
  return true;
}

static bool note_null_marks(struct explaining *explaining) {
  const struct rowkey_layout *layout = explaining->layout;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->marks_null || !value->used) continue;
    if (!rowkey_warn(explaining, "null-is-not-a-value", true, place_of_column(explaining, value->a->column),
                     "%s: %s is not a value of the column's type, and decoding gives null for it",
                     rowkey_show(value->source).text, rowkey_integer_text(value->b->range.low).text))
      return false;
  }
  return true;
}

/* A number of minutes, hours or days if it counts seconds: of the longest of these. */
static uint64_t times_of_seconds(uint64_t number, const char **unit) {
  static const struct {
    const char *name;
    uint64_t seconds;
  } units[] = {{"day", 86400}, {"hour", 3600}, {"minute", 60}};
  size_t i = 0;
  while (i < sizeof units / sizeof *units && number % units[i].seconds != 0) i++;
  if (i == sizeof units / sizeof *units) return 0;
  *unit = units[i].name;
  return number / units[i].seconds;
}

/* Of an instant that is rounded to so many of its units as an hour, say, has seconds. */
static bool note_period(struct explaining *explaining, const struct value *value) {
  static const char *const counted[] = {[ROWKEY_MILLISECONDS] = "milliseconds",
                                        [ROWKEY_MICROSECONDS] = "microseconds",
                                        [ROWKEY_NANOSECONDS] = "nanoseconds"};
  const char *unit = NULL;
  const bool rounds = value_is_of(value, &rowkey_operation_subtract) && value->unit >= ROWKEY_MILLISECONDS &&
                      value_is_remainder(value->b) && rowkey_is_rounded(value, value->a);
  const uint64_t period = rounds ? value->b->b->range.low.magnitude : 0;
  const uint64_t times = period % 1000 == 0 ? 0 : times_of_seconds(period, &unit);
  if (times == 0) return true;
  return rowkey_warn(explaining, "period-of-units", true, rowkey_place_of_offset(explaining, value->offset),
                     "%s rounds to %" PRIu64 " %s, not to %" PRIu64 " %s%s (truncate(%s, %" PRIu64
                     " %s%s) does)",
                     rowkey_show(value->source).text, period, counted[value->unit], times, unit,
                     plural(times), rowkey_show(value->a->source).text, times, unit, plural(times));
}

static bool note_periods(struct explaining *explaining) {
  for (size_t i = 0; i < explaining->layout->value_count; i++)
    if (explaining->layout->values[i]->used && !note_period(explaining, explaining->layout->values[i]))
      return false;
  return true;
}

static bool warn_of_length(struct explaining *explaining) {
  const rowkey_explanation *result = explaining->result;
  if (result->min_width <= HBASE_KEY_MAX) return true;
  return rowkey_warn(explaining, "key-too-long", false, (struct place){ROWKEY_NONE, ROWKEY_NONE},
                     "every key has at least %zu bytes, and HBase takes at most %d", result->min_width,
                     HBASE_KEY_MAX);
}

static bool note_length(struct explaining *explaining) {
  const rowkey_explanation *result = explaining->result;
  if (result->min_width > HBASE_KEY_MAX || result->max_width <= HBASE_KEY_MAX) return true;
  size_t field = 0, width = 0;
  while ((width = add_sizes(width, result->fields[field].max_width)) <= HBASE_KEY_MAX) field++;
  return rowkey_warn(
      explaining, "key-may-be-too-long", true, (struct place){field, result->fields[field].source_offset},
      "%s can make a key longer than the %d bytes that HBase takes",
      rowkey_show((struct slice){explaining->layout->text + result->fields[field].source_offset,
                                 result->fields[field].source_length})
          .text,
      HBASE_KEY_MAX);
}

/* A billion rows have so many pairs: where random keys are drawn from as many, one pair is expected to be
 * equal. */
#define KEYS_FOR_A_BILLION_ROWS UINT64_C(500000000000000000)

/* Multiplies by how many values the part can hold; false where they are as many as texts or hashes. */
static bool multiply_by_values(const struct explaining *explaining, const struct part *part,
                               uint64_t *count) {
  if (part->kind == PART_LITERAL) return true;
  if (!value_is_integer(part->value)) return false;
  const struct numbers numbers = rowkey_numbers_in_key(part, explaining->images);
  const uint64_t others = rowkey_numbers_last(&numbers);
  return others != UINT64_MAX && !__builtin_mul_overflow(*count, others + 1, count);
}

static bool note_few_keys(struct explaining *explaining) {
  const struct rowkey_layout *layout = explaining->layout;
  uint64_t count = 1;
  for (size_t i = 0; i < layout->column_count; i++)
    if (explaining->result->columns[i].recovery == ROWKEY_RECOVERED) return true;
  for (size_t i = 0; i < layout->key.count; i++)
    if (!multiply_by_values(explaining, &layout->key.parts[i], &count)) return true;
  if (count >= KEYS_FOR_A_BILLION_ROWS) return true;
  return rowkey_warn(explaining, "rows-share-keys", true, (struct place){ROWKEY_NONE, ROWKEY_NONE},
                     "no column can be recovered from the keys, and there %s only %" PRIu64
                     " of them: a store keeps one row for each key",
                     count == 1 ? "is" : "are", count);
}

bool rowkey_warn_of_fields(struct explaining *explaining) {
  return rowkey_warn_of_each(explaining, warn_of_order) && warn_of_length(explaining) &&
         rowkey_warn_of_each(explaining, note_zeros) && rowkey_warn_of_each(explaining, note_width) &&
         note_columns(explaining) && note_null_marks(explaining) && note_periods(explaining) &&
         note_few_keys(explaining) && note_length(explaining);
}
