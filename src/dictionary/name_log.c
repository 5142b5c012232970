#include "dictionary/name_log.h"

#include <errno.h>
#include <inttypes.h>
#include <rowkey/dictionary.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "dictionary/file.h"
#include "kernels/checksum.h"
#include "simd/memory.h"

static const char format[] = "rowkey dictionary 1\n";
enum { FORMAT_NAME_SIZE = sizeof "rowkey dictionary " - 1 };

enum {
  HEADER_SIZE = 4096,
  COMMIT_DISTANCE = 512, /* commit i is at (i + 1) times this, i = 0 or 1 */
  COMMIT_SIZE = 28,
  RECORD_HEAD = 12,
  READ_AT_ONCE = 1 << 20 /* more than the largest record */
};

struct commit {
  uint64_t sequence, end, names;
};

/* ---- The system ------------------------------------------------------------------------------- */

static bool io_error(const struct name_log *log, const char *what, rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_IO, "%s: cannot %s: %s", log->path, what, strerror(errno));
  return false;
}

static bool damaged(const struct name_log *log, uint64_t at, const char *what, rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_IO,
                   "%s: byte %" PRIu64
                   ": %s: the dictionary is damaged (expected an intact copy of it; ids that "
                   "are in use must not be given again)",
                   log->path, at, what);
  return false;
}

static bool write_at(const struct name_log *log, int file, const uint8_t *bytes, size_t size, uint64_t at,
                     rowkey_error *error) {
  return rowkey_file_write(file, bytes, size, at) || io_error(log, "write", error);
}

/* On Windows only who may write a file can have it written: a reader believes what the cache has, which
 * outlives the writer, though not the machine. */
static bool synchronise(const struct name_log *log, int file, rowkey_error *error) {
  return rowkey_file_synchronise(file) || (log->read_only && errno == EACCES) ||
         io_error(log, "synchronise", error);
}

/* The folder's entry of a file. */
static bool synchronise_folder(const struct name_log *log, rowkey_error *error) {
  return rowkey_file_synchronise_folder(log->path) || io_error(log, "synchronise its folder", error);
}

/* ---- Commits ---------------------------------------------------------------------------------- */

static void put_commit(const struct commit *commit, uint8_t bytes[COMMIT_SIZE]) {
  store_le64(bytes, commit->sequence);
  store_le64(bytes + 8, commit->end);
  store_le64(bytes + 16, commit->names);
  store_le32(bytes + 24, rowkey_checksum(bytes, 24));
}

/* Whether the commit is whole. */
static bool get_commit(const uint8_t bytes[COMMIT_SIZE], struct commit *commit) {
  *commit = (struct commit){load_le64(bytes), load_le64(bytes + 8), load_le64(bytes + 16)};
  return load_le32(bytes + 24) == rowkey_checksum(bytes, 24);
}

/* Commit number s, the first one is 0, lies where the one before the last did: that stays until this is
 * whole. */
static bool write_commit(const struct name_log *log, int file, const struct commit *commit,
                         rowkey_error *error) {
  uint8_t bytes[COMMIT_SIZE];
  put_commit(commit, bytes);
  return write_at(log, file, bytes, sizeof bytes, COMMIT_DISTANCE * (1 + commit->sequence % 2), error) &&
         synchronise(log, file, error);
}

static void make_header(uint8_t header[HEADER_SIZE]) { /* without names */
  memset(header, 0, HEADER_SIZE);
  memcpy(header, format, sizeof format - 1);
  put_commit(&(struct commit){.end = HEADER_SIZE}, header + COMMIT_DISTANCE);
}

/* Whether the file is empty, or a crash has left sectors of its first header as they were: zeros, or not
 * there. It has no names then, as records follow the header only when that is durable. */
static bool is_unfinished(const uint8_t *bytes, size_t size) {
  uint8_t whole[HEADER_SIZE];
  make_header(whole);
  if (size > HEADER_SIZE) return false;
  for (size_t i = 0; i < size; i++)
    if (bytes[i] != whole[i] && bytes[i] != 0) return false;
  return size < HEADER_SIZE || memcmp(bytes, whole, HEADER_SIZE) != 0;
}

