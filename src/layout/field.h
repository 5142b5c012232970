/* What the files that turn a field into a part of a sequence share. */
#ifndef ROWKEY_LAYOUT_FIELD_H
#define ROWKEY_LAYOUT_FIELD_H

#include "layout/builder.h"
#include "layout/format.h"

/* The field that is being compiled. */
struct field {
  const struct field_node *node;
  struct format format;
  struct value *value;
};

/* Where errors about its format point. */
size_t rowkey_field_offset(const struct field *field);
/* Always false. */
bool rowkey_wrong_format(struct builder *builder, const struct field *field, const char *what,
                         const char *expected);
/* What a format writes of the number: itself where the code changes nothing. */
struct value *rowkey_coded(struct builder *builder, struct value *number, struct rowkey_masking code);
struct part rowkey_new_part(struct builder *builder, const struct field *field, enum part_kind kind,
                            size_t width);
/* Literal bytes in place of the field, complemented where the format says so. */
bool rowkey_add_constant(struct builder *builder, struct sequence *sequence, const struct field *field,
                         const char *bytes, size_t size);

/* ---- integer_field.c, text_field.c: one for each type of value ------------------------------- */

bool rowkey_add_integer(struct builder *builder, struct sequence *sequence, const struct field *field);
bool rowkey_add_float(struct builder *builder, struct sequence *sequence, const struct field *field);
bool rowkey_add_hash(struct builder *builder, struct sequence *sequence, const struct field *field);
bool rowkey_add_text(struct builder *builder, struct sequence *sequence, const struct field *field);

#endif
