#include "io/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system.h"

/* Bytes of a compressed file that are read at a time, and those at first of any. */
enum { RAW_SIZE = 128 << 10 };

const char *stream_file_name(const char *file) {
  return strcmp(file, "-") == 0 ? "<stdin>" : shown_path(file);
}

bool stream_fail(const char *file, struct failure *failure) {
  char subject[PLACE_SIZE];
  const int error_number = errno;
  snprintf(subject, sizeof subject, "cannot read %s", stream_file_name(file));
  return fail_io(failure, subject, error_number);
}

bool stream_fail_shorter(const char *file, uint64_t end, uint64_t size, struct failure *failure) {
  return fail_with(failure, TOOL_IO_ERROR,
                   "cannot read %s: it became shorter while it was read, and ends at byte %" PRIu64
                   " of %" PRIu64 " (expected a file that nobody changes)",
                   stream_file_name(file), end, size);
}

/* Whoever writes a file anew while it is read would get fewer records, and no error. */
static bool check_end(const struct stream *stream, struct failure *failure) {
  struct stat now;
  if (stream->size == 0 || fstat(stream->descriptor, &now) != 0 || now.st_size >= stream->size) return true;
  const off_t end = lseek(stream->descriptor, 0, SEEK_CUR);
  return end >= stream->size ||
         stream_fail_shorter(stream->file, (uint64_t)end, (uint64_t)stream->size, failure);
}

/* As read(), but neither a signal nor a descriptor that does not wait ends it early. */
static bool read_some(const struct stream *stream, uint8_t *bytes, size_t size, size_t *count,
                      struct failure *failure) {
  for (;;) {
    const ssize_t result = read(stream->descriptor, bytes, size);
    *count = result < 0 ? 0 : (size_t)result;
    if (result > 0) return true;
    if (result == 0) return check_end(stream, failure);
    if (errno != EINTR && errno != EAGAIN) return stream_fail(stream->file, failure);
    if (errno == EAGAIN) poll(&(struct pollfd){stream->descriptor, POLLIN, 0}, 1, -1);
  }
}

/* ---- What the file is ------------------------------------------------------------------------ */

static bool refuse_format(const struct stream *stream, const struct format *format, struct failure *failure) {
  char command[FORMAT_COMMAND_SIZE];
  format_command(format, stream->file, command);
  fail_with(
      failure, TOOL_BAD_DATA,
      "%s: this is %s data (expected text: %s converts it; --compression none takes its bytes as they are)",
      stream_file_name(stream->file), format->name, command);
  make_one_line(failure->text);
  return false;
}

/* Reads what tells the format, and waits for no more than that: somebody may type the records. */
static bool see_format(struct stream *stream, const struct format **format, struct failure *failure) {
  bool open = true;
  *format = NULL;
  stream->raw = malloc(RAW_SIZE);
  if (stream->raw == NULL) return fail_memory(failure);
  while (open) {
    const size_t room = RAW_SIZE - stream->raw_size;
    size_t count;
    if (!read_some(stream, stream->raw + stream->raw_size, room, &count, failure)) return false;
    if (count == 0) break;
    stream->raw_size += count;
    *format = format_of(stream->raw, stream->raw_size, &open);
  }
  return true;
}

static bool begin_decoding(struct stream *stream, const struct codec *codec, struct failure *failure) {
  stream->codec = codec;
  stream->is_hungry = true;
  stream->state = codec->open();
  if (stream->raw == NULL) stream->raw = malloc(RAW_SIZE);
  return (stream->state != NULL && stream->raw != NULL) || fail_memory(failure);
}

