#include "brute_force.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "testing.h"

/* ---- Values ---------------------------------------------------------------------------------- */

static uint64_t random_number(uint64_t base) {
  static const uint64_t edges[] = {0,    1,     9,     10,    99,         100,        127,
                                   128,  255,   256,   999,   1000,       32767,      32768,
                                   9999, 65535, 65536, 99999, 2147483647, 4294967295, UINT64_C(1) << 63};
  if (random_below(4) != 0) return base + random_below(12);
  const uint64_t edge = edges[random_below(sizeof edges / sizeof edges[0])];
  return random_below(8) == 0 ? UINT64_MAX - random_below(3) : edge + random_below(3) - 1;
}

/* Of up to 5 bytes, or of `width`. */
static rowkey_value random_text(uint32_t width) {
  static const char letters[] = {'a', 'b', '|', '\0', '\xff', 'z', ':', '\x7f', '\x01', '!'};
  static char memory[4096][6];
  static size_t next;
  char *text = memory[next++ % 4096];
  const size_t size = width != 0 ? width : (size_t)random_below(6),
               kinds = random_below(2) == 0 ? 2 : sizeof letters;
  for (size_t i = 0; i < size; i++) text[i] = letters[random_below(kinds)];
  return rowkey_value_text(text, size);
}

static double random_float(void) {
  static const double floats[] = {-1e300, -2.5, -1.0, -0.0, 0.0,    0.1,    0.5,
                                  1.0,    2.0,  3e10, 1e40, 1e-320, -1e-50, 1e300};
  return floats[random_below(sizeof floats / sizeof floats[0])];
}

static rowkey_value random_value(rowkey_type type, uint64_t base) {
  switch (type) {
    case ROWKEY_TEXT:
      return random_text(0);
    case ROWKEY_F64:
      return rowkey_value_f64(random_float());
    case ROWKEY_F32: {
      static const float floats[] = {-3e38F, -2.5F, -0.0F, 0.0F, 0.1F, 1.0F, 2.0F, 3e38F, 1e-45F};
      return rowkey_value_f32(floats[random_below(sizeof floats / sizeof floats[0])]);
    }
    case ROWKEY_I64: {
      const uint64_t number = random_number(base);
      return rowkey_value_i64((int64_t)(random_below(3) == 0 ? -number : number));
    }
    default:
      return rowkey_value_u64(random_number(base));
  }
}

/* Seconds, a few of them in the same months and years. */
static rowkey_value random_instant(uint64_t base) {
  static const int64_t steps[] = {
      0, 1, 59, 3600, 86399, 86400, 31 * 86400, 365 * 86400, INT64_C(36525) * 864};
  const int64_t start =
      (int64_t)(base % 70) * 31 * 86400 + (base % 3 == 0 ? -3 * INT64_C(31556952) : 1700000000);
  const int64_t step = steps[random_below(sizeof steps / sizeof steps[0])];
  if (random_below(40) == 0) return rowkey_value_i64((int64_t)random_u64());
  return rowkey_value_i64(start + (int64_t)random_below(12) * step - (int64_t)random_below(2));
}

static rowkey_value random_value_of(const rowkey_column *column, uint64_t base) {
  if (column->unit != ROWKEY_NO_TIME) return random_instant(base);
  return column->width != 0 ? random_text(column->width) : random_value(column->type, base);
}

