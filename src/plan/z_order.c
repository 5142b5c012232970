#include "plan/z_order.h"

#include "plan/operation.h"

const struct rowkey_spreading rowkey_spreadings[Z_ORDER_MOST + 1] = {
    [2] = {{16, 8, 4, 2, 1},
           {UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0f0f0f0f0f0f0f0f),
            UINT64_C(0x3333333333333333), UINT64_C(0x5555555555555555)}},
    [3] = {{32, 16, 8, 4, 2},
           {UINT64_C(0xffff00000000ffff), UINT64_C(0x00ff0000ff0000ff), UINT64_C(0xf00f00f00f00f00f),
            UINT64_C(0x30c30c30c30c30c3), UINT64_C(0x9249249249249249)}},
    [4] = {{0, 24, 12, 6, 3},
           {UINT64_MAX, UINT64_C(0x000000ff000000ff), UINT64_C(0x000f000f000f000f),
            UINT64_C(0x0303030303030303), UINT64_C(0x1111111111111111)}},
    [5] = {{0, 32, 16, 8, 4},
           {UINT64_MAX, UINT64_C(0x0000ff00000000ff), UINT64_C(0xf0000f0000f0000f),
            UINT64_C(0x300c0300c0300c03), UINT64_C(0x1084210842108421)}},
    [6] = {{0, 40, 20, 10, 5},
           {UINT64_MAX, UINT64_C(0x00ff0000000000ff), UINT64_C(0x000f00000f00000f),
            UINT64_C(0x3003003003003003), UINT64_C(0x1041041041041041)}},
    [7] = {{0, 48, 24, 12, 6},
           {UINT64_MAX, UINT64_C(0xff000000000000ff), UINT64_C(0x0f000000f000000f),
            UINT64_C(0x03000c003000c003), UINT64_C(0x8102040810204081)}},
    [8] = {{0, 0, 28, 14, 7},
           {UINT64_MAX, UINT64_MAX, UINT64_C(0x0000000f0000000f), UINT64_C(0x0003000300030003),
            UINT64_C(0x0101010101010101)}},
};

static void set_number(struct z_order *order, unsigned index, const struct value *number) {
  if (value_is_constant(number))
    order->constants[index] = number->range.low.magnitude;
  else
    order->numbers[index] = number;
}

/* The operands of a join are numbers in their places, and constants that fill one or several places. */
static struct z_order order_of_places(const struct value *value) {
  struct z_order order = {.count = 0};
  uint64_t constants = 0;
  for (bool more = true; more; value = value->a) {
    more = value_is_of(value, &rowkey_operation_join_places);
    const struct value *place = more ? value->b : value;
    if (value_is_constant(place)) {
      constants |= place->range.low.magnitude;
      continue;
    }
    order.count = rowkey_place_of(place).count;
    order.bits = (unsigned)place->held[0].magnitude;
    order.numbers[order.count - 1 - rowkey_place_of(place).place] = place->a;
  }
  for (unsigned i = 0; i < order.count; i++)
    order.constants[i] = bits_together(order.count, constants >> (order.count - 1 - i));
  return order;
}

struct z_order rowkey_z_order_of(const struct value *value) {
  struct z_order order = {.count = 0};
  if (value_is_of(value, &rowkey_operation_join_places)) return order_of_places(value);
  if (!value_is_of(value, &rowkey_operation_interleave)) return order;
  order.count = 2;
  order.bits = (unsigned)value->held[0].magnitude;
  set_number(&order, 0, value->a);
  set_number(&order, 1, value->b);
  return order;
}
