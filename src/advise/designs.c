/* Templates of designs. */
#include "advise/designs.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- Columns ----------------------------------------------------------------------------------- */

enum { SPARE_BITS = 16 };

static unsigned bits_of(uint64_t number) { return number == 0 ? 0 : 64 - (unsigned)__builtin_clzll(number); }

/* The least number of whole bytes, in bits, that holds so many bits and spare ones. */
static unsigned width_of(unsigned bits) {
  const unsigned whole = (bits + SPARE_BITS + 7) / 8 * 8;
  return whole > 64 ? 64 : whole;
}

static unsigned signed_bits(int64_t number) {
  return bits_of((uint64_t)(number < 0 ? -(number + 1) : number)) + 1;
}

/* The format of an integer: "u40", "i64". */
static void integer_format(const rowkey_column *column, const rowkey_column_profile *found, char *format,
                           size_t size) {
  if (column->type == ROWKEY_U64) {
    snprintf(format, size, "u%u", width_of(found->most.is_null ? 0 : bits_of(found->most.as.u64)));
    return;
  }
  const unsigned least = found->least.is_null ? 0 : signed_bits(found->least.as.i64);
  const unsigned most = found->most.is_null ? 0 : signed_bits(found->most.as.i64);
  snprintf(format, size, "i%u", width_of(least > most ? least : most));
}

static const char *number_format(const rowkey_column *column, const rowkey_column_profile *found,
                                 char format[8]) {
  if (column->type == ROWKEY_F64) return "f64";
  if (column->type == ROWKEY_F32) return "f32";
  integer_format(column, found, format, 8);
  return format;
}

static bool put_number_forms(const rowkey_column *column, const rowkey_column_profile *found, bool is_falling,
                             struct growing_text *text) {
  char room[8];
  const char *format = number_format(column, found, room);
  const bool is_float = column->type == ROWKEY_F64 || column->type == ROWKEY_F32;
  for (unsigned form = FORM_WITHIN; form <= FORM_LAST; form++) {
    if (found->nulls > 0) {
      grow(text, "{null_first(");
      rowkey_grow_name(text, column->name);
      grow(text, "):u8}");
    }
    grow(text, "{");
    rowkey_grow_column(text, column, found->nulls > 0);
    rowkey_grow_printf(text, ":%s%s}", is_falling ? "~" : "", format);
    if (!rowkey_grow_finish(text)) return false;
    *text = (struct growing_text){.list = text->list};
  }
  rowkey_grow_column(text, column, found->nulls > 0);
  if (is_float) rowkey_grow_printf(text, ":%s", format);
  return rowkey_grow_finish(text);
}

/* So many degrees, in steps of a ten-millionth, have place on either side of the middle. */
static const double most_degrees = 180;
enum { STEPS_OF_DEGREE = 10000000 };

/* Numbers below 2^32 as they are, signed ones and degrees moved to there. */
static bool put_cell_form(const rowkey_column *column, const rowkey_column_profile *found,
                          struct growing_text *text) {
  const int64_t middle = (int64_t)1 << (INTERLEAVED_BITS - 1);
  const rowkey_value *least = &found->least, *most = &found->most;
  *text = (struct growing_text){.list = text->list};
  if (found->nulls > 0 || least->is_null || column->unit != ROWKEY_NO_TIME) return rowkey_grow_finish(text);
  const double low = column->type == ROWKEY_F32 ? (double)least->as.f32 : least->as.f64,
               high = column->type == ROWKEY_F32 ? (double)most->as.f32 : most->as.f64;
  if (column->type == ROWKEY_U64) {
    if (most->as.u64 >> INTERLEAVED_BITS == 0) rowkey_grow_name(text, column->name);
  } else if (column->type == ROWKEY_I64) {
    if (least->as.i64 >= -middle && most->as.i64 < middle) {
      rowkey_grow_name(text, column->name);
      rowkey_grow_printf(text, " + %" PRId64, middle);
    }
  } else if (low >= -most_degrees && high <= most_degrees) {
    grow(text, "scaled(");
    rowkey_grow_name(text, column->name);
    rowkey_grow_printf(text, ", %d, round=floor) + %" PRId64, STEPS_OF_DEGREE, middle);
  }
  return rowkey_grow_finish(text);
}

static bool put_text_forms(const rowkey_column *column, const rowkey_column_profile *found, bool is_falling,
                           struct growing_text *text) {
  (void)is_falling; /* texts are read backwards */
  struct string_list *list = text->list;
  const char *const end = column->width > 0 ? "}" : found->occurs[0] ? ":esc}" : "}\\x00";
  const char *const ends[] = {end, "}", ""};
  for (unsigned i = 0; i < COLUMN_FORMS; i++) {
    *text = (struct growing_text){.list = list};
    if (i < FORM_ARGUMENT) grow(text, "{");
    if (i < FORM_CELL) {
      rowkey_grow_column(text, column, found->nulls > 0);
      grow(text, ends[i]);
    }
    if (!rowkey_grow_finish(text)) return false;
  }
  return true;
}

bool rowkey_forms_find(const struct asked_columns *columns, rowkey_profile *profile, column_set falling,
                       struct column_forms *forms) {
  for (size_t i = 0; i < columns->count; i++) {
    const rowkey_column *column = &columns->columns[i];
    const rowkey_column_profile *found = rowkey_profile_column(profile, i);
    struct growing_text text = {.list = &forms->texts};
    const bool is_falling = (falling & set_of(i)) != 0;
    const bool is_text = column->type == ROWKEY_TEXT;
    if (!(is_text ? put_text_forms : put_number_forms)(column, found, is_falling, &text) ||
        (!is_text && !put_cell_form(column, found, &text)))
      return false;
  }
  return true;
}