/* The folder first: whoever finds a whole header need not ask whether the file stays there. */
static bool begin_file(struct name_log *log, int file, rowkey_error *error) {
  uint8_t header[HEADER_SIZE];
  make_header(header);
  return synchronise_folder(log, error) && write_at(log, file, header, sizeof header, 0, error) &&
         synchronise(log, file, error);
}

/* Reads the newer commit that is whole, and where its number belongs: else the next one might take its place.
 */
static bool read_commit(struct name_log *log, int file, struct commit *newest, rowkey_error *error) {
  uint8_t header[HEADER_SIZE + 1]; /* and whether there is anything after it */
  const ptrdiff_t size = rowkey_file_read(file, header, sizeof header, 0);
  if (size < 0) return io_error(log, "read", error);
  if (!log->read_only && log->end == HEADER_SIZE && is_unfinished(header, (size_t)size)) {
    *newest = (struct commit){.end = HEADER_SIZE};
    return begin_file(log, file, error);
  }
  const bool is_named = size >= HEADER_SIZE && memcmp(header, format, FORMAT_NAME_SIZE) == 0;
  if (is_named && memcmp(header, format, sizeof format - 1) != 0) {
    rowkey_error_set(
        error, ROWKEY_ERROR_IO,
        "%s: the format of this dictionary is newer than this version of rowkey (expected 'rowkey dictionary "
        "1', or a later version of rowkey)",
        log->path);
    return false;
  }
  if (!is_named) {
    rowkey_error_set(
        error, ROWKEY_ERROR_IO,
        "%s: this is not a dictionary (expected a file that begins with the line 'rowkey dictionary 1')",
        log->path);
    return false;
  }
  bool any = false;
  for (size_t i = 0; i < 2; i++) {
    struct commit commit;
    if (!get_commit(header + COMMIT_DISTANCE * (1 + i), &commit) || commit.sequence % 2 != i) continue;
    if (!any || commit.sequence > newest->sequence) *newest = commit;
    any = true;
  }
  return any || damaged(log, COMMIT_DISTANCE, "neither of the two commits is whole", error);
}

/* ---- Records ---------------------------------------------------------------------------------- */

/* The record at `bytes`, of which `size` are there: its length, 0 if it is not all there. */
static size_t record_size(const uint8_t *bytes, size_t size) {
  if (size < RECORD_HEAD) return 0;
  const size_t whole = RECORD_HEAD + (size_t)load_le32(bytes + 4);
  return whole <= size ? whole : 0;
}

static bool add_record(struct name_log *log, const uint8_t *bytes, size_t size, struct name_table *table,
                       rowkey_error *error) {
  if (load_le32(bytes) != rowkey_checksum(bytes + 4, size - 4))
    return damaged(log, log->end, "the record does not match its checksum", error);
  if (load_le32(bytes + 8) != table->count + 1)
    return damaged(log, log->end, "the record's id is not the next one", error);
  const uint64_t begin = 0, end = size - RECORD_HEAD;
  if (end > ROWKEY_DICTIONARY_NAME_MAX)
    return damaged(log, log->end, "the record's name is longer than names may be", error);
  const struct rowkey_strings name = {bytes + RECORD_HEAD, end, &begin, &end};
  struct name_lookup lookup = {.rows = 1, .names = name};
  rowkey_name_hash(table, &lookup);
  switch (rowkey_name_add(table, name.bytes, (uint16_t)end, lookup.hashes[0])) {
    case NAME_ADDED:
      log->end += size;
      return true;
    case NAME_KNOWN:
      return damaged(log, log->end, "the record's name has an id already", error);
    case NAME_NO_ROOM:
      break;
  }
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "%s: out of memory for %" PRIu64 " names", log->path,
                   table->count + 1);
  return false;
}

/* Adds the records from log->end up to `end`. */
static bool read_records(struct name_log *log, int file, uint64_t end, struct name_table *table,
                         rowkey_error *error) {
  uint8_t *bytes = malloc(READ_AT_ONCE);
  if (bytes == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "%s: out of memory for reading it", log->path);
    return false;
  }
  bool good = true;
  while (good && log->end < end) {
    const uint64_t left = end - log->end;
    const size_t wanted = left < READ_AT_ONCE ? (size_t)left : READ_AT_ONCE;
    const ptrdiff_t size = rowkey_file_read(file, bytes, wanted, log->end);
    if (size < 0) good = io_error(log, "read", error);
    size_t at = 0;
    for (size_t record; good && (record = record_size(bytes + at, (size_t)size - at)) != 0; at += record)
      good = add_record(log, bytes + at, record, table, error);
    if (good && at == 0)
      good = damaged(log, log->end, "the record passes the end of what is committed", error);
  }
  free(bytes);
  return good;
}

