/* Formats: how a value becomes bytes. */
#ifndef ROWKEY_LAYOUT_FORMAT_H
#define ROWKEY_LAYOUT_FORMAT_H

#include "layout/diagnostic.h"

enum format_kind {
  FORMAT_NONE,     /* not stated: each type has its own */
  FORMAT_DECIMAL,  /* d, 0Nd */
  FORMAT_HEX,      /* x, 0Nx */
  FORMAT_UNSIGNED, /* u8 … u64 */
  FORMAT_SIGNED,   /* i8 … i64 */
  FORMAT_TEXT,     /* s, Ns */
  FORMAT_LETTER    /* a */
};

struct format {
  enum format_kind kind;
  unsigned width; /* bytes of the field; 0: as many as the value needs */
};

/* For error messages. */
#define FORMATS_OF_INTEGERS "d, 0Nd (such as 07d), x, 0Nx, u8 to u64, i8 to i64 or a"
#define FORMATS_OF_TEXT "s, Ns (such as 16s) or x"
#define FORMATS_KNOWN "d, 0Nd (such as 07d), x, 0Nx, u8 to u64, i8 to i64, s, Ns (such as 16s) or a"

enum {
  DECIMAL_WIDTH_MAX = 20, /* digits of 2^64 - 1 */
  HEX_WIDTH_MAX = 16,     /* digits of 2^64 - 1 */
  TEXT_WIDTH_MAX = 32767  /* the longest row key of HBase */
};

/* The format spelled by `word`, which stands at `offset` of the template. False after an error. */
bool rowkey_parse_format(const struct diagnostic *diagnostic, struct slice word, size_t offset,
                         struct format *format);

#endif
