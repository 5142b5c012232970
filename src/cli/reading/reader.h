/* Reads the input files one after the other, and cuts them into chunks of whole records. */
#ifndef ROWKEY_CLI_READING_READER_H
#define ROWKEY_CLI_READING_READER_H

#include <sys/stat.h>

#include "base/message.h"
#include "io/chunk.h"
#include "io/stream.h"
#include "reading/json_array.h"
#include "records/columns.h"

/* What is odd in text, but no error: a warning is given once for each. */
struct oddities {
  bool mark;             /* a byte order mark that belongs to the first record */
  bool header;           /* the first record holds the names of the columns */
  bool carriage_returns; /* each line ends in one, and it belongs to the key */
  bool mixed_ends;       /* some lines end in CR LF, and some in LF */
};

/* The header of all files: that of the first one. */
struct file_header {
  const char *file;        /* whose it is, NULL before it is read */
  rowkey_records *records; /* which take its names */
};

struct reader {
  const struct record_shape *shape;
  char *const *files;    /* "-" is standard input */
  const uint64_t *sizes; /* NULL, or the bytes of each file as it was looked for; 0 where that is not known */
  size_t file_count;
  struct file_header *header; /* NULL where files have none */
  size_t chunk_size;          /* bytes read at a time */
  size_t most_bytes;          /* of a record */
  bool most_is_fixed;         /* no option of the command allows more */
  struct compression compression;
  struct oddities *oddities; /* NULL: nobody looks for them */
  /* Of a single file: only bytes begin … end - 1 are read, which begin and end where records do. 0 for the
   * file's own end. */
  uint64_t begin, end;

  /* The rest is the reader's own; all zero at first but `stream`, STREAM_NONE. */
  struct stream stream; /* of the file being read */
  size_t files_opened;
  uint64_t bytes_closed;          /* of the files before it */
  struct json_array array;        /* what it is where records have members, and how far it is read */
  bool ends_in_lf, ends_in_cr_lf; /* lines of it that were seen */
  struct chunk rest;              /* bytes read that are in no chunk yet; its places say where they begin */
  uint64_t sequence;
};

enum reader_result { READER_CHUNK, READER_END, READER_FAILED };

/* Opens the first file and reads its header. */
bool reader_open(struct reader *reader, struct failure *failure);

/* The next chunk, of at least one record unless the file is cut short. One thread at a time. */
enum reader_result reader_next(struct reader *reader, struct chunk *chunk, struct failure *failure);

/* Sets *is_array to whether the open file, of which no chunk was taken, is a JSON array that holds the
 * records. */
bool reader_sees_array(struct reader *reader, bool *is_array, struct failure *failure);

void reader_free(struct reader *reader);

/* What is known of a file before it is opened. False when it cannot be read, as a directory cannot. */
bool reader_status(const char *file, struct stat *status, struct failure *failure);

#endif