static uint64_t bits_of(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static int compare_floats(double a, double b) {
  if (a < b || a > b) return a < b ? -1 : 1;
  const int a_negative = (int)(bits_of(a) >> 63), b_negative = (int)(bits_of(b) >> 63);
  return b_negative - a_negative;
}

static int compare_values(rowkey_type type, const rowkey_value *a, const rowkey_value *b) {
  switch (type) {
    case ROWKEY_TEXT: {
      const size_t common = a->size < b->size ? a->size : b->size;
      const int order = common == 0 ? 0 : memcmp(a->as.text, b->as.text, common);
      return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
    }
    case ROWKEY_F64:
      return compare_floats(a->as.f64, b->as.f64);
    case ROWKEY_F32:
      return compare_floats((double)a->as.f32, (double)b->as.f32);
    case ROWKEY_I64:
      return (a->as.i64 > b->as.i64) - (a->as.i64 < b->as.i64);
    default:
      return (a->as.u64 > b->as.u64) - (a->as.u64 < b->as.u64);
  }
}

void fill_domain(struct small_domain *domain, const rowkey_layout *layout, const rowkey_column *columns,
                 size_t column_count) {
  CHECK(column_count <= DOMAIN_COLUMNS, "%zu columns", column_count);
  *domain = (struct small_domain){.columns = columns, .column_count = column_count};
  size_t used = 0;
  for (size_t i = 0; i < column_count; i++) used += rowkey_layout_uses(layout, i);
  const size_t most = used <= 1 ? DOMAIN_VALUES : used == 2 ? 24 : used == 3 ? 11 : 5;
  for (size_t i = 0; i < column_count; i++) {
    const size_t wanted = rowkey_layout_uses(layout, i) ? most : 1;
    const uint64_t base = random_below(3) == 0 ? random_below(70000) : random_below(120);
    for (size_t k = 0; k < 3 * wanted && domain->counts[i] < wanted; k++) {
      const rowkey_value value = random_value_of(&columns[i], base);
      size_t same = 0;
      while (same < domain->counts[i] &&
             compare_values(columns[i].type, &domain->values[i][same], &value) != 0)
        same++;
      if (same == domain->counts[i]) domain->values[i][domain->counts[i]++] = value;
    }
  }
}

/* ---- Records --------------------------------------------------------------------------------- */

void fill_table(struct small_table *table, const rowkey_layout *layout, const struct small_domain *domain,
                size_t rows_of_a_record) {
  rowkey_error error;
  rowkey_encoder *encoder = rowkey_encoder_create(layout, random_u64(), &error);
  CHECK(encoder != NULL, "%s", error.text);
  size_t places[DOMAIN_COLUMNS] = {0};
  table->count = 0;
  for (size_t column = 0; column < domain->column_count;) {
    struct small_record record;
    for (size_t i = 0; i < domain->column_count; i++) record.values[i] = domain->values[i][places[i]];
    for (uint64_t row = 0; row < rows_of_a_record; row++) {
      size_t size;
      const rowkey_record given =
          rowkey_record_from(rowkey_record_of(record.values, domain->column_count), row);
      const rowkey_status status =
          rowkey_encode_row(encoder, &given, record.key, sizeof record.key, &size, &error);
      CHECK(status == ROWKEY_OK || status == ROWKEY_ERROR_RANGE, "%s", error.text);
      if (status != ROWKEY_OK || table->count == DOMAIN_RECORDS) continue;
      record.key_size = (size_t)size;
      table->records[table->count++] = record;
    }
    for (column = 0; column < domain->column_count && ++places[column] == domain->counts[column]; column++)
      places[column] = 0;
  }
  rowkey_encoder_free(encoder);
}

/* ---- Conditions ------------------------------------------------------------------------------ */

static bool has_null(const struct small_domain *domain, size_t column) {
  for (size_t i = 0; i < domain->counts[column]; i++)
    if (domain->values[column][i].is_null) return true;
  return false;
}

static rowkey_value near_domain(const struct small_domain *domain, size_t column) {
  const rowkey_column *asked = &domain->columns[column];
  if (random_below(5) == 0 && asked->unit != ROWKEY_NO_TIME) return random_instant(random_below(300));
  if (random_below(5) == 0) return random_value(asked->type, random_below(300));
  const rowkey_value value = domain->values[column][random_below(domain->counts[column])];
  return value.is_null ? random_value_of(asked, random_below(300)) : value;
}

size_t random_conditions(const struct small_domain *domain, const rowkey_layout *layout,
                         rowkey_condition *conditions) {
  static rowkey_value memory[256][8];
  static size_t next;
  const size_t wanted = 1 + (size_t)random_below(3);
  size_t count = 0;
  for (size_t tries = 0; tries < 50 && count < wanted; tries++) {
    const size_t column = (size_t)random_below(domain->column_count);
    if (!rowkey_layout_uses(layout, column)) continue;
    rowkey_value *values = memory[next++ % 256];
    const bool is_text = domain->columns[column].type == ROWKEY_TEXT;
    rowkey_condition condition = {.column = column, .values = values, .value_count = 1};
    condition.comparison = (rowkey_comparison)random_below(is_text ? 6 : 5);
    if (has_null(domain, column) && random_below(3) == 0) {
      conditions[count++] = (rowkey_condition){
          .column = column, .comparison = random_below(2) == 0 ? ROWKEY_IS_NULL : ROWKEY_IS_NOT_NULL};
      continue;
    }
    if (condition.comparison == ROWKEY_EQUAL) condition.value_count = 1 + (size_t)random_below(6);
    for (size_t i = 0; i < condition.value_count; i++) values[i] = near_domain(domain, column);
    conditions[count++] = condition;
  }
  return count;
}

static bool begins_with(const rowkey_value *text, const rowkey_value *prefix) {
  return text->size >= prefix->size &&
         (prefix->size == 0 || memcmp(text->as.text, prefix->as.text, prefix->size) == 0);
}

static bool meets(const rowkey_value *value, rowkey_type type, const rowkey_condition *condition) {
  if (condition->comparison == ROWKEY_IS_NULL) return value->is_null;
  if (condition->comparison == ROWKEY_IS_NOT_NULL || value->is_null) return !value->is_null;
  const int order = compare_values(type, value, condition->values);
  switch (condition->comparison) {
    case ROWKEY_EQUAL:
      for (size_t i = 0; i < condition->value_count; i++)
        if (compare_values(type, value, &condition->values[i]) == 0) return true;
      return false;
    case ROWKEY_LESS:
      return order < 0;
    case ROWKEY_LESS_EQUAL:
      return order <= 0;
    case ROWKEY_GREATER:
      return order > 0;
    case ROWKEY_GREATER_EQUAL:
      return order >= 0;
    case ROWKEY_BEGINS_WITH:
      return begins_with(value, condition->values);
    default:
      break;
  }
  return false;
}

bool meets_all(const struct small_record *record, const struct small_domain *domain,
               const rowkey_condition *conditions, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const size_t column = conditions[i].column;
    if (!meets(&record->values[column], domain->columns[column].type, &conditions[i])) return false;
  }
  return true;
}

