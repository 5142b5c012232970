/* A kind of input: where records end, where the columns lie in them, and what the options may say of it.
 * kinds.def lists the kinds; each is defined by a file in kinds/. */
#ifndef ROWKEY_CLI_RECORDS_KIND_H
#define ROWKEY_CLI_RECORDS_KIND_H

#include "io/chunk.h"
#include "records/batch.h"
#include "records/columns.h"
#include "records/quotes.h"
#include "settings/options.h"

/* How to read the records: made once, then shared by all threads. */
struct record_shape {
  const struct record_kind *kind;
  const struct columns *columns;
  uint8_t delimiter; /* between fields; 0 where the kind has none */
  const char *noun;  /* what a record is called in messages */
  const char *null;  /* the text that stands for no value, NULL where none does; in csv without a quote */
  size_t null_size;
  const char *comment; /* what comment lines begin with: they are not records */
  size_t comment_size; /* 0: all are */
};

/* How far whole records go in bytes that are read piece by piece. All zero at the first record. */
struct cut {
  size_t end;       /* after the last whole record */
  uint64_t records; /* up to there */
  size_t scanned;   /* bytes seen so far */
  bool inside_quotes;
  bool has_quotes;
};

/* Of names of files that hold JSON lines, also where this build does not read them. */
#define JSONL_ENDINGS ".jsonl .ndjson .json "

struct record_kind {
  const char *name;    /* as --input has it */
  const char *summary; /* what --help says of it */
  const char *endings; /* of the names of its files, with a space after each; NULL where they have none */

  /* Records are text that ends in newlines: a file may begin with a header line, and --null may name a text.
   * Else all records have one width, which their columns add up to. */
  bool is_text;
  bool is_one_column;       /* text: the whole record is its only column */
  bool newline_ends_record; /* text: every newline does, wherever it stands */
  bool drops_cr;            /* text: a CR before the newline does not belong to the record */
  bool has_members;  /* text: columns are found by name, may be null, and may hold what no record does, as
                        escapes are undone; a record has no fields */
  uint8_t delimiter; /* text: what separates fields unless --delimiter is given; 0 without fields */
  /* text: the bytes besides the delimiter that no field holds which may be null, and what they are called. */
  const char *not_in_null, *not_in_null_names;

  /* --columns: what is expected of a named column, and the functions that read an item's type, and how many
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
  void (*cut)(const struct record_shape *shape, const uint8_t *bytes, size_t size, struct cut *cut);

  /* Splits at most `limit` <= BATCH_ROWS records of the chunk, from byte `at` < chunk->size, into the columns
   * that are used; at least one record or a bad one. False when memory runs out. */
  bool (*split)(const struct record_shape *shape, struct chunk *chunk, size_t at, size_t limit,
                struct batch *batch);

  /* Makes the numbers of a used column of rows first … first + rows - 1. Returns the first row, from 0, that
   * is not a number of the column's type, or `rows`. */
  size_t (*load)(const struct record_shape *shape, const struct batch *batch, size_t item, size_t first,
                 size_t rows);

  /* Where records have members: what a number, true or false is. False where it has more digits than 64 bits
   * hold. */
  bool (*read_value)(const uint8_t *text, size_t size, rowkey_value *value);
};

#define RECORD_KIND(name) extern const struct record_kind record_kind_##name;
#include "records/kinds.def"
#undef RECORD_KIND

/* Lines that are keys: a CR before the newline is a byte of the key. Not in the list. */
extern const struct record_kind record_kind_keys;

/* Kind `index` of the list; NULL after the last one. */
const struct record_kind *record_kind_at(size_t index);

/* Reads the name of a kind, of --input. */
extern const struct value_reader record_kind_reader;
#define RECORD_KIND_OF(member) READ(record_kind_reader, const struct record_kind *, member)

/* Sets *kind to the one whose ending the names of all files have, apart from .gz or .zst after it; NULL where
 * none has one. An error where they differ. */
bool record_kind_of_files(char *const *files, size_t count, const struct record_kind **kind,
                          struct failure *failure);

#endif
