/* Arrow arrays of every type that the library reads, made by hand: each buffer ends where a page that faults
 * begins, and what no reader may use holds random bytes. */
#ifndef ROWKEY_TESTS_ARROW_ARRAYS_H
#define ROWKEY_TESTS_ARROW_ARRAYS_H

#include <rowkey/arrow.h>

#include "testing.h"

/* Values of a column: numbers in the column's type, or texts. */
struct model {
  const char *name;
  rowkey_type type;
  size_t rows;
  uint64_t *numbers; /* of F64 and F32: the bits of a double */
  uint64_t *limits;  /* rows + 1 */
  char *bytes;
  bool *nulls;
};

/* How an array keeps them. */
struct form {
  const char *format;  /* of the values */
  const char *indexes; /* the format of indexes into a dictionary, or NULL */
  size_t offset;       /* of the array */
  size_t dictionary_offset;
  size_t before; /* rows that the parent's offset skips */
  size_t after;  /* rows beyond those of the parent */
  bool unaligned;
  bool null_in_dictionary; /* nulls are null values, not null indexes */
};

/* Random values that the format can hold, a fifth of them null if `nulls`. */
struct model random_model(const char *name, const char *format, size_t rows, bool nulls);

/* The array of the model in that form. Its release counts: see released. Rows of which `hidden` is true are
 * null in the parent: the array has any value there. `hidden` may be NULL. */
struct ArrowArray array_of(const struct model *model, const struct form *form, const bool *hidden);

/* The schema of the form. Strings must live as long. */
struct ArrowSchema schema_of(const char *name, const struct form *form);

/* A struct of `count` columns; `nulls` of rows, or NULL. The children are moved into it. */
struct ArrowArray struct_of(struct ArrowArray *children, size_t count, size_t rows, size_t offset,
                            const bool *nulls);
struct ArrowSchema struct_schema_of(struct ArrowSchema *children, size_t count);

/* A layout for the columns of the schema as they are: with the units and scales that rowkey_arrow_compile
 * refuses. */
rowkey_layout *compile_declared(const char *template, const struct ArrowSchema *schema, rowkey_error *error);

/* Key `row` of an array as rowkey_arrow_encode makes it, in this format. */
struct key_text {
  const uint8_t *bytes;
  size_t size;
};
struct key_text key_at(const struct ArrowArray *keys, const char *format, size_t row);

/* Releases of what nobody has allocated. */
void keep_schema(struct ArrowSchema *schema);
void keep_array(struct ArrowArray *array);

/* A schema of its strings alone, which must live as long. */
struct ArrowSchema schema_named(const char *format, const char *name);

/* How many arrays and schemas live. */
extern long live_arrays, live_schemas;

/* A random form of this format, among them the plain one. */
struct form random_form(const char *format, size_t rows);

#endif
