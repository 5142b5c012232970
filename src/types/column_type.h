/* Column types by themselves. Callers of the library declare columns instead (rowkey/schema.h), whose texts
 * encoding reads. */
#ifndef ROWKEY_SRC_TYPES_COLUMN_TYPE_H
#define ROWKEY_SRC_TYPES_COLUMN_TYPE_H

#include <rowkey/column_types.h>

/* Parses a column type from text of `length` bytes, such as "time(ms)". Free it with rowkey_column_type_free.
 * For uid(FILE) it opens the file, and fails as rowkey_dictionary_open does. Returns NULL and fills `error`,
 * whose text shows the type with a caret, when the type is unknown (ROWKEY_ERROR_TYPE), or the text in its
 * parentheses is wrong (ROWKEY_ERROR_SYNTAX). */
rowkey_column_type *rowkey_column_type_parse(const char *text, size_t length, rowkey_error *error);
void rowkey_column_type_free(rowkey_column_type *type); /* NULL is allowed */

/* Whether reading a text may assign it an id, so that ids depend on the order of calls: true for uid(FILE,
 * grow). False for NULL. */
bool rowkey_column_type_grows(const rowkey_column_type *type);

/* How many bytes the values of these texts need at most: the `capacity` for rowkey_column_type_read where the
 * type's column is text. 0 for types whose column holds numbers; SIZE_MAX for a number too large for size_t,
 * for NULL, and for fewer texts than `rows`. Texts that do not lie within their column's bytes count as
 * empty. */
size_t rowkey_column_type_read_bound(const rowkey_column_type *type, const rowkey_values *texts, size_t rows);

/* Reads texts into `values`: numbers of the column's type, or bytes side by side. For uuid and ip these are
 * 16 a row, and both arrays of offsets may be NULL. Nulls become 0, 16 zero bytes or no bytes; their texts
 * are not read.
 *
 * On a text that is not a value of the type: ROWKEY_ERROR_NUMBER, or ROWKEY_ERROR_ARGUMENT if it does not lie
 * within its column's bytes. error->row is the first bad row, and error->text says what was expected. The
 * values and offsets of the rows before it are in place. ROWKEY_ERROR_SPACE when `capacity` is less than
 * rowkey_column_type_read_bound, or offsets32 cannot count so many bytes. Buffers must not overlap. */
rowkey_status rowkey_column_type_read(const rowkey_column_type *type, const rowkey_values *texts, size_t rows,
                                      const rowkey_decoded *values, rowkey_error *error);

#endif
