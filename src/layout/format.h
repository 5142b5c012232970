/* Formats: how a value becomes bytes.
 *
 *     {id:~08x}
 *
 * The word is ~08x: hexadecimal digits (x) in a width of 8, filled with zeros (0), and all bytes inverted
 * (~), so that keys descend with id. Whether id fits is not asked here but where the field gets its value. */
#ifndef ROWKEY_LAYOUT_FORMAT_H
#define ROWKEY_LAYOUT_FORMAT_H

#include "kernels/kernel_table.h"
#include "plan/digits.h"
#include "plan/varint.h"
#include "text/diagnostic.h"

enum format_kind {
  FORMAT_DECIMAL,           /* d, 0Nd */
  FORMAT_DIGITS,            /* 0Nd("0123") */
  FORMAT_HEX,               /* x, 0Nx, X, 0NX */
  FORMAT_UNSIGNED,          /* u8 … u64 */
  FORMAT_SIGNED,            /* i8 … i64 */
  FORMAT_TWOS_COMPLEMENT,   /* i8be … i64be */
  FORMAT_UNSIGNED_LITTLE,   /* u8le … u64le */
  FORMAT_TWOS_LITTLE,       /* i8le … i64le */
  FORMAT_FLOAT,             /* f32, f64, f32be, f64be */
  FORMAT_LETTER,            /* a */
  FORMAT_TEXT,              /* s, Ns, Ns("c"), 0Ns */
  FORMAT_COUNTED,           /* u8s … u64s */
  FORMAT_VARINT,            /* varint("cockroach") */
  FORMAT_ESCAPE_TERMINATED, /* esc, esc("\x00\xff", "\x00\x01") */
  FORMAT_ESCAPE_GROUPS,     /* mem */
  FORMAT_KINDS
};

struct format {
  enum format_kind kind;
  unsigned width;  /* bytes of the field, or of the length of counted text; 0: as many as the value needs */
  uint8_t padding; /* the byte with which text is padded */
  bool pads_left;  /* before the text */
  bool upper;      /* hex with digits A to F */
  bool as_stored;  /* f32be, f64be */
  bool inverted;   /* ~: every byte is complemented */
  struct rowkey_escape rule;        /* FORMAT_ESCAPE_TERMINATED */
  const struct varint_rule *varint; /* FORMAT_VARINT */
  struct alphabet alphabet;         /* FORMAT_DIGITS */
};

/* For error messages. */
#define FORMATS_BINARY "u8 to u64, i8 to i64, i8be to i64be, u8le to u64le, i8le to i64le"
#define FORMATS_OF_INTEGERS \
  "d, 0Nd (such as 07d), 0Nd(\"…\"), x, X, 0Nx, 0NX, " FORMATS_BINARY ", a or varint(\"…\")"
#define FORMATS_OF_TEXT "s, Ns or 0Ns (such as 16s), uNs (such as u16s), x, X, esc or mem"
#define FORMATS_OF_FLOATS "f64, f32, f64be or f32be"
#define FORMATS_KNOWN                                                 \
  "d, 0Nd (such as 07d), 0Nd(\"…\"), x, X, 0Nx, 0NX, " FORMATS_BINARY \
  ", f32, f64, f32be, f64be, a, s, Ns (such as 16s), uNs, esc, mem or varint(\"…\")"

enum {
  DECIMAL_WIDTH_MAX = 20,      /* digits of 2^64 - 1 */
  HASH_DECIMAL_WIDTH_MAX = 39, /* digits of 2^128 - 1 */
  HEX_WIDTH_MAX = 16,          /* digits of 2^64 - 1 */
  HASH_HEX_WIDTH_MAX = 64,     /* of the longest hash */
  TEXT_WIDTH_MAX = 32767       /* the longest row key of HBase */
};

/* The format spelled by `word`, which stands at `offset` of the template. False after an error. */
bool rowkey_parse_format(const struct diagnostic *diagnostic, struct slice word, size_t offset,
                         struct format *format);

#endif
