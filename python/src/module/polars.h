/* The Polars plugin: expressions that encode, decode and route their arguments, and find ranges. Polars loads
 * the module as a shared library and calls it on its own threads, without the global lock: these files use no
 * function of Python's. */
#ifndef ROWKEY_PYTHON_POLARS_H
#define ROWKEY_PYTHON_POLARS_H

#include <rowkey/arrow.h>
#include <stdbool.h>

/* A series as Polars hands it over, version 0 of its interface: chunks of one type. The receiver releases
 * each array first and then the export, which frees the structs. */
struct series_export {
  struct ArrowSchema *field;
  struct ArrowArray **arrays;
  size_t length; /* of arrays */
  void (*release)(struct series_export *);
  void *private_data; /* NULL: there is no series */
};

/* ---- polars_request.c: what a function of rowkey.polars asks for ---------------------------------- */

/* Points into the memory that it was read from. */
struct request {
  const char *bytes; /* all of it */
  size_t size;
  uint64_t number; /* the seed of encode, the most ranges of ranges */
  rowkey_bad_rows bad_rows;
  const char *template; /* of region the split points: each is four bytes of its length, and its bytes */
  size_t template_length;
  const char *arguments; /* the columns' names for the arguments, one after the other, each with a NUL; of
                            ranges the conditions, "ts >=" */
  size_t argument_count; /* 0 until the call's are known, where has_names is false */
  bool has_names;        /* false: the columns are named as the arguments are */
  const char *columns;   /* name, type, name, type, …, each with a NUL */
  size_t column_count;   /* ROWKEY_NONE: the types are those of the data */
};

/* Reads the arguments that are no columns: {"request": bytes}, pickled, as Polars passes them. */
bool request_read(const uint8_t *pickle, size_t size, struct request *request, rowkey_error *error);

/* False, with the error of a request that no function of rowkey.polars writes. */
bool refuse_request(rowkey_error *error);

uint64_t little_endian(const uint8_t *bytes, size_t size);

/* The string behind the next NUL. */
const char *next_text(const char *text);

/* The column's name for the argument, of the type `field`. *at begins at request->arguments, and moves on. */
const char *argument_name(const struct request *request, const char **at, const struct ArrowSchema *field);

/* ---- polars_compiled.c: what operations work with, at rest between calls --------------------------- */

/* An operation that is ready for arguments of certain types. One call at a time uses it. */
struct compiled {
  const struct operation *operation;
  rowkey_layout *layout; /* or NULL */
  void *state;           /* of the operation */
  char *key;             /* the request and the types that it was made for */
  size_t key_size;
};

/* One that no other call has; NULL with `error`. compiled_leave takes it, for a later call; also NULL. */
struct compiled *compiled_take(const struct operation *operation, const struct request *request,
                               const struct ArrowSchema *records, rowkey_error *error);
void compiled_leave(struct compiled *compiled);

/* The layout for the columns of the request or, where it has none, of the records. NULL with `error`. */
rowkey_layout *compile_layout(const struct request *request, const struct ArrowSchema *records,
                              rowkey_error *error);

rowkey_status polars_no_memory(rowkey_error *error);

/* ---- polars_operations.c, polars_ranges.c ---------------------------------------------------------- */

/* What an expression does. `records` has its arguments as the fields of a struct. */
struct operation {
  size_t most_rows; /* to apply it to at first */
  /* Makes compiled->state and, where it needs one, compiled->layout. */
  bool (*make)(const struct request *request, const struct ArrowSchema *records, struct compiled *compiled,
               rowkey_error *error);
  void (*free_state)(void *state); /* also NULL */
  /* The type of the results. */
  rowkey_status (*find_schema)(const struct compiled *compiled, const struct ArrowSchema *records,
                               struct ArrowSchema *schema, rowkey_error *error);
  /* Fills *results for the rows of a batch, or leaves it. ROWKEY_ERROR_SPACE: fewer rows may do. */
  rowkey_status (*apply)(struct compiled *compiled, const struct ArrowSchema *records,
                         const struct ArrowArray *batch, uint64_t first_row, struct ArrowArray *results,
                         rowkey_error *error);
};
extern const struct operation encode_operation, decode_operation, region_operation, ranges_operation;

/* ---- polars_records.c: the arguments as records ---------------------------------------------------- */

/* Series side by side, cut where one of them has the end of a chunk. A series of one row stands for as many
 * as the others have. */
struct records {
  struct record_column *columns;
  size_t count, rows, done;
  uint8_t *zeros; /* one for each row, for a series of one row that is repeated */
  struct ArrowSchema schema, **fields;
  struct ArrowArray batch, **arrays;
};

/* Borrows the series, which records_close leaves alone. False with `error`, and then nothing is open. */
bool records_open(const struct series_export *series, const struct request *request, struct records *records,
                  rowkey_error *error);
void records_close(struct records *records);

/* The next rows, at most so many; none where no row is left. They stay the next ones until records_advance.
 */
const struct ArrowArray *records_show(struct records *records, size_t most);
void records_advance(struct records *records);

/* The schema of records with these fields, which it borrows. */
struct ArrowSchema records_schema(struct ArrowSchema **fields, size_t count);

#endif
