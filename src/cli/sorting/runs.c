#include "sorting/runs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"
#include "io/temporary.h"
#include "sorting/row_output.h"

/* ---- The rows of one run, one after the other ------------------------------------------------ */

enum {
  RUN_READER_BYTES = 256 << 10
}; /* that are read at once, and what a reader takes unless a row is longer */

/* Bytes of the file of runs. */
struct run {
  uint64_t begin, end;
};

struct run_reader {
  struct run left; /* not read from the file yet */
  size_t number;   /* of the run */
  struct buffer buffer;
  size_t next;         /* where the next row begins in the buffer */
  struct sort_row row; /* the last one read, in the buffer */
};

static struct run_reader run_reader_of(struct run run, size_t number) {
  return (struct run_reader){.left = run, .number = number};
}

static void run_reader_free(struct run_reader *reader) { buffer_free(&reader->buffer); }

/* Reads more of the run after what is in the buffer, at most `most` bytes. */
static bool read_more(struct run_reader *reader, int descriptor, size_t most) {
  struct buffer *buffer = &reader->buffer;
  while (most > 0) {
    const ssize_t count = pread(descriptor, buffer->bytes + buffer->size, most, (off_t)reader->left.begin);
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = EIO; /* somebody has cut the file */
    if (count <= 0) return false;
    buffer->size += (size_t)count;
    reader->left.begin += (uint64_t)count;
    most -= (size_t)count;
  }
  return true;
}

/* Has `needed` bytes from the next row's begin on in the buffer, and with them as many more as it takes. */
static bool have_bytes(struct run_reader *reader, int descriptor, size_t needed) {
  struct buffer *buffer = &reader->buffer;
  const size_t kept = buffer->size - reader->next;
  if (kept >= needed) return true;
  if (kept > 0) memmove(buffer->bytes, buffer->bytes + reader->next, kept);
  buffer->size = kept;
  reader->next = 0;
  const size_t room = needed > RUN_READER_BYTES ? needed : RUN_READER_BYTES;
  if (!buffer_reserve(buffer, room - kept)) {
    errno = ENOMEM;
    return false;
  }
  const uint64_t left = reader->left.end - reader->left.begin;
  return read_more(reader, descriptor, left < room - kept ? (size_t)left : room - kept);
}

/* Reads the next row, or sets *at_end. False and errno when the file cannot be read. */
static bool run_reader_next(struct run_reader *reader, int descriptor, bool *at_end) {
  *at_end = reader->next == reader->buffer.size && reader->left.begin == reader->left.end;
  if (*at_end) return true;
  if (!have_bytes(reader, descriptor, sizeof(struct sort_frame))) return false;
  const struct sort_frame frame = sort_frame_at(reader->buffer.bytes + reader->next);
  const size_t size = sizeof frame + (size_t)(frame.key_size + frame.rest_size);
  if (!have_bytes(reader, descriptor, size)) return false;
  reader->row = sort_row_at(reader->buffer.bytes + reader->next);
  reader->next += size;
  return true;
}

/* ---- All runs -------------------------------------------------------------------------------- */

enum { LEAST_FAN_IN = 2, MOST_FAN_IN = 1024 };

struct runs runs_in(const char *directory) {
  const char *variable = getenv("TMPDIR");
  if (directory == NULL) directory = variable != NULL && variable[0] != '\0' ? variable : "/tmp";
  return (struct runs){.directory = directory};
}

void runs_free(struct runs *runs) {
  if (runs->has_file) close_descriptor(runs->descriptor);
  runs->has_file = false;
  buffer_free(&runs->list);
}

static struct run *run_list(const struct runs *runs) { return (struct run *)(void *)runs->list.bytes; }
size_t runs_count(const struct runs *runs) { return runs->list.size / sizeof(struct run); }

static bool fail_spill(const struct runs *runs, int error_number, struct failure *failure) {
  char subject[PLACE_SIZE];
  snprintf(subject, sizeof subject, "%s: rows that memory does not hold", shown_path(runs->directory));
  return fail_io(failure, subject, error_number);
}

/* ---- The file -------------------------------------------------------------------------------- */

static bool open_file(struct runs *runs, struct failure *failure) {
  if (runs->has_file) return true;
  runs->descriptor = temporary_create_nameless(runs->directory);
  runs->has_file = runs->descriptor >= 0;
  return runs->has_file || fail_spill(runs, errno, failure);
}

