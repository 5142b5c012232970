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

static bool put_text_forms(const rowkey_column *column, const rowkey_column_profile *found, bool is_falling,
                           struct growing_text *text) {
  (void)is_falling; /* texts are read backwards */
  struct string_list *list = text->list;
  const char *const end = column->width > 0 ? "}" : found->occurs[0] ? ":esc}" : "}\\x00";
  const char *const ends[COLUMN_FORMS] = {end, "}", ""};
  for (unsigned i = 0; i < COLUMN_FORMS; i++) {
    *text = (struct growing_text){.list = list};
    if (i != FORM_ARGUMENT) grow(text, "{");
    rowkey_grow_column(text, column, found->nulls > 0);
    grow(text, ends[i]);
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
    if (!(column->type == ROWKEY_TEXT ? put_text_forms : put_number_forms)(column, found, is_falling, &text))
      return false;
  }
  return true;
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

static void put_prefix(struct growing_text *text, const struct design *design, size_t columns,
                       const struct column_forms *forms) {
  unsigned digits = 1;
  for (uint64_t last = design->buckets - 1; last >= 10; last /= 10) digits++;
  grow(text, design->prefix == PREFIX_HASH ? "{md5(" : "{");
  bool is_first = true;
  for (size_t i = 0; i < columns; i++) {
    if ((design->of & set_of(i)) == 0) continue;
    if (!is_first) grow(text, ", ");
    is_first = false;
    put_form(text, forms, i, FORM_ARGUMENT);
  }
  grow(text, design->prefix == PREFIX_HASH ? ")" : "");
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

/* {interleave(lat, lon, 32):u64}: places that are near have keys that are near. */
static void put_interleaved(struct growing_text *text, const struct design *design,
                            const struct column_forms *forms) {
  const size_t first = (size_t)__builtin_ctzll(design->interleaved);
  grow(text, "{interleave(");
  put_form(text, forms, first, FORM_ARGUMENT);
  grow(text, ", ");
  put_form(text, forms, (size_t)__builtin_ctzll(design->interleaved & ~set_of(first)), FORM_ARGUMENT);
  rowkey_grow_printf(text, ", %d):u64}", INTERLEAVED_BITS);
}

bool rowkey_design_write(const struct design *design, const struct asked_columns *columns,
                         const struct column_forms *forms, struct string_list *texts) {
  struct growing_text text = {.list = texts};
  if (design->prefix != PREFIX_NONE) put_prefix(&text, design, columns->count, forms);
  if (design->period_column != ROWKEY_NONE) put_period(&text, design, forms);
  if (design->interleaved != 0) put_interleaved(&text, design, forms);
  for (size_t i = 0; i < design->column_count; i++)
    put_form(&text, forms, design->order[i], i + 1 < design->column_count ? FORM_WITHIN : FORM_LAST);
  return rowkey_grow_finish(&text);
}