/* ---- Showing --------------------------------------------------------------------------------- */

static void show_bytes(char **at, const char *end, const void *bytes, size_t size) {
  const uint8_t *byte = bytes;
  for (size_t i = 0; i < size && end - *at > 8; i++)
    *at += byte[i] >= ' ' && byte[i] < 127 ? sprintf(*at, "%c", byte[i]) : sprintf(*at, "\\x%02x", byte[i]);
}

static void show_value(char **at, const char *end, rowkey_type type, const rowkey_value *value) {
  if (end - *at < 64) return;
  if (value->is_null) {
    *at += sprintf(*at, "null");
    return;
  }
  if (type == ROWKEY_TEXT) {
    *at += sprintf(*at, "\"");
    show_bytes(at, end - 8, value->as.text, value->size);
    *at += sprintf(*at, "\"");
  } else if (type == ROWKEY_I64) {
    *at += sprintf(*at, "%" PRId64, value->as.i64);
  } else if (type == ROWKEY_U64) {
    *at += sprintf(*at, "%" PRIu64, value->as.u64);
  } else {
    *at += sprintf(*at, "%g", type == ROWKEY_F64 ? value->as.f64 : (double)value->as.f32);
  }
}

const char *conditions_text(const struct small_domain *domain, const rowkey_condition *conditions,
                            size_t count) {
  static const char *const signs[] = {"=", "<", "<=", ">", ">=", "begins", "is null", "is not null"};
  static char text[4096];
  char *at = text;
  const char *end = text + sizeof text;
  text[0] = '\0';
  for (size_t i = 0; i < count && end - at > 128; i++) {
    const rowkey_column *column = &domain->columns[conditions[i].column];
    at += sprintf(at, "%s%s %s ", i > 0 ? " and " : "", column->name, signs[conditions[i].comparison]);
    for (size_t k = 0; k < conditions[i].value_count; k++) {
      show_value(&at, end, column->type, &conditions[i].values[k]);
      if (k + 1 < conditions[i].value_count) at += sprintf(at, ", ");
    }
  }
  return text;
}

