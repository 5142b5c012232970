/* The columns of records as one text: names and types. Experimental.
 *
 *     static const char text[] = "host:text,ts:time(ms),id:bytes(16),price:decimal(2)";
 *     rowkey_schema *schema = rowkey_schema_parse(text, sizeof text - 1, &error);
 *     if (schema == NULL) fprintf(stderr, "%s\n", error.text);
 *     size_t count;
 *     const rowkey_column *columns = rowkey_schema_columns(schema, &count);
 *     rowkey_layout *layout = rowkey_layout_compile("{host}|{ts:i64}{id}", 19, columns, count, &error);
 *     rowkey_schema_free(schema);
 *     rowkey_layout_free(layout);
 *
 * A schema is NAME:TYPE, NAME:TYPE, …; blanks may stand around names and types. The types are
 *
 *   u64 i64 f64 f32 text   the types of layout.h
 *   bytes                  another word for text
 *   bytes(N)               text whose values all have N bytes, 1 to 1048576
 *   time(ms) uuid ...      the types of column_types.h
 *
 * The command-line tool, Python, DuckDB and Spark use the same words. A schema may leave out columns of the
 * records: rowkey_layout_compile_with_implied_columns adds the columns that a template names.
 *
 * All functions are thread-safe. Functions that parse allocate, and open the file of uid(FILE).
 */
#ifndef ROWKEY_SCHEMA_H
#define ROWKEY_SCHEMA_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/schema.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/column_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A parsed schema. Immutable: share it between threads. */
typedef struct rowkey_schema rowkey_schema;

/* Parses `length` bytes, at most 1048576, with at most 10000 columns; 0 bytes are a schema without columns.
 * If the text is wrong, returns NULL and fills `error`, whose text shows the schema with a caret:
 * ROWKEY_ERROR_SYNTAX, or ROWKEY_ERROR_TYPE for a word that is not a type; error->column is the position of
 * the column. uid(FILE) fails as rowkey_dictionary_open does. Free the result with rowkey_schema_free. */
ROWKEY_CHECKED rowkey_schema *rowkey_schema_parse(const char *text, size_t length, rowkey_error *error);

/* Parses as rowkey_schema_parse does, for text of users who may not open files, as in SQL: uid(FILE) is
 * ROWKEY_ERROR_TYPE. */
ROWKEY_CHECKED rowkey_schema *rowkey_schema_parse_without_files(const char *text, size_t length,
                                                                rowkey_error *error);

/* Frees the schema. Layouts that were compiled for its columns still work. NULL is allowed. */
ROWKEY_API void rowkey_schema_free(rowkey_schema *schema);

/* The columns, in their order; *count receives how many, and `count` may be NULL. The columns live as long as
 * the schema. If `schema` is NULL, returns NULL and sets *count to 0. */
ROWKEY_API const rowkey_column *rowkey_schema_columns(const rowkey_schema *schema, size_t *count);

/* Sets *column to a column with this name and the type that the text of `length` bytes states, for callers
 * that have the two separately. `name` must live as long as the column. Errors are those of
 * rowkey_schema_parse, with the caret under the type; *column is then unchanged. Free its type with
 * rowkey_column_free. */
ROWKEY_CHECKED rowkey_status rowkey_column_declare(const char *name, const char *type, size_t length,
                                                   rowkey_column *column, rowkey_error *error);

/* Frees the type of a column from rowkey_column_declare, but not the column itself, which is the caller's.
 * Layouts that were compiled for it still work. NULL is allowed. */
ROWKEY_API void rowkey_column_free(rowkey_column *column);

/* Writes the column's type as in a schema, "time(ms)" or "bytes(16)", and a NUL, cut off to fit the `size`
 * bytes at `text`. Returns its full length; 0 for NULL. */
ROWKEY_API size_t rowkey_column_type_name(const rowkey_column *column, char *text, size_t size);

/* The part of the column's type that must be declared: "unit" for times, "scale" for decimals; NULL for other
 * types, and for NULL. That part affects the keys, but the producer of the data chooses it. A caller that
 * takes the types of columns from data should therefore refuse such columns if the layout uses them, and show
 * the type to declare, by rowkey_column_type_name. */
ROWKEY_API const char *rowkey_column_hidden_part(const rowkey_column *column);

#ifdef __cplusplus
}
#endif

#endif