static bool append_to_run(void *context, const uint8_t *bytes, size_t size, struct failure *failure) {
  struct runs *runs = context;
  while (size > 0) {
    const ssize_t written = pwrite(runs->descriptor, bytes, size, (off_t)runs->size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail_spill(runs, written < 0 ? errno : ENOSPC, failure);
    bytes += written;
    size -= (size_t)written;
    runs->size += (uint64_t)written;
  }
  return true;
}

bool runs_begin(struct runs *runs, struct row_output *output, struct failure *failure) {
  const struct run run = {runs->size, runs->size};
  *output = (struct row_output){.write = append_to_run, .context = runs, .framed = true};
  if (!open_file(runs, failure)) return false;
  return buffer_append(&runs->list, &run, sizeof run) || fail_memory(failure);
}

bool runs_end(struct runs *runs, struct row_output *output, bool done, struct failure *failure) {
  if (!row_output_end(output, done, failure)) return false;
  run_list(runs)[runs_count(runs) - 1].end = runs->size;
  return true;
}

/* ---- Merging --------------------------------------------------------------------------------- */

/* A heap of readers: the least row is the first one's. Equal keys come in the order of the runs. */
struct heap {
  struct run_reader **readers;
  size_t count;
};

static bool comes_before(const struct run_reader *a, const struct run_reader *b) {
  const int order = sort_compare(a->row.key, a->row.key_size, b->row.key, b->row.key_size);
  return order != 0 ? order < 0 : a->number < b->number;
}

static void sift_down(struct heap *heap, size_t at) {
  struct run_reader *moved = heap->readers[at];
  for (size_t child; (child = 2 * at + 1) < heap->count; at = child) {
    if (child + 1 < heap->count && comes_before(heap->readers[child + 1], heap->readers[child])) child++;
    if (!comes_before(heap->readers[child], moved)) break;
    heap->readers[at] = heap->readers[child];
  }
  heap->readers[at] = moved;
}

/* Takes the next row of the first reader, or the reader out of the heap at its end. */
static bool advance_run(const struct runs *runs, struct heap *heap, struct failure *failure) {
  struct run_reader *first = heap->readers[0];
  bool at_end = false;
  if (!run_reader_next(first, runs->descriptor, &at_end)) return fail_spill(runs, errno, failure);
  if (at_end) heap->readers[0] = heap->readers[--heap->count];
  if (heap->count > 0) sift_down(heap, 0);
  return true;
}

static bool merge_readers(const struct runs *runs, struct run_reader *readers, size_t count,
                          struct row_output *output, struct failure *failure) {
  struct run_reader *order[MOST_FAN_IN];
  struct heap heap = {order, 0};
  for (size_t i = 0; i < count; i++) {
    bool at_end = false;
    if (!run_reader_next(&readers[i], runs->descriptor, &at_end)) return fail_spill(runs, errno, failure);
    if (!at_end) order[heap.count++] = &readers[i];
  }
  for (size_t i = heap.count / 2; i-- > 0;) sift_down(&heap, i);
  while (heap.count > 0) {
    if (!row_output_add(output, &heap.readers[0]->row, failure) || !advance_run(runs, &heap, failure))
      return false;
  }
  return true;
}

/* Merges runs first … first + count - 1. */
static bool merge_some(const struct runs *runs, size_t first, size_t count, struct row_output *output,
                       struct failure *failure) {
  struct run_reader *readers = calloc(count, sizeof *readers);
  if (readers == NULL) return fail_memory(failure);
  for (size_t i = 0; i < count; i++) readers[i] = run_reader_of(run_list(runs)[first + i], i);
  const bool done = merge_readers(runs, readers, count, output, failure);
  for (size_t i = 0; i < count; i++) run_reader_free(&readers[i]);
  free(readers);
  return done;
}

/* Merges neighbouring runs into fewer and longer ones, in a file of their own: that of the old ones, which is
 * as long, is given back. */
static bool merge_once(struct runs *runs, size_t fan_in, struct failure *failure) {
  struct runs merged = runs_in(runs->directory);
  bool done = true;
  for (size_t first = 0, count = runs_count(runs); done && first < count; first += fan_in) {
    struct row_output output;
    const size_t some = count - first < fan_in ? count - first : fan_in;
    done = runs_begin(&merged, &output, failure) &&
           runs_end(&merged, &output, merge_some(runs, first, some, &output, failure), failure);
  }
  runs_free(runs);
  *runs = merged;
  return done;
}

bool runs_merge(struct runs *runs, uint64_t memory, struct row_output *output, struct failure *failure) {
  const uint64_t fitting = memory / RUN_READER_BYTES;
  const size_t fan_in = fitting < LEAST_FAN_IN  ? LEAST_FAN_IN
                        : fitting < MOST_FAN_IN ? (size_t)fitting
                                                : MOST_FAN_IN;
  while (runs_count(runs) > fan_in) {
    if (!merge_once(runs, fan_in, failure)) return false;
  }
  return merge_some(runs, 0, runs_count(runs), output, failure);
}
