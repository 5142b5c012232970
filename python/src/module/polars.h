/* The Polars plugin: an expression that encodes its arguments. Polars loads the module as a shared library
 * and calls it on its own threads, without the global lock: these files use no function of Python's. */
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

/* ---- polars_request.c: what rowkey.polars.encode() asks for -------------------------------------- */

/* Points into the memory that it was read from. */
struct request {
  const char *bytes; /* all of it */
  size_t size;
  uint64_t seed;
  const char *template;
  size_t template_length;
  const char *arguments; /* the columns' names for the arguments, one after the other, each with a NUL */
  size_t argument_count;
  const char *columns; /* name, type, name, type, …, each with a NUL */
  size_t column_count; /* ROWKEY_NONE: the types are those of the data */
};

/* Reads the arguments that are no columns: {"request": bytes}, pickled, as Polars passes them. */
bool request_read(const uint8_t *pickle, size_t size, struct request *request, rowkey_error *error);

/* The string behind the next NUL. */
const char *next_text(const char *text);

/* ---- polars_compiled.c: encoders, at rest between calls ------------------------------------------- */

/* A layout and its encoder for arguments of certain types. One call at a time uses it. */
struct compiled {
  rowkey_layout *layout;
  rowkey_arrow_encoder *encoder;
  char *key; /* the request and the types that it was made for */
  size_t key_size;
};

/* One that no other call has; NULL with `error`. compiled_leave takes it, for a later call; also NULL. */
struct compiled *compiled_take(const struct request *request, const struct ArrowSchema *records,
                               rowkey_error *error);
void compiled_leave(struct compiled *compiled);

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
