/* Records of text, or of a fixed width, as columns of values: what files of CSV and the like hold.
 * Experimental.
 *
 *     rowkey_records_settings settings = ROWKEY_ZERO;
 *     settings.kind = ROWKEY_CSV;
 *     settings.columns = "id:u64,ts:time(ms)";
 *     rowkey_records *records = rowkey_records_create(&settings, &error);
 *     if (records == NULL || rowkey_records_use(records, NULL, 0, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 *     rowkey_records_free(records);
 *
 * examples/records.c goes on with a reader, and reads a file that comes in pieces.
 *
 * One thread makes a rowkey_records, gives it the header line where there is one, and says which columns are
 * used. Then threads share it, each with a reader of its own. Bytes may come piece by piece:
 * rowkey_records_cut tells how far whole records go, and what is left stands before the next piece. A record
 * that cannot be read is named with the reason, and reading goes on after it. All is as the tool reads it: a
 * byte order mark before a header or JSON is left out, and any other belongs to the first record.
 *
 * The library keeps no bytes: those that a reader was given must not change until it was given others.
 * Strings are read where they stand; they are copied only where quotes or escapes are undone, or columns
 * joined. The memory of a reader grows with the columns that are used and the longest 2,048 records, not with
 * the file. The only files that are opened are those of uid(FILE) among the types of columns. A function that
 * changes an object may run in one thread at a time, and those that take a const object in any number of
 * them. */
#ifndef ROWKEY_RECORDS_H
#define ROWKEY_RECORDS_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/records.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/schema.h>
#include <rowkey/values.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Kinds of records -------------------------------------------------------------------------- */

/* How records are written. */
typedef enum rowkey_records_kind {
  ROWKEY_LINES = 0,    /* each line is one column */
  ROWKEY_CSV = 1,      /* fields as in RFC 4180, with any delimiter */
  ROWKEY_TSV = 2,      /* fields between tabs, without quoting */
  ROWKEY_JSONL = 3,    /* JSON objects, one a line */
  ROWKEY_BINARY = 4,   /* records of a fixed width */
  ROWKEY_KEY_LINES = 5 /* lines whose bytes all count, also a CR before the newline */
} rowkey_records_kind;

/* What is to be known of a kind. Static. */
typedef struct rowkey_record_kind {
  rowkey_records_kind kind;
  const char *name;    /* "csv" */
  const char *summary; /* for people, in a line */
  const char *endings; /* of the names of its files, with a space after each; NULL where they have none */

  /* Records are text that ends in newlines: a file may begin with a header line, and a text may stand for
   * null. Else all records have one width, which their columns add up to. */
  bool is_text;
  bool is_one_column;       /* text: the whole record is its only column */
  bool newline_ends_record; /* text: every newline does, wherever it stands */
  bool drops_cr;            /* text: a CR before the newline does not belong to the record */
  bool has_members;         /* text: columns are found by name, and may be null */
  bool may_have_header;
  uint8_t delimiter; /* text: what separates fields unless the settings say it; 0 without fields */
  /* text: the bytes besides the delimiter that no field holds which may be null, and what they are called. */
  const char *not_in_null, *not_in_null_names;
} rowkey_record_kind;

/* NULL for another number. */
ROWKEY_API const rowkey_record_kind *rowkey_record_kind_of(rowkey_records_kind kind);

/* ---- Finding where JSON's parts begin ----------------------------------------------------------- */

/* A faster way than the library's own, such as one of simdjson. It may be called by all threads. */
typedef struct rowkey_json_index {
  void *(*create)(void); /* one thread's; NULL without memory */
  void (*free)(void *index);
  /* Finds where the text's { } [ ] : and , stand and where its strings and other scalars begin, in their
   * order: at places[0 … count), and places[count] is `size`. They are good until the next call. The text is
   * UTF-8, its strings end and hold no control characters: else ROWKEY_ERROR_SYNTAX, and *fault, a static
   * text, follows "the record". */
  rowkey_status (*find)(void *index, const uint8_t *text, size_t size, const uint32_t **places, size_t *count,
                        const char **fault);
} rowkey_json_index;

/* ---- What records are like ---------------------------------------------------------------------- */

/* All zero for lines without columns but `line`. The texts are copied. */
typedef struct rowkey_records_settings {
  rowkey_records_kind kind;
  bool has_header;   /* the first line names the columns */
  bool are_values;   /* the columns are of values that no record holds: nothing will be read */
  uint8_t delimiter; /* csv and tsv; 0 for the kind's own */
  /* "id:u64,ts:time(ms)": the fields in their order; _ skips one, ... any at the end. With a header, or of
   * JSON, columns by name, NAME:TYPE or NAME=PATH:TYPE. NULL: none. */
  const char *columns;
  const char *null;    /* the text of a field that is null; NULL where none is */
  const char *comment; /* what comment lines begin with, which are not records; NULL: every line is one */
  size_t width;        /* bytes of a binary record without columns */
  const char *noun;    /* what messages call a record; NULL for "record" */
  const char *option; /* what they write before the name of a setting: "--" for a command; NULL for nothing */
  const rowkey_json_index *json; /* NULL for the library's own; as long as the records are used */
  uint64_t reserved[4];          /* must be 0 */
} rowkey_records_settings;

