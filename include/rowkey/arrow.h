/* Arrow: keys from the columns of Arrow's producers and back, without a copy, over the Arrow C data and C
 * stream interfaces (https://arrow.apache.org/docs/format/CDataInterface.html). Experimental.
 *
 *     rowkey_layout *layout = rowkey_arrow_compile(text, strlen(text), &schema, &error);
 *     rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &schema, NULL, &error);
 *     struct ArrowArray keys = ROWKEY_ZERO;
 *     if (encoder == NULL || rowkey_arrow_encode(encoder, &batch, 0, &keys, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 *     if (keys.release != NULL) keys.release(&keys);
 *     rowkey_arrow_encoder_free(encoder);
 *
 * Records are a struct, as producers export a record batch: its fields are the columns, by name. An array of
 * any other type is the only column of the records. Arrow's formats, the kind of their values, and the
 * columns that rowkey_arrow_compile makes of them:
 *
 *   c s i l                int8 … int64: integers, ROWKEY_I64
 *   C S I L                uint8 … uint64: integers, ROWKEY_U64
 *   e f g                  float16 … float64: floats, ROWKEY_F64; float32: ROWKEY_F32
 *   b                      bool, and arrow.bool8: declared bool
 *   u U vu                 utf8 with offsets of 32 or 64 bits, and views: text, ROWKEY_TEXT
 *   z Z vz                 binary: bytes, ROWKEY_TEXT
 *   w:N                    fixed_size_binary: bytes, ROWKEY_TEXT of width N; arrow.uuid: declared uuid
 *   tss: tsm: tsu: tsn:    timestamps, of any time zone: instants in UTC
 *   tdD tdm                date32: dates; date64: instants of milliseconds
 *   d:P,S d:P,S,B          decimals of B = 32, 64, 128 or 256 bits with scale S
 *   n                      null: a column of nulls, ROWKEY_TEXT; accepted for columns of any type
 *
 * and dictionaries of these, which count as their values. Other extension types are read as their storage
 * type. A schema may have other types, such as times of day, nested types and arrow.opaque, but it is an
 * error to compile a layout that uses such a column. Instants, dates and decimals must be declared:
 * rowkey_arrow_compile refuses them, because their unit or scale would affect the key;
 * rowkey_arrow_reader_columns declares them as they are in the schema.
 *
 * A layout compiled for other columns, such as those of rowkey_schema_parse, accepts every Arrow type whose
 * values can be converted to its columns; values.h says which.
 *
 * Arrays are read as the specification allows: with offsets of their own, their parent's and their
 * dictionary's; with nulls in any of these; with null_count -1; with NULL for buffers of no bytes; not
 * aligned. Bytes under nulls and outside the offsets are never used. The interface has no sizes of buffers:
 * if a producer states a wrong length or offset, these functions read wrong memory.
 *
 * Ownership. `const` schemas and arrays are only read, during the call: the caller releases them. The caller
 * also owns and releases schemas and arrays that a function fills; after an error, a function leaves nothing
 * new to release. The stream functions state their own rules.
 *
 * Rows in errors: error->row counts from 0 in the batch, after its offset: row 0 is its first visible row.
 * error->column is the column of the layout's schema; messages name it.
 */
#ifndef ROWKEY_ARROW_H
#define ROWKEY_ARROW_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/arrow.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/encode.h>
#include <rowkey/route.h>
#include <rowkey/sketch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The definitions of the specification, under the guards that it names, so that they may also come from
 * another header. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif

/* ---- Layouts ----------------------------------------------------------------------------------- */

/* Compiles a template for records of this schema, as rowkey_layout_compile does. The layout's columns are the
 * fields of the struct that a layout can use, in their order. If the schema is not a struct, it is the only
 * column, under the name that the template uses. ROWKEY_ERROR_ARGUMENT for a schema that is released or
 * malformed; ROWKEY_ERROR_TYPE, with the Arrow type, for a template that names a field of a type that no
 * layout can use, or that must be declared. */
ROWKEY_CHECKED rowkey_layout *rowkey_arrow_compile(const char *text, size_t length,
                                                   const struct ArrowSchema *schema, rowkey_error *error);

/* ---- Encoding ---------------------------------------------------------------------------------- */

/* The Arrow type of the keys. */
typedef enum rowkey_arrow_format {
  ROWKEY_ARROW_AUTOMATIC = 0, /* fixed_size_binary for keys of one width, else large_binary */
  ROWKEY_ARROW_FIXED = 1,     /* fixed_size_binary: ROWKEY_ERROR_TYPE where keys differ in length */
  ROWKEY_ARROW_BINARY = 2,    /* binary: 32-bit offsets, at most 2^31 - 1 bytes of keys an array */
  ROWKEY_ARROW_LARGE_BINARY = 3,
  ROWKEY_ARROW_BINARY_VIEW = 4 /* views, which hold keys of at most 12 bytes themselves */
} rowkey_arrow_format;