bool stream_open(struct stream *stream, const char *file, uint64_t least, uint64_t begin,
                 const struct compression *compression, struct failure *failure) {
  *stream = (struct stream){.file = file, .descriptor = -1};
  if (strcmp(file, "-") == 0) {
    stream->descriptor = STDIN_FILENO;
  } else {
    stream->descriptor = open_descriptor(file, O_RDONLY, 0);
    if (stream->descriptor < 0) return stream_fail(file, failure);
  }
  struct stat status;
  if (fstat(stream->descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
    stream->size = status.st_size;
    if ((uint64_t)stream->size < least)
      return stream_fail_shorter(file, (uint64_t)stream->size, least, failure);
  }
  if (begin > 0 && lseek(stream->descriptor, (off_t)begin, SEEK_SET) < 0) return stream_fail(file, failure);
  expect_reading(stream->descriptor);
  stream->is_unseen = begin == 0;
  stream->compression = *compression;
  return true;
}

bool stream_look(struct stream *stream, struct failure *failure) {
  const struct compression *compression = &stream->compression;
  const struct format *format;
  if (!stream->is_unseen) return true;
  stream->is_unseen = false;
  if (compression->codec != NULL) return begin_decoding(stream, compression->codec, failure);
  if (compression->is_none) return true;
  if (!see_format(stream, &format, failure)) return false;
  if (format == NULL) return true;
  return format->codec == NULL ? refuse_format(stream, format, failure)
                               : begin_decoding(stream, format->codec, failure);
}

/* ---- Its bytes ------------------------------------------------------------------------------- */

static bool fail_decoding(const struct stream *stream, const char *fault, struct failure *failure) {
  fail_with(failure, TOOL_IO_ERROR, "cannot read %s: its %s data %s at byte %" PRIu64 "%s%s",
            stream_file_name(stream->file), stream->codec->name,
            fault == NULL ? "is cut short: the file ends" : "is damaged", stream->taken,
            fault == NULL ? "" : ": ", fault == NULL ? "" : fault);
  make_one_line(failure->text);
  return false;
}

static bool decode_bytes(struct stream *stream, uint8_t *bytes, size_t size, size_t *count,
                         struct failure *failure) {
  struct codec_piece piece = {.out = bytes, .out_size = size};
  while (piece.out == bytes) {
    if (stream->raw_size == 0 && (stream->is_hungry || stream->is_whole)) {
      stream->raw_at = 0;
      if (!read_some(stream, stream->raw, RAW_SIZE, &stream->raw_size, failure)) return false;
      *count = 0;
      if (stream->raw_size == 0) return stream->is_whole || fail_decoding(stream, NULL, failure);
    }
    const char *fault = "";
    piece.in = stream->raw + stream->raw_at;
    piece.in_size = stream->raw_size;
    const enum codec_result result = stream->codec->run(stream->state, &piece, &fault);
    const size_t used = stream->raw_size - piece.in_size;
    stream->taken += used;
    stream->raw_at += used;
    stream->raw_size -= used;
    stream->is_whole = result == CODEC_WHOLE;
    stream->is_hungry = piece.out_size > 0;
    if (result == CODEC_MEMORY) return fail_memory(failure);
    if (result == CODEC_BAD) return fail_decoding(stream, fault, failure);
  }
  *count = size - piece.out_size;
  return true;
}

bool stream_read(struct stream *stream, uint8_t *bytes, size_t size, size_t *count, struct failure *failure) {
  if (!stream_look(stream, failure)) return false;
  if (stream->codec != NULL) return decode_bytes(stream, bytes, size, count, failure);
  if (stream->raw_size > 0) {
    *count = size < stream->raw_size ? size : stream->raw_size;
    memcpy(bytes, stream->raw + stream->raw_at, *count);
    stream->raw_at += *count;
    stream->raw_size -= *count;
  } else if (!read_some(stream, bytes, size, count, failure)) {
    return false;
  }
  stream->taken += *count;
  return true;
}

void stream_close(struct stream *stream) {
  if (stream->descriptor > STDIN_FILENO) close(stream->descriptor);
  if (stream->state != NULL) stream->codec->close(stream->state);
  free(stream->raw);
  *stream = (struct stream)STREAM_NONE;
}
