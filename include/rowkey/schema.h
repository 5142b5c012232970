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
 * NAME:TYPE, with commas between and blanks wherever they help. The types are
 *
 *   u64 i64 f64 f32 text   those of layout.h
 *   bytes                  another word for text
 *   bytes(N)               text of which every value has N bytes, 1 to 1048576
 *   time(ms) uuid ...      those of column_types.h
 *
 * The same words are the types of the command-line tool, Python, DuckDB and Spark. A schema may leave out
 * columns of the records: rowkey_layout_compile_with_implied_columns adds those that a template names.
 *
 * Functions are thread-safe. Those that parse allocate, and open the file of uid(FILE).
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

/* Parses `length` bytes, at most 1048576, with at most 10000 columns; none are a schema without columns.
 * Returns NULL and fills `error` when the text is wrong: ROWKEY_ERROR_SYNTAX, or ROWKEY_ERROR_TYPE for a word
 * that is not a type; the error's text shows the schema with a caret, and error->column is the place of the
 * column. uid(FILE) fails as rowkey_dictionary_open does. Free the result with rowkey_schema_free. */
ROWKEY_CHECKED rowkey_schema *rowkey_schema_parse(const char *text, size_t length, rowkey_error *error);

/* The same for text from users who may not open files, as in SQL: uid(FILE) is ROWKEY_ERROR_TYPE. */
ROWKEY_CHECKED rowkey_schema *rowkey_schema_parse_without_files(const char *text, size_t length,
                                                                rowkey_error *error);

/* Layouts that were compiled for its columns keep what they need. NULL is allowed. */
ROWKEY_API void rowkey_schema_free(rowkey_schema *schema);

/* The columns, in their order; *count, unless it is NULL, receives how many. They live as long as the schema.
 * NULL and 0 for NULL. */
ROWKEY_API const rowkey_column *rowkey_schema_columns(const rowkey_schema *schema, size_t *count);

/* The column of that name, and of the type that the text of `length` bytes spells, for callers that hold the
 * two apart. The name must live as long as the column. Errors are those of rowkey_schema_parse, with the
 * caret under the type; *column is then as it was. Free its type with rowkey_column_free. */
ROWKEY_CHECKED rowkey_status rowkey_column_declare(const char *name, const char *type, size_t length,
                                                   rowkey_column *column, rowkey_error *error);

/* Frees the type of such a column, and not the column, which is the caller's. Layouts that were compiled for
 * it go on. NULL is allowed. */
ROWKEY_API void rowkey_column_free(rowkey_column *column);

/* The column's type as a schema spells it, "time(ms)" or "bytes(16)": writes it and a NUL to the `size` bytes
 * at `text`, cut off where there is no room for all. Returns its length; 0 for NULL. */
ROWKEY_API size_t rowkey_column_type_name(const rowkey_column *column, char *text, size_t size);

/* The part of the column's type that must be declared: "unit" of times, "scale" of decimals; NULL for other
 * types, and for NULL. It would be part of the key, and whoever makes the data chooses it. So a caller that
 * takes the types of columns from data refuses such columns where the layout uses them, and shows what to
 * declare: rowkey_column_type_name. */
ROWKEY_API const char *rowkey_column_hidden_part(const rowkey_column *column);

#ifdef __cplusplus
}
#endif

#endif
