/* The bytes of one file, which may be compressed, one after the other. */
#ifndef ROWKEY_CLI_IO_STREAM_H
#define ROWKEY_CLI_IO_STREAM_H

#include <sys/types.h>

#include "base/message.h"
#include "io/format.h"

/* How the bytes of files are taken. */
struct compression {
  bool is_none;              /* as they are, whatever they look like */
  const struct codec *codec; /* this one was used; NULL with !is_none: what a file's first bytes say */
};

/* Begins as STREAM_NONE. */
struct stream {
  const char *file; /* as it was given; "-" is standard input */
  int descriptor;   /* -1: closed */
  uint64_t taken;   /* bytes of the file that were given out or decoded */

  /* The rest is the stream's own. */
  off_t size;     /* of a regular file, as it was opened; else 0 */
  bool is_unseen; /* stream_look has to see what it is, by … */
  struct compression compression;
  uint8_t *raw; /* memory for bytes of the file; of one that is not compressed, for the first ones */
  size_t raw_at, raw_size;   /* what of them is not decoded or given out yet */
  const struct codec *codec; /* NULL where bytes are given out as they are */
  void *state;               /* the codec's */
  bool is_hungry;            /* the codec gives nothing more without input */
  bool is_whole;             /* it is at the end of a member */
};

#define STREAM_NONE {.descriptor = -1}

/* Opens the file, which had `least` bytes when it was looked for or 0 where that is not known, and goes on
 * from byte `begin`: unless that is 0, bytes are taken as they are. Reads nothing yet. False and `failure`
 * when it cannot, or when a regular file has become shorter; close it either way. */
bool stream_open(struct stream *stream, const char *file, uint64_t least, uint64_t begin,
                 const struct compression *compression, struct failure *failure);

/* Finds out whether the file is compressed, before anything is read. False and `failure` when the file cannot
 * be read, or holds what is no text and nothing here reads. */
bool stream_look(struct stream *stream, struct failure *failure);

/* Reads at most `size` > 0 bytes, at least 1 unless the file ends: then *count is 0. A regular file that ends
 * before the size that it had when it was opened is an error. */
bool stream_read(struct stream *stream, uint8_t *bytes, size_t size, size_t *count, struct failure *failure);

void stream_close(struct stream *stream);

/* The name of a file for messages. */
const char *stream_file_name(const char *file);

/* TOOL_IO_ERROR "cannot read FILE: text of errno". */
bool stream_fail(const char *file, struct failure *failure);

/* The same of a file that had `size` bytes and ends at byte `end`. */
bool stream_fail_shorter(const char *file, uint64_t end, uint64_t size, struct failure *failure);

#endif
