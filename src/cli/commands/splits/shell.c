#include "commands/splits/shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "keys/escape.h"
#include "text/strings.h"

static bool put(struct buffer *text, const char *words) { return buffer_append(text, words, strlen(words)); }

static bool put_point(struct buffer *text, const rowkey_splits *points, size_t index, const char *quote) {
  const size_t size = split_size(points, index);
  if (!put(text, quote) || !buffer_reserve(text, 4 * size)) return false;
  text->size += escape_hbase(split_at(points, index), size, text->bytes + text->size);
  return put(text, quote);
}

static bool write_text(struct buffer *text, bool complete, struct writer *writer, struct failure *failure) {
  const bool done = complete ? writer_write(writer, text->bytes, text->size, failure) : fail_memory(failure);
  buffer_free(text);
  return done;
}

/* ---- A new table ----------------------------------------------------------------------------- */

/* In single quotes, which keep escapes as they are: a list of split points is read by toBytesBinary. */
static bool put_create(struct buffer *text, const rowkey_splits *points, const char *table,
                       const char *family) {
  bool done =
      put(text, "create '") && put(text, table) && put(text, "', '") && put(text, family) && put(text, "'");
  for (size_t i = 0; done && i < points->count; i++) {
    done = put(text, i == 0 ? ", SPLITS => [" : ", ") && put_point(text, points, i, "'");
  }
  return done && put(text, points->count > 0 ? "]\n" : "\n");
}

bool write_create(const rowkey_splits *points, const char *table, const char *family, struct writer *writer,
                  struct failure *failure) {
  struct buffer text = {0};
  const bool complete = put_create(&text, points, table, family);
  return write_text(&text, complete, writer, failure);
}

/* ---- An old one ------------------------------------------------------------------------------ */

/* rounds[first … end) for new points that lie in one old region: the middle one, then those of both halves.
 * Returns the last round. */
static unsigned set_rounds(unsigned *rounds, size_t first, size_t end, unsigned round) {
  if (first == end) return round - 1;
  const size_t middle = first + (end - first) / 2;
  rounds[middle] = round;
  const unsigned before = set_rounds(rounds, first, middle, round + 1);
  const unsigned after = set_rounds(rounds, middle + 1, end, round + 1);
  return before > after ? before : after;
}

/* Of each point the round in which it is made, 0 for an old one. Returns the last round. */
static unsigned find_rounds(const rowkey_splits *points, const rowkey_splits *old, unsigned *rounds) {
  unsigned last = 0;
  size_t first = 0; /* of the new points since the last old one */
  for (size_t i = 0, next = 0; i <= points->count; i++) {
    const bool is_old = i < points->count && next < old->count &&
                        rowkey_compare_bytes(split_at(points, i), split_size(points, i), split_at(old, next),
                                             split_size(old, next)) == 0;
    if (!is_old && i < points->count) continue;
    const unsigned found = set_rounds(rounds, first, i, 1);
    if (found > last) last = found;
    first = i + 1;
    next++;
  }
  return last;
}

static bool put_round(struct buffer *text, const rowkey_splits *points, const unsigned *rounds,
                      unsigned round, unsigned last, const char *table) {
  char head[64];
  snprintf(head, sizeof head, "# round %u of %u", round, last);
  bool done = put(text, head);
  if (round > 1) {
    done = done && put(text, ", after major_compact '") && put(text, table) &&
           put(text, "', when compaction_state '") && put(text, table) &&
           put(text, "' says NONE and two minutes have passed");
  }
  done = done && put(text, "\n");
  for (size_t i = 0; done && i < points->count; i++) {
    if (rounds[i] != round) continue;
    done = put(text, "split '") && put(text, table) && put(text, "', ") && put_point(text, points, i, "\"") &&
           put(text, "\n");
  }
  return done;
}

bool write_rounds(const rowkey_splits *points, const rowkey_splits *old, const char *table,
                  struct writer *writer, struct failure *failure) {
  struct buffer text = {0};
  unsigned *rounds = calloc(points->count + 1, sizeof *rounds);
  bool complete = rounds != NULL;
  const unsigned last = complete ? find_rounds(points, old, rounds) : 0;
  for (unsigned round = 1; complete && round <= last; round++) {
    complete = put_round(&text, points, rounds, round, last, table);
  }
  free(rounds);
  return write_text(&text, complete, writer, failure);
}
