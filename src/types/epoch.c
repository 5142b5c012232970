/* The column type epoch: an i64 that counts from 1970-01-01T00:00:00Z, written as that number. */
#include "types/decimal.h"
#include "types/rows.h"

static const char *read_count(const struct rowkey_column_type *type, const struct typed_text *text,
                              uint64_t *number) {
  (void)type;
  return rowkey_read_decimal(text, 0, number);
}

static const char *write_count(const struct rowkey_column_type *type, uint64_t number, char *text,
                               size_t *size) {
  (void)type;
  *size = rowkey_write_decimal(number, 0, text);
  return NULL;
}

static void expect_count(const struct rowkey_column_type *type, struct text_buffer *out) {
  static const char *const units[] = {"seconds", "milliseconds", "microseconds", "nanoseconds"};
  rowkey_text_printf(out, "a whole number of %s since 1970", units[type->time.digits / 3]);
}

static rowkey_time_unit epoch_unit(const struct rowkey_column_type *type) { return type->time.unit; }

static bool set_up_epoch(struct rowkey_column_type *type, struct parameters *parameters) {
  type->text_bound = DECIMAL_BOUND;
  return rowkey_read_unit(parameters, "epoch", &type->time);
}

NUMBER_ROWS(count, read_count, write_count)

const struct type_kind rowkey_type_epoch = {
    .name = "epoch",
    .declared = DECLARED_epoch,
    .form = "epoch(UNIT), the unit s, ms, us or ns",
    .physical = ROWKEY_I64,
    .set_up = set_up_epoch,
    .unit = epoch_unit,
    .read = count_read_rows,
    .write = count_write_rows,
    .expect = expect_count,
};
