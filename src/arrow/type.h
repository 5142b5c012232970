/* The types of Arrow that columns and keys can have: how they are stored, and what their values are. */
#ifndef ROWKEY_ARROW_TYPE_H
#define ROWKEY_ARROW_TYPE_H

#include <rowkey/arrow.h>

enum arrow_storage {
  ARROW_UNKNOWN, /* a type that no layout can use */
  ARROW_INT8,
  ARROW_INT16,
  ARROW_INT32,
  ARROW_INT64,
  ARROW_UINT8,
  ARROW_UINT16,
  ARROW_UINT32,
  ARROW_UINT64,
  ARROW_BOOL, /* bits */
  ARROW_FLOAT16,
  ARROW_FLOAT32,
  ARROW_FLOAT64,
  ARROW_INT128,
  ARROW_INT256,
  ARROW_OFFSETS32, /* bytes between offsets of 32 bits */
  ARROW_OFFSETS64,
  ARROW_VIEWS,
  ARROW_FIXED, /* so many bytes each */
  ARROW_NULL   /* no buffers */
};

struct arrow_type {
  enum arrow_storage storage; /* of a dictionary: of its values */
  enum arrow_storage indexes; /* ARROW_UNKNOWN without a dictionary */
  uint32_t tag;               /* what the values are: ROWKEY_TAG */
  uint32_t width;             /* of ARROW_FIXED, in bytes */
  uint32_t precision;         /* of decimals, in digits; else 0 */
  bool is_utf8;               /* its texts must be UTF-8 */
  const char *format;         /* of the values; it belongs to the schema */
  const char *extension;      /* the name of the extension type, of `extension_size` bytes, or NULL */
  uint32_t extension_size;
};

/* Bytes of a number of this storage; 0 for others. */
size_t rowkey_arrow_number_size(enum arrow_storage storage);
static inline bool arrow_is_text(enum arrow_storage storage) {
  return storage >= ARROW_OFFSETS32 && storage <= ARROW_FIXED;
}

/* Whether the schema is one: not released, with a format, and children where it counts some. */
rowkey_status rowkey_arrow_check_schema(const struct ArrowSchema *schema, rowkey_error *error);

/* Reads the type of a schema that is checked. */
struct arrow_type rowkey_arrow_read_type(const struct ArrowSchema *schema);

/* What types are called in messages, as pyarrow writes them: "Arrow type list (extension type x.y)", "Arrow
 * type decimal128(20, 3)". */
struct arrow_type_name {
  char text[200];
};
struct arrow_type_name rowkey_arrow_name_format(const char *format);
struct arrow_type_name rowkey_arrow_name_type(const struct arrow_type *type);

/* Whether the schema is that of a struct, whose fields are the columns. */
bool rowkey_arrow_is_struct(const struct ArrowSchema *schema);

#endif