/* Options of rowkey_arrow_encoder_create. All 0 is the default. */
typedef struct rowkey_arrow_options {
  rowkey_arrow_format format;
  uint64_t seed;            /* for random(), as in rowkey_encoder_create */
  const char *name;         /* of the column of keys; NULL: "key". Copied */
  rowkey_bad_rows bad_rows; /* ROWKEY_NULL_FOR_NULLS, ROWKEY_NULL_FOR_BAD: some keys are null, see keys.h */
  uint64_t reserved[3];     /* must be 0 */
} rowkey_arrow_options;

/* What one thread needs to encode batches of one schema with a layout. Only one call at a time may use it. */
typedef struct rowkey_arrow_encoder rowkey_arrow_encoder;

/* Creates an encoder, and finds the layout's columns in the schema by name; a schema that is not a struct is
 * the only column that the layout uses. The layout must outlive the encoder, the schema need not. `options`
 * may be NULL: all 0. Returns NULL and fills `error` on failure: ROWKEY_ERROR_COLUMN for a column that the
 * schema lacks, ROWKEY_ERROR_TYPE for a type that cannot be converted to the layout's column; error->column
 * is the column. */
ROWKEY_CHECKED rowkey_arrow_encoder *rowkey_arrow_encoder_create(const rowkey_layout *layout,
                                                                 const struct ArrowSchema *schema,
                                                                 const rowkey_arrow_options *options,
                                                                 rowkey_error *error);
ROWKEY_API void rowkey_arrow_encoder_free(rowkey_arrow_encoder *encoder); /* NULL is allowed */

/* Fills `schema` with the type of the keys. */
ROWKEY_CHECKED rowkey_status rowkey_arrow_encoder_schema(const rowkey_arrow_encoder *encoder,
                                                         struct ArrowSchema *schema, rowkey_error *error);

/* Encodes the rows of `batch`, which are rows first_row, first_row + 1, … of their input. *keys becomes an
 * array of as many keys, with nulls if the options allow them. Before the call, *keys must be released or all
 * 0, or an array that this function has made with the same encoder and that nobody else uses: then its
 * buffers are reused if they are large enough.
 *
 * After an error *keys is released. On a bad row: ROWKEY_ERROR_RANGE and the like, as rowkey_encode; a null
 * is an error of its row unless the template replaces it, or options.bad_rows makes its key null.
 * ROWKEY_ERROR_SPACE when the keys have more bytes than the format's offsets can count: ask for
 * ROWKEY_ARROW_LARGE_BINARY, or encode in smaller batches. ROWKEY_ERROR_ARGUMENT for an array that does not
 * match the schema. */
ROWKEY_CHECKED rowkey_status rowkey_arrow_encode(rowkey_arrow_encoder *encoder,
                                                 const struct ArrowArray *batch, uint64_t first_row,
                                                 struct ArrowArray *keys, rowkey_error *error);

/* Encodes a stream of batches: `out` becomes a stream of arrays of keys, one for each batch, or several if
 * the offsets of ROWKEY_ARROW_BINARY cannot count the bytes of one. `in` is moved into `out`, which will
 * release it: *in is then marked as released. If a batch fails, get_next returns EINVAL or ENOMEM,
 * get_last_error has the message, the row of the input and its batch, and the stream is at its end. If this
 * function fails, *in is unchanged. The layout must outlive the stream. */
ROWKEY_CHECKED rowkey_status rowkey_arrow_encode_stream(const rowkey_layout *layout,
                                                        struct ArrowArrayStream *in,
                                                        const rowkey_arrow_options *options,
                                                        struct ArrowArrayStream *out, rowkey_error *error);

/* ---- Decoding ---------------------------------------------------------------------------------- */

/* What one thread needs to decode arrays of keys. Only one call at a time may use it. */
typedef struct rowkey_arrow_decoder rowkey_arrow_decoder;

/* Creates a decoder. `keys` is the schema of the keys: any of the formats u U vu z Z vz w:N, or a dictionary
 * of them. `records` is the schema of the decoded records, a struct. The records have the columns of this
 * schema that decoding recovers, in its order and of its types (dictionaries as their values, extension types
 * as their storage type); the other columns are left out. If `records` is NULL, the records have all
 * recovered columns, in the layout's order, as int64, uint64, timestamps in UTC, decimals, float64, float32,
 * large_binary or fixed_size_binary. The layout must outlive the decoder, the schemas need not. Errors are
 * those of rowkey_arrow_encoder_create; ROWKEY_ERROR_TYPE also when decoding recovers no column. */
ROWKEY_CHECKED rowkey_arrow_decoder *rowkey_arrow_decoder_create(const rowkey_layout *layout,
                                                                 const struct ArrowSchema *keys,
                                                                 const struct ArrowSchema *records,
                                                                 rowkey_error *error);
ROWKEY_API void rowkey_arrow_decoder_free(rowkey_arrow_decoder *decoder); /* NULL is allowed */

/* Sets what happens to keys that are null, or that encoding cannot have made; the default is
 * ROWKEY_FAIL_AT_BAD. With ROWKEY_NULL_FOR_NULLS a null key gives a null record, with ROWKEY_NULL_FOR_BAD a
 * bad key does as well; all columns of a null record are null. */
ROWKEY_CHECKED rowkey_status rowkey_arrow_decoder_set_bad_rows(rowkey_arrow_decoder *decoder,
                                                               rowkey_bad_rows bad_rows, rowkey_error *error);

