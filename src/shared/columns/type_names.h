/* The types of columns, as lists of them show them to people. */
#ifndef ROWKEY_SHARED_COLUMNS_TYPE_NAMES_H
#define ROWKEY_SHARED_COLUMNS_TYPE_NAMES_H

/* The first, those after it, and the last one. */
/* clang-format off */
#define EACH_TEXT_TYPE(FIRST, NEXT, LAST)                                                                 \
  FIRST("u64") NEXT("i64") NEXT("f64") NEXT("f32") NEXT("text") NEXT("bytes(16)") NEXT("time(ms)")        \
  NEXT("epoch(ms)") NEXT("decimal(2)") NEXT("uuid") NEXT("ip") NEXT("ipv4") NEXT("hex") NEXT("base64")    \
  NEXT("bool") NEXT("enum(a,b)") LAST("uid(FILE)")
/* clang-format on */

#endif
