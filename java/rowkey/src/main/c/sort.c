/* Keys sorted, and copied in an order. */
#include "rowkey_jni.h"

#include <stdlib.h>

/* ---- The order --------------------------------------------------------------------------------- */

/* Keys that lie in no array: a sort of them takes as long as it takes, and the collector does not wait. */
struct sortable {
  rowkey_keys keys;
  void *copy; /* of the bytes of an array, or NULL */
};

/* Bytes before the first key are left out, for which the offsets are changed. */
static bool copy_keys(JNIEnv *env, struct key_source *source, jbyteArray array, struct sortable *sortable) {
  const size_t rows = source->keys.rows;
  uint32_t *offsets = source->offsets;
  const size_t begin = offsets == NULL ? 0 : offsets[0];
  const size_t size = offsets == NULL ? rows * source->keys.width : offsets[rows] - begin;
  sortable->copy = allocate(env, size, 1);
  if (sortable->copy == NULL) return false;
  get_bytes(env, array, source->position + begin, size, sortable->copy);
  for (size_t i = 0; offsets != NULL && i <= rows; i++) offsets[i] -= (uint32_t)begin;
  sortable->keys.data = sortable->copy;
  return true;
}

/* Puts the order into the array; `room` has more bytes for each row than an int. */
static void give_order(JNIEnv *env, jintArray array, const uint64_t *order, size_t rows, void *room) {
  jint *given = room;
  for (size_t i = 0; i < rows; i++) given[i] = (jint)order[i];
  set_ints(env, array, 0, rows, given);
}

static jint sort(JNIEnv *env, const rowkey_keys *keys, jintArray array) {
  const size_t rows = keys->rows, room_size = ROWKEY_SORT_BYTES_PER_ROW * rows;
  uint64_t duplicates = 0, *order = allocate(env, rows, sizeof *order);
  void *room = order == NULL ? NULL : allocate(env, room_size, 1);
  rowkey_error error;
  if (room == NULL)
    duplicates = 0;
  else if (rowkey_sort(keys, order, &duplicates, room, room_size, &error) == ROWKEY_OK)
    give_order(env, array, order, rows, room);
  else
    throw_error(env, &error, NULL);
  free(room);
  free(order);
  return (jint)duplicates;
}

JNIEXPORT jint JNICALL Java_io_rowkey_Native_order(JNIEnv *env, jclass class, jobject data, jobject offsets,
                                                   jlongArray shape, jintArray array) {
  (void)class;
  struct key_source source;
  struct pin memory[1];
  struct pins pins = {memory, 0};
  if (!keys_open(env, &source, &pins, data, offsets, shape)) return 0;
  struct sortable sortable = {source.keys, NULL};
  bool is_there = true;
  if (memory[0].is_array)
    is_there = copy_keys(env, &source, data, &sortable);
  else
    sortable.keys = keys_held(&source, &pins);
  const jint duplicates = is_there ? sort(env, &sortable.keys, array) : 0;
  free(sortable.copy);
  keys_close(&source);
  return duplicates;
}

/* ---- Copies ------------------------------------------------------------------------------------ */

/* The order as C takes it. */
static uint64_t *read_order(JNIEnv *env, jintArray array, size_t rows) {
  uint64_t *order = allocate(env, rows, sizeof *order);
  jint *given = order == NULL ? NULL : allocate(env, rows, sizeof *given);
  if (given != NULL) {
    get_ints(env, array, 0, rows, given);
    for (size_t i = 0; i < rows; i++) order[i] = (uint64_t)given[i];
  } else {
    free(order);
    order = NULL;
  }
  free(given);
  return order;
}

struct copying {
  const struct key_source *source;
  const struct target *target;
  const uint64_t *order; /* has each row once */
  uint32_t *offsets;     /* of the copies */
};

static size_t size_of_all(const rowkey_keys *keys) {
  return keys->offsets32 == NULL ? keys->rows * keys->width
                                 : (size_t)keys->offsets32[keys->rows] - keys->offsets32[0];
}