/* Fills `schema` with the type of the records, a struct. */
ROWKEY_CHECKED rowkey_status rowkey_arrow_decoder_schema(const rowkey_arrow_decoder *decoder,
                                                         struct ArrowSchema *schema, rowkey_error *error);

/* Decodes keys, with every byte checked as rowkey_decode does; `records` becomes a struct array. A null key,
 * and a value that the type of `records` cannot hold, is ROWKEY_ERROR_RANGE at its row, unless
 * rowkey_arrow_decoder_set_bad_rows makes the record null. */
ROWKEY_CHECKED rowkey_status rowkey_arrow_decode(rowkey_arrow_decoder *decoder, const struct ArrowArray *keys,
                                                 struct ArrowArray *records, rowkey_error *error);

/* Decodes a stream of arrays of keys into a stream of structs, by the rules of rowkey_arrow_encode_stream. */
ROWKEY_CHECKED rowkey_status rowkey_arrow_decode_stream(const rowkey_layout *layout,
                                                        struct ArrowArrayStream *in,
                                                        const struct ArrowSchema *records,
                                                        struct ArrowArrayStream *out, rowkey_error *error);

/* ---- Columns ----------------------------------------------------------------------------------- */

/* Reads batches as the columns that rowkey_encode takes, for functions that do not take Arrow: profile.h and
 * advise.h. Only one call at a time may use it. */
typedef struct rowkey_arrow_reader rowkey_arrow_reader;

/* Creates a reader for records of this schema, a struct; the schema need not outlive the call. The reader's
 * columns are the fields that a layout can use, declared as they are: instants with their unit, decimals with
 * their scale. Returns NULL and fills `error` on failure: ROWKEY_ERROR_COLUMN for two fields of one name,
 * ROWKEY_ERROR_ARGUMENT for a schema that is not a struct. */
ROWKEY_CHECKED rowkey_arrow_reader *rowkey_arrow_reader_create(const struct ArrowSchema *schema,
                                                               rowkey_error *error);
ROWKEY_API void rowkey_arrow_reader_free(rowkey_arrow_reader *reader); /* NULL is allowed */

/* The columns, which belong to the reader; *count receives how many, and `count` may be NULL. If `reader` is
 * NULL, returns NULL and sets *count to 0. */
ROWKEY_API const rowkey_column *rowkey_arrow_reader_columns(const rowkey_arrow_reader *reader, size_t *count);

/* Begins to read a batch, which must live until its last row is read. ROWKEY_ERROR_ARGUMENT for an array that
 * does not match the schema. */
ROWKEY_CHECKED rowkey_status rowkey_arrow_reader_open(rowkey_arrow_reader *reader,
                                                      const struct ArrowArray *batch, rowkey_error *error);

/* Reads the next rows of the batch. *columns receives an entry for each column, valid until the next call,
 * and *rows the number of rows: all of the batch if each column can be used as it lies in memory, else at
 * most some thousand; 0 at the end. ROWKEY_ERROR_RANGE, with the row of the batch and the column, for a value
 * that no column can hold; the rows before it in its block are then not returned. */
ROWKEY_CHECKED rowkey_status rowkey_arrow_reader_next(rowkey_arrow_reader *reader,
                                                      const rowkey_values **columns, size_t *rows,
                                                      rowkey_error *error);

/* The value of row `row` of column `column` in what rowkey_arrow_reader_next read last, with a tag that says
 * what it is: an instant of the column's unit, a decimal of its scale, a null … Text lies in the batch, or in
 * the reader until its next call. ROWKEY_KIND_NONE for NULL, and beyond the columns or rows. */
ROWKEY_API rowkey_value rowkey_arrow_reader_value(const rowkey_arrow_reader *reader, size_t column,
                                                  size_t row);

/* ---- Types ------------------------------------------------------------------------------------- */

/* Writes the type of a schema as messages name it, in pyarrow's words: "Arrow type decimal128(20, 3)", and a
 * NUL, cut off to fit the `size` bytes at `text`. Returns its full length; 0 for NULL, and for a schema that
 * is released or malformed. */
ROWKEY_API size_t rowkey_arrow_type_name(const struct ArrowSchema *schema, char *text, size_t size);

/* ---- Routing and sketches ---------------------------------------------------------------------- */

/* Routes keys: *regions becomes an array of uint32, the region of each key. `schema` is the schema of the
 * keys, as for rowkey_arrow_decoder_create. A null key has a null region. Thread-safe, like rowkey_route. */
ROWKEY_CHECKED rowkey_status rowkey_arrow_route(const rowkey_router *router, const struct ArrowSchema *schema,
                                                const struct ArrowArray *keys, struct ArrowArray *regions,
                                                rowkey_error *error);

/* Adds keys to a sketch, as rowkey_sketch_add does; null keys do not count. After an error, keys before its
 * row may have been added. */
ROWKEY_CHECKED rowkey_status rowkey_arrow_sketch_add(rowkey_sketch *sketch, const struct ArrowSchema *schema,
                                                     const struct ArrowArray *keys, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
