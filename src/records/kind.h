/* A kind of input: where records end, where the columns lie in them, and what the settings may say of it.
 * kinds.def lists the kinds; each is defined by a file in kinds/. */
#ifndef ROWKEY_SRC_RECORDS_KIND_H
#define ROWKEY_SRC_RECORDS_KIND_H

#include <rowkey/records.h>

#include "records/batch.h"
#include "records/columns.h"
#include "records/quotes.h"

/* How to read the records: made once, then shared by all threads. */
struct record_shape {
  const struct record_kind *kind;
  const struct columns *columns;
  uint8_t delimiter;  /* between fields; 0 where the kind has none */
  const char *noun;   /* what a record is called in messages */
  const char *option; /* what stands there before the name of a setting */
  const char *null;   /* the text that stands for no value, NULL where none does; in csv without a quote */
  size_t null_size;
  const char *comment; /* what comment lines begin with: they are not records */
  size_t comment_size; /* 0: all are */
  const rowkey_json_index *json;
};

/* Whole records, one after the other. */
struct piece {
  const uint8_t *bytes;
  size_t size;
  rowkey_cut cut; /* what is known of them */
};

struct record_kind {
  rowkey_record_kind about;

  /* Columns: what is expected of a named column, and the functions that read an item's type, and how many
   * bytes an item that begins with _ skips. The first returns whether it is one, and sets the column of the
   * schema but for its name; where the error says nothing, the syntax was expected. The second returns NULL
   * or what was expected. */
  const char *column_syntax;
  bool (*parse_type)(const char *type, struct column *column, rowkey_column *schema, rowkey_error *error);
  const char *(*parse_skip)(const char *item, size_t *width);

  /* text: where the first line of the bytes ends, `size` when its newline is not there; and its next name, as
   * csv_next_field finds it. NULL where there is no header. */
  size_t (*header_end)(uint8_t delimiter, const uint8_t *bytes, size_t size);
  const char *(*next_name)(const uint8_t *bytes, size_t size, uint8_t delimiter, size_t *at,
                           struct csv_field *field);

  /* Goes on with `cut` over bytes[cut->scanned … size). */
  void (*cut)(const struct record_shape *shape, const uint8_t *bytes, size_t size, rowkey_cut *cut);

  /* Splits at most `limit` <= ROWKEY_RECORD_ROWS records of the piece, from byte `at` < piece->size, into the
   * columns that are used; at least one record or a bad one. False when memory runs out. */
  bool (*split)(const struct record_shape *shape, const struct piece *piece, size_t at, size_t limit,
                struct batch *batch);

  /* Makes the numbers of a used column of rows first … first + rows - 1. Returns the first row, from 0, that
   * is not a number of the column's type, or `rows`. */
  size_t (*load)(const struct record_shape *shape, const struct batch *batch, size_t item, size_t first,
                 size_t rows);

  /* Where records have members: what a number, true or false is. False where it has more digits than 64 bits
   * hold. */
  bool (*read_value)(const uint8_t *text, size_t size, rowkey_value *value);
};

#define RECORD_KIND(name) extern const struct record_kind rowkey_record_kind_##name;
#include "records/kinds.def"
#undef RECORD_KIND

#endif