/* How records are read: one thread sets it up, then threads share it. */
typedef struct rowkey_records rowkey_records;

/* Whether the settings go together, but for the text of the columns. ROWKEY_ERROR_ARGUMENT. */
ROWKEY_CHECKED rowkey_status rowkey_records_check(const rowkey_records_settings *settings,
                                                  rowkey_error *error);

/* Reads the text of the columns as well. NULL after an error: ROWKEY_ERROR_ARGUMENT as above,
 * ROWKEY_ERROR_SYNTAX or _TYPE, _MEMORY, or that of rowkey_column_declare. Free the result. */
ROWKEY_CHECKED rowkey_records *rowkey_records_create(const rowkey_records_settings *settings,
                                                     rowkey_error *error);
ROWKEY_API void rowkey_records_free(rowkey_records *records); /* NULL is allowed */

/* How many bytes the first item of the text of columns has: up to a comma outside of parentheses, or the
 * end. 0 for NULL. */
ROWKEY_API size_t rowkey_records_item_length(const char *text);

/* The columns that layouts are compiled for, as long as the records live: first the *named ones of the text,
 * then, unless one of them has that name, `line`, the whole record. *count receives how many there are, and
 * both may be NULL. NULL for NULL. */
ROWKEY_API const rowkey_column *rowkey_records_columns(const rowkey_records *records, size_t *count,
                                                       size_t *named);

/* Whether the text declares column `index` as bytes, which its type does not tell from text: no character has
 * to be valid. False for an index that is not that of a column of the text, and for NULL. */
ROWKEY_API bool rowkey_records_has_bytes(const rowkey_records *records, size_t index);

/* Bytes of a binary record; 0 of text, and for NULL. */
ROWKEY_API size_t rowkey_records_width(const rowkey_records *records);

/* Finds the header line in the first bytes of a file: bytes[*begin … *end), after comments and a byte order
 * mark, and without its newline. The records go on after that. False where more bytes have to tell, unless
 * `ended`: the file has no more; all before *begin are comments then, and the search may go on after them.
 * False, with *begin as it was, for arguments that cannot be. */
ROWKEY_API bool rowkey_records_find_header(const rowkey_records *records, const void *bytes, size_t size,
                                           bool ended, size_t *begin, size_t *end);

/* Takes the names of the header line, and notes in which fields the columns are. ROWKEY_ERROR_SYNTAX for a
 * line that cannot be read; ROWKEY_ERROR_COLUMN where it lacks a column, or names it twice; _ARGUMENT after
 * rowkey_records_use. */
ROWKEY_CHECKED rowkey_status rowkey_records_set_header(rowkey_records *records, const void *line, size_t size,
                                                       rowkey_error *error);

/* Whether a further line, of another file, has the same names. ROWKEY_ERROR_SYNTAX as above;
 * ROWKEY_ERROR_COLUMN where they differ. */
ROWKEY_CHECKED rowkey_status rowkey_records_check_header(const rowkey_records *records, const void *line,
                                                         size_t size, rowkey_error *error);

/* The names of the header, and how many there are; NULL where none is set. `count` may be NULL. */
ROWKEY_API const char *const *rowkey_records_names(const rowkey_records *records, size_t *count);

/* Whether the first record names the columns, as a header does that the settings do not mention: bytes[0 …
 * size) begin with a whole record, after comments. */
ROWKEY_API bool rowkey_records_begin_with_names(const rowkey_records *records, const void *bytes,
                                                size_t size);

/* Notes which columns are read: those that one of `count` layouts uses, which were compiled for the columns;
 * all where count is 0. Before readers are made. ROWKEY_ERROR_MEMORY. */
ROWKEY_CHECKED rowkey_status rowkey_records_use(rowkey_records *records, const rowkey_layout *const *layouts,
                                                size_t count, rowkey_error *error);

/* Whether a used column gives its texts ids in the order of the rows: then one thread has to read them. */
ROWKEY_API bool rowkey_records_grow(const rowkey_records *records);

/* ---- How far whole records go ------------------------------------------------------------------- */

/* All zero at the first byte of a record. */
typedef struct rowkey_cut {
  size_t end;       /* after the last whole record */
  uint64_t records; /* up to there, without comments */
  size_t scanned;   /* bytes seen so far */
  bool inside_quotes, has_quotes, has_comments;

  /* What the caller knows of the bytes up to `end`. */
  bool newline_added;   /* the last byte is not in the file: the last record lacks a newline */
  bool begins_file;     /* a byte order mark before JSON is left out */
  bool has_no_returns;  /* no byte is a CR */
  uint64_t reserved[2]; /* must be 0 */
} rowkey_cut;

/* Goes on with the cut over bytes[cut->scanned … size), of which the first ones are those that it has seen.
 * Returns cut->end; 0 for arguments that cannot be. At the end of the file what is left after it is the last
 * record: cut->end is then to be `size`. */
