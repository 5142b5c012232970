/* Instants as dates. */
#include "plan/calendar.h"
#include "encode/encoder.h"

size_t rowkey_run_calendar(struct run *run, const struct value *value, size_t rows) {
  const struct rowkey_divisor_constants *units = value_divisor(value);
  const uint64_t *instants = slot_of(run, value->a)->integers;
  if (value->checked) {
    const struct range good = rowkey_calendar_domain(value);
    const uint64_t low = rowkey_integer_bits(good.low);
    rows = run->kernels->find_outside(instants, rows, low, rowkey_integer_bits(good.high) - low);
  }
  run->kernels->calendar(units, value->calendar, instants, rows, slot_of(run, value)->own_integers);
  return rows;
}