static const char *record_text(const struct small_domain *domain, const struct small_record *record) {
  static char text[4096];
  char *at = text;
  const char *end = text + sizeof text;
  for (size_t i = 0; i < domain->column_count; i++) {
    at += sprintf(at, "%s=", domain->columns[i].name);
    show_value(&at, end, domain->columns[i].type, &record->values[i]);
    at += sprintf(at, " ");
  }
  at += sprintf(at, "key ");
  show_bytes(&at, end, record->key, record->key_size);
  return text;
}

static const char *ranges_text(const rowkey_ranges *ranges) {
  static char text[4096];
  char *at = text;
  const char *end = text + sizeof text;
  at += sprintf(at, "%zu ranges, %s:", ranges->count, ranges->exact ? "exact" : "not exact");
  for (size_t i = 0; i < ranges->count && end - at > 64; i++) {
    at += sprintf(at, " [");
    show_bytes(&at, end - 16, ranges->ranges[i].start, ranges->ranges[i].start_size);
    at += sprintf(at, ", ");
    show_bytes(&at, end - 8, ranges->ranges[i].stop, ranges->ranges[i].stop_size);
    at += sprintf(at, ")");
  }
  return text;
}

/* ---- Checking -------------------------------------------------------------------------------- */

static int compare_bytes(const void *a, size_t a_size, const void *b, size_t b_size) {
  const size_t common = a_size < b_size ? a_size : b_size;
  const int order = common == 0 ? 0 : memcmp(a, b, common);
  return order != 0 ? order : (a_size > b_size) - (a_size < b_size);
}

/* Whether the record lies in one of the ranges, which rise and do not touch: it is the last one that does not
 * begin after the key, or none. */
static bool is_held(const rowkey_ranges *ranges, const struct small_record *record) {
  size_t low = 0, high = ranges->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const rowkey_range *range = &ranges->ranges[middle];
    if (compare_bytes(range->start, range->start_size, record->key, record->key_size) <= 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return false;
  const rowkey_range *range = &ranges->ranges[low - 1];
  return range->stop_size == 0 ||
         compare_bytes(record->key, record->key_size, range->stop, range->stop_size) < 0;
}

/* Whether a condition on a column that the ranges do not answer for excludes the record. */
static bool filter_excludes(const rowkey_ranges *ranges, const struct small_record *record,
                            const struct small_domain *domain, const rowkey_condition *conditions,
                            size_t count) {
  for (size_t i = 0; i < count; i++) {
    const size_t column = conditions[i].column;
    if (ranges->filter[column] &&
        !meets(&record->values[column], domain->columns[column].type, &conditions[i]))
      return true;
  }
  return false;
}

void check_ranges(const char *text, const rowkey_ranges *ranges, const struct small_table *table,
                  const struct small_domain *domain, const rowkey_condition *conditions, size_t count) {
  const char *where = conditions_text(domain, conditions, count);
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    CHECK(range->stop_size == 0 ||
              compare_bytes(range->start, range->start_size, range->stop, range->stop_size) < 0,
          "%s where %s: range %zu is empty: %s", text, where, i, ranges_text(ranges));
    CHECK(i == 0 || (range[-1].stop_size != 0 &&
                     compare_bytes(range[-1].stop, range[-1].stop_size, range->start, range->start_size) < 0),
          "%s where %s: range %zu touches the one before it: %s", text, where, i, ranges_text(ranges));
  }
  for (size_t i = 0; i < table->count; i++) {
    const struct small_record *record = &table->records[i];
    const bool held = is_held(ranges, record);
    if (meets_all(record, domain, conditions, count)) {
      CHECK(held, "%s where %s: %s lies in none of %s", text, where, record_text(domain, record),
            ranges_text(ranges));
    } else if (held) {
      CHECK(!ranges->exact, "%s where %s: %s is not asked for, and lies in %s", text, where,
            record_text(domain, record), ranges_text(ranges));
      CHECK(filter_excludes(ranges, record, domain, conditions, count),
            "%s where %s: %s is not asked for, but the filter keeps it: %s", text, where,
            record_text(domain, record), ranges_text(ranges));
    }
  }
}