ROWKEY_API size_t rowkey_records_cut(const rowkey_records *records, const void *bytes, size_t size,
                                     rowkey_cut *cut);

/* ---- Reading ------------------------------------------------------------------------------------ */

enum { ROWKEY_RECORD_ROWS = 2048 /* the most of a call */ };

/* One thread's. The records must live as long, and say which columns are used. */
typedef struct rowkey_record_reader rowkey_record_reader;

/* NULL with ROWKEY_ERROR_MEMORY, or with ROWKEY_ERROR_ARGUMENT before rowkey_records_use. */
ROWKEY_CHECKED rowkey_record_reader *rowkey_record_reader_create(const rowkey_records *records,
                                                                 rowkey_error *error);
ROWKEY_API void rowkey_record_reader_free(rowkey_record_reader *reader); /* NULL is allowed */

/* Begins with bytes[0 … size), whole records as `cut` has found them, from its first byte up to its end; NULL
 * where nobody has looked, and the last record may lack its newline. ROWKEY_ERROR_MEMORY. */
ROWKEY_CHECKED rowkey_status rowkey_record_reader_begin(rowkey_record_reader *reader, const void *bytes,
                                                        size_t size, const rowkey_cut *cut,
                                                        rowkey_error *error);

/* Some records, where they are: record i is bytes[begin[i] … end[i]), without its line end. All of it is the
 * reader's or the caller's, and good until the next call for rows. */
typedef struct rowkey_record_rows {
  const uint8_t *bytes;
  size_t size; /* how many are readable there */
  size_t rows;
  const uint64_t *begin, *end;
  uint64_t first_row; /* records of the piece before these */
  /* What is wrong with the record after the rows, which is the next one that is left out; NULL where none is.
   * A sentence, without the place. */
  const char *bad;
  uint64_t bad_begin, bad_end;
  bool is_last;         /* none are left */
  uint64_t reserved[2]; /* 0 */
} rowkey_record_rows;

/* Splits at most `limit` of the next records, 1 to ROWKEY_RECORD_ROWS. No row and none that is bad: there are
 * none left. ROWKEY_ERROR_MEMORY. */
ROWKEY_CHECKED rowkey_status rowkey_record_reader_next(rowkey_record_reader *reader, size_t limit,
                                                       rowkey_record_rows *rows, rowkey_error *error);

/* Makes the values of rows first … first + rows - 1 of those that were split last: *columns receives an array
 * with an entry for each column, of which those that are used are set, good until the next call. A value that
 * its column does not take is an error of the row error->row, counted from `first`: the rows before it are
 * made. ROWKEY_ERROR_NUMBER, _RANGE and the like; ROWKEY_ERROR_MEMORY or that of a dictionary without a row.
 */
ROWKEY_CHECKED rowkey_status rowkey_record_reader_values(rowkey_record_reader *reader, size_t first,
                                                         size_t rows, const rowkey_values **columns,
                                                         rowkey_error *error);

/* Where byte `begin` of the rows that were split last lies in the bytes that the reader was given: *byte, and
 * the newlines before it. Both may be NULL, and are 0 without a reader. */
ROWKEY_API void rowkey_record_reader_place(rowkey_record_reader *reader, uint64_t begin, uint64_t *byte,
                                           uint64_t *newlines);

/* ---- Names and types of columns from the values -------------------------------------------------- */

/* Of every column of a header; one thread's. */
typedef struct rowkey_column_finder rowkey_column_finder;

/* For records whose header is set, and whose columns nobody needs to know. NULL after an error:
 * ROWKEY_ERROR_COLUMN where two columns have a name, a list cannot hold one or there are more than 10,000, or
 * _MEMORY. The records must live as long. */
ROWKEY_CHECKED rowkey_column_finder *rowkey_column_finder_create(const rowkey_records *records,
                                                                 rowkey_error *error);
ROWKEY_API void rowkey_column_finder_free(rowkey_column_finder *finder); /* NULL is allowed */

/* The columns as settings take them, good until the next call: a name that no layout can use is given another
 * one. Each is of the first of the types u64, i64, f64, time(U) and uuid that all values have which were
 * added, else text; before the first row all are text. Whole numbers that all are times from 2000 to 2099 in
 * one unit are an epoch(U). NULL without memory, or for NULL. */
ROWKEY_API const char *rowkey_column_finder_columns(rowkey_column_finder *finder);

/* Adds at most ROWKEY_RECORD_ROWS rows of records whose columns are that list while all are text, as a reader
 * gives them. Other columns are ROWKEY_ERROR_TYPE or _ARGUMENT, and nothing is added. */
ROWKEY_CHECKED rowkey_status rowkey_column_finder_add(rowkey_column_finder *finder,
                                                      const rowkey_values *columns, size_t rows,
                                                      rowkey_error *error);

/* For people, a line each without a newline at the end: columns that are text only because they have values
 * that stand for none, or could be times of a pattern. "" where there are none; good until the next call.
 * NULL without memory, or for NULL. */
ROWKEY_API const char *rowkey_column_finder_notes(rowkey_column_finder *finder);

#ifdef __cplusplus
}
#endif

#endif