/* Throws when the copies have no room of their own. Arrays are not held: they are never the same. */
static bool has_room(JNIEnv *env, const struct copying *copying, const struct pins *pins) {
  const uintptr_t from = (uintptr_t)pins->pins[0].address + copying->source->position;
  const uintptr_t to = (uintptr_t)pins->pins[1].address + copying->target->position;
  const size_t from_size = copying->source->size, to_size = copying->target->capacity;
  const size_t needed = size_of_all(&copying->source->keys);
  if (from_size > 0 && !pins->pins[0].is_array && !pins->pins[1].is_array && from < to + to_size &&
      to < from + from_size) {
    throw_argument(env, "keys are copied onto themselves (expected memory of their own for the copies)");
    return false;
  }
  if (needed <= to_size) return true;
  throw_space(env, needed, to_size);
  return false;
}

/* Keys that are asked for before they are copied: rows come in any order, and most lie in no cache. */
enum { AHEAD = 16 };

static size_t begin_of_key(const rowkey_keys *keys, uint64_t row) {
  return keys->offsets32 == NULL ? row * keys->width : keys->offsets32[row];
}

/* How many rows from `begin` on in the order make a piece. The offsets become those of their copies, which
 * follow those of the rows before: offsets[0] is there. */
static size_t measure_piece(const struct copying *copying, size_t begin) {
  const rowkey_keys *keys = &copying->source->keys;
  const size_t left = keys->rows - begin;
  uint32_t *offsets = copying->offsets;
  size_t rows = 0;
  while (rows < left && rows < PIECE_ROWS && offsets[rows] - offsets[0] < PIECE_BYTES) {
    const uint64_t row = copying->order[begin + rows];
    const size_t size = begin_of_key(keys, row + 1) - begin_of_key(keys, row);
    offsets[rows + 1] = offsets[rows] + (uint32_t)size;
    rows++;
  }
  return rows;
}

/* rowkey_gather for a part of the rows: it would look at all offsets again, for each piece. */
static bool copy_piece(JNIEnv *env, const struct copying *copying, struct pins *pins, const uint64_t *order,
                       size_t rows) {
  if (!pins_hold(env, pins)) return false;
  const rowkey_keys keys = keys_held(copying->source, pins);
  const uint8_t *from = keys.data;
  uint8_t *to = (uint8_t *)pins->pins[1].address + copying->target->position;
  const uint32_t *offsets = copying->offsets;
  for (size_t i = 0; i < rows; i++) {
    if (i + AHEAD < rows) __builtin_prefetch(from + begin_of_key(&keys, order[i + AHEAD]));
    const size_t size = offsets[i + 1] - offsets[i];
    if (size > 0) memcpy(to + offsets[i], from + begin_of_key(&keys, order[i]), size);
  }
  pins_let_go(env, pins);
  return true;
}

static void copy_all(JNIEnv *env, const struct copying *copying, struct pins *pins) {
  uint32_t *offsets = copying->offsets;
  size_t begin = 0, rows;
  do {
    rows = measure_piece(copying, begin);
    if (!copy_piece(env, copying, pins, copying->order + begin, rows)) return;
    if (copying->target->offsets != NULL) give_offsets(env, copying->target, offsets, begin, rows + 1);
    offsets[0] = offsets[rows];
    begin += rows;
  } while (begin < copying->source->keys.rows);
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_gather(JNIEnv *env, jclass class, jobject data, jobject offsets,
                                                    jlongArray shape, jintArray array, jobject target_data,
                                                    jobject target_offsets, jlongArray target_shape) {
  (void)class;
  struct key_source source;
  struct pin memory[2];
  struct pins pins = {memory, 0};
  if (!keys_open(env, &source, &pins, data, offsets, shape)) return;
  const struct target target = target_of(env, target_data, target_offsets, target_shape);
  pins_add(env, &pins, target.data, target.is_array, true);
  uint64_t *order = read_order(env, array, source.keys.rows);
  uint32_t *sorted = order == NULL ? NULL : allocate(env, PIECE_ROWS + 1, sizeof *sorted);
  const struct copying copying = {&source, &target, order, sorted};
  if (sorted != NULL && has_room(env, &copying, &pins)) copy_all(env, &copying, &pins);
  free(sorted);
  free(order);
  keys_close(&source);
}