column_set rowkey_forms_of_cells(const struct column_forms *forms) {
  column_set cells = 0;
  for (size_t i = 0; COLUMN_FORMS * i < forms->texts.count; i++)
    if (string_size(&forms->texts, COLUMN_FORMS * i + FORM_CELL) > 0) cells |= set_of(i);
  return cells;
}

const char *rowkey_list_separator(size_t index, size_t count) {
  return index == 0 ? "" : index + 1 < count ? ", " : " and ";
}

void rowkey_grow_names(struct growing_text *text, const struct asked_columns *columns, column_set set) {
  const size_t count = (size_t)__builtin_popcountll(set);
  for (size_t i = 0; i < count; i++, set &= set - 1)
    rowkey_grow_printf(text, "%s%s", rowkey_list_separator(i, count),
                       columns->columns[__builtin_ctzll(set)].name);
}

/* ---- Designs ----------------------------------------------------------------------------------- */

static void put_form(struct growing_text *text, const struct column_forms *forms, size_t column,
                     enum column_form form) {
  const size_t index = COLUMN_FORMS * column + form;
  rowkey_grow_bytes(text, string_at(&forms->texts, index), string_size(&forms->texts, index));
}

/* Columns as arguments, but for one of which a period of time stands in its place. */
static void put_arguments(struct growing_text *text, const struct column_forms *forms, column_set of,
                          size_t period_column, uint64_t period) {
  const char *separator = "";
  for (; of != 0; of &= of - 1, separator = ", ") {
    const size_t column = (size_t)__builtin_ctzll(of);
    grow(text, separator);
    if (column == period_column) grow(text, "truncate(");
    put_form(text, forms, column, FORM_ARGUMENT);
    if (column == period_column) rowkey_grow_printf(text, ", %" PRIu64 ")", period);
  }
}

/* {md5(host) % 16:02d}, {md5(host, truncate(ts, 3600)) % 16:02d}, or where a host is spread over four
 * buckets,
 * {(md5(host) % 16 + md5(id) % 4) % 16:02d}. */
static void put_prefix(struct growing_text *text, const struct design *design,
                       const struct column_forms *forms) {
  const bool is_spread = design->prefix == PREFIX_SPREAD, has_period = design->prefix == PREFIX_PERIOD;
  const column_set of = has_period ? design->of | set_of(design->salt_column) : design->of;
  unsigned digits = 1;
  for (uint64_t last = design->buckets - 1; last >= 10; last /= 10) digits++;
  grow(text, design->prefix == PREFIX_MODULO ? "{" : is_spread ? "{(md5(" : "{md5(");
  put_arguments(text, forms, of, has_period ? design->salt_column : ROWKEY_NONE, design->salt_period);
  grow(text, design->prefix == PREFIX_MODULO ? "" : ")");
  if (is_spread) {
    rowkey_grow_printf(text, " %% %" PRIu64 " + md5(", design->buckets);
    put_arguments(text, forms, design->spread_by, ROWKEY_NONE, 0);
    rowkey_grow_printf(text, ") %% %" PRIu64 ")", design->spread);
  }
  rowkey_grow_printf(text, " %% %" PRIu64 ":0%ud}", design->buckets, digits);
}

/* {truncate(ts, 3600):i48}, in the format that the column itself has. */
static void put_period(struct growing_text *text, const struct design *design,
                       const struct column_forms *forms) {
  const size_t index = COLUMN_FORMS * design->period_column + FORM_LAST;
  const uint8_t *form = string_at(&forms->texts, index);
  const size_t size = string_size(&forms->texts, index);
  size_t format = size;
  while (form[format - 1] != ':') format--;
  grow(text, "{truncate(");
  put_form(text, forms, design->period_column, FORM_ARGUMENT);
  rowkey_grow_printf(text, ", %" PRIu64 "):", design->period);
  rowkey_grow_bytes(text, form + format, size - format);
}

/* {interleave(lat + 2147483648, lon + 2147483648, 32):u64}: places that are near have keys that are near. */
static void put_interleaved(struct growing_text *text, const struct design *design,
                            const struct column_forms *forms) {
  const size_t first = (size_t)__builtin_ctzll(design->interleaved);
  grow(text, "{interleave(");
  put_form(text, forms, first, FORM_CELL);
  grow(text, ", ");
  put_form(text, forms, (size_t)__builtin_ctzll(design->interleaved & ~set_of(first)), FORM_CELL);
  rowkey_grow_printf(text, ", %d):u64}", INTERLEAVED_BITS);
}

bool rowkey_design_write(const struct design *design, const struct column_forms *forms,
                         struct string_list *texts) {
  struct growing_text text = {.list = texts};
  if (design->prefix != PREFIX_NONE) put_prefix(&text, design, forms);
  if (design->period_column != ROWKEY_NONE) put_period(&text, design, forms);
  if (design->interleaved != 0) put_interleaved(&text, design, forms);
  for (size_t i = 0; i < design->column_count; i++)
    put_form(&text, forms, design->order[i], i + 1 < design->column_count ? FORM_WITHIN : FORM_LAST);
  return rowkey_grow_finish(&text);
}