static bool refresh(struct name_log *log, int file, struct name_table *table, rowkey_error *error) {
  struct commit newest;
  if (!synchronise(log, file, error) || !read_commit(log, file, &newest, error)) return false;
  if (newest.end < log->end || newest.sequence < log->sequence)
    return damaged(log, COMMIT_DISTANCE, "the file has gone back since it was read", error);
  if (!read_records(log, file, newest.end, table, error)) return false;
  if (newest.names != table->count)
    return damaged(log, COMMIT_DISTANCE, "there are more or fewer names than the commit says", error);
  log->sequence = newest.sequence;
  return true;
}

/* ---- Uses of the file --------------------------------------------------------------------------- */

/* Whether the path still leads to the file that was opened first. */
static bool is_same_file(struct name_log *log, int file, rowkey_error *error) {
  struct file_identity found;
  if (!rowkey_file_identify(file, &found)) return io_error(log, "read its status", error);
  if (!found.is_regular) {
    rowkey_error_set(error, ROWKEY_ERROR_IO, "%s: this is not a regular file", log->path);
    return false;
  }
  if (log->end == 0) {
    log->device = found.device;
    log->inode = found.number;
    log->end = HEADER_SIZE;
  }
  if (log->device == found.device && log->inode == found.number) return true;
  rowkey_error_set(error, ROWKEY_ERROR_IO, "%s: another file has taken its place since it was opened",
                   log->path);
  return false;
}

int rowkey_log_begin(struct name_log *log, struct name_table *table, rowkey_error *error) {
  const enum file_use use = log->read_only ? FILE_READ : log->end == 0 ? FILE_MAKE : FILE_GROW;
  const int file = rowkey_file_open(log->path, use);
  if (file < 0) {
    io_error(log, "open", error);
    return -1;
  }
  const bool locked = rowkey_file_lock(file);
  if (!locked) io_error(log, "lock", error);
  if (locked && is_same_file(log, file, error) && refresh(log, file, table, error)) return file;
  rowkey_log_end(file);
  return -1;
}

void rowkey_log_end(int file) { rowkey_file_close(file); }

rowkey_status rowkey_log_append(struct name_log *log, int file, const struct name_table *added,
                                struct name_table *table, rowkey_error *error) {
  if (log->sequence == UINT64_MAX) {
    damaged(log, COMMIT_DISTANCE, "no commit can follow the newest", error);
    return error->status;
  }
  uint64_t size = 0;
  for (uint64_t id = 1; id <= added->count; id++) size += RECORD_HEAD + rowkey_name_of(added, id)->length;
  uint8_t *bytes = size > SIZE_MAX ? NULL : malloc((size_t)size);
  if (bytes == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY,
                            "%s: out of memory for %" PRIu64 " bytes of new names", log->path, size);
  uint8_t *at = bytes;
  for (uint64_t id = 1; id <= added->count; id++) {
    const struct name_record *name = rowkey_name_of(added, id);
    store_le32(at + 4, name->length);
    store_le32(at + 8, (uint32_t)(table->count + id));
    memcpy(at + RECORD_HEAD, name->bytes, name->length);
    store_le32(at, rowkey_checksum(at + 4, RECORD_HEAD - 4 + name->length));
    at += RECORD_HEAD + name->length;
  }
  const struct commit commit = {log->sequence + 1, log->end + size, table->count + added->count};
  bool good = write_at(log, file, bytes, (size_t)size, log->end, error) && synchronise(log, file, error) &&
              write_commit(log, file, &commit, error);
  if (good) log->sequence++;
  for (size_t done = 0, record; good && done < size; done += record) {
    record = record_size(bytes + done, (size_t)size - done);
    good = add_record(log, bytes + done, record, table, error);
  }
  free(bytes);
  return good ? ROWKEY_OK : error->status;
}
