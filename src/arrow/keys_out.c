#include "arrow/keys_out.h"

#include <string.h>

/* Buffers of an array of texts. */
enum { VALIDITY, PLACES, BYTES, SIZES }; /* places: offsets or views; of ARROW_FIXED the bytes */

enum { VIEW_SIZE = 16, VIEW_INLINE = 12, VIEW_PREFIX = 4 };

size_t rowkey_arrow_text_buffers(enum arrow_storage storage) {
  return storage == ARROW_FIXED ? 2 : storage == ARROW_VIEWS ? 4 : 3;
}

uint64_t rowkey_arrow_most_bytes(enum arrow_storage storage) {
  return storage == ARROW_OFFSETS32 || storage == ARROW_VIEWS ? INT32_MAX : PTRDIFF_MAX;
}

static struct arrow_made *made_of(const struct arrow_texts *texts) { return texts->array->private_data; }

static int bytes_of(const struct arrow_texts *texts) {
  return texts->storage == ARROW_FIXED ? PLACES : BYTES;
}

static bool grow(const struct arrow_texts *texts, int buffer, size_t kept, uint64_t size) {
  struct arrow_made *made = made_of(texts);
  return size <= PTRDIFF_MAX &&
         rowkey_arrow_grow(&made->buffers[buffer], &made->capacities[buffer], kept, (size_t)size);
}

bool rowkey_arrow_begin_texts(struct arrow_texts *texts) {
  texts->done = 0;
  texts->size = 0;
  texts->nulls = 0;
  const uint64_t rows = texts->rows;
  if (texts->nullable && !grow(texts, VALIDITY, 0, rows / 8 + 1)) return false;
  switch (texts->storage) {
    case ARROW_FIXED:
      return true;
    case ARROW_VIEWS:
      return grow(texts, PLACES, 0, rows * VIEW_SIZE) && grow(texts, SIZES, 0, sizeof(int64_t));
    case ARROW_OFFSETS32:
      if (!grow(texts, PLACES, 0, (rows + 1) * sizeof(uint32_t))) return false;
      memset(made_of(texts)->buffers[PLACES], 0, sizeof(uint32_t));
      return true;
    default:
      if (!grow(texts, PLACES, 0, (rows + 1) * sizeof(uint64_t))) return false;
      memset(made_of(texts)->buffers[PLACES], 0, sizeof(uint64_t));
      return true;
  }
}

bool rowkey_arrow_reserve(struct arrow_texts *texts, size_t rows, uint64_t size) {
  const struct arrow_made *made = made_of(texts);
  const int buffer = bytes_of(texts);
  uint64_t needed;
  if (__builtin_add_overflow(texts->size, size, &needed)) return false;
  if (made->buffers[buffer] != NULL && needed <= made->capacities[buffer]) return true;
  /* For all rows, as long as those so far, and a little more: else the last blocks would copy all. */
  const uint64_t most = rowkey_arrow_most_bytes(texts->storage), all = texts->rows,
                 these = texts->done + rows;
  double expected = these == 0 ? 0 : (double)needed * ((double)all / (double)these);
  if (these < all && texts->storage != ARROW_FIXED) expected *= 1 + 1.0 / 16;
  uint64_t wanted = expected < (double)most ? (uint64_t)expected : most;
  if (wanted < needed) wanted = needed;
  return grow(texts, buffer, (size_t)texts->size, wanted) || grow(texts, buffer, (size_t)texts->size, needed);
}

struct arrow_room rowkey_arrow_room(const struct arrow_texts *texts) {
  const struct arrow_made *made = made_of(texts);
  const int buffer = bytes_of(texts);
  struct arrow_room room = {.data = (uint8_t *)made->buffers[buffer] + texts->size,
                            .capacity = made->capacities[buffer] - (size_t)texts->size,
                            .validity = texts->nullable ? made->buffers[VALIDITY] : NULL};
  if (texts->storage == ARROW_OFFSETS32)
    room.offsets32 = (uint32_t *)made->buffers[PLACES] + texts->done;
  else if (texts->storage == ARROW_OFFSETS64)
    room.offsets = (uint64_t *)made->buffers[PLACES] + texts->done;
  else if (texts->storage == ARROW_VIEWS)
    room.offsets = texts->limits;
  return room;
}

/* Bytes are copied as a view holds them: short ones whole, of others the first ones and their place. */
static void add_views(struct arrow_texts *texts, size_t rows) {
  uint8_t *view = (uint8_t *)made_of(texts)->buffers[PLACES] + texts->done * VIEW_SIZE;
  const uint8_t *data = made_of(texts)->buffers[BYTES];
  for (size_t i = 0; i < rows; i++, view += VIEW_SIZE) {
    const uint64_t begin = texts->size + texts->limits[i];
    const uint32_t length = (uint32_t)(texts->limits[i + 1] - texts->limits[i]);
    memset(view, 0, VIEW_SIZE);
    memcpy(view, &length, sizeof length);
    if (length <= VIEW_INLINE) {
      memcpy(view + sizeof length, data + begin, length);
    } else {
      const uint32_t place[] = {0, (uint32_t)begin};
      memcpy(view + sizeof length, data + begin, VIEW_PREFIX);
      memcpy(view + sizeof length + VIEW_PREFIX, place, sizeof place);
    }
  }
  texts->size += texts->limits[rows];
}

void rowkey_arrow_add(struct arrow_texts *texts, size_t rows) {
  const struct arrow_room room = rowkey_arrow_room(texts);
  if (texts->storage == ARROW_FIXED) {
    texts->size += (uint64_t)rows * texts->width;
  } else if (texts->storage == ARROW_VIEWS) {
    add_views(texts, rows);
  } else if (room.offsets32 != NULL) {
    const uint32_t before = (uint32_t)texts->size;
    texts->size += room.offsets32[rows];
    for (size_t i = 0; before != 0 && i <= rows; i++) room.offsets32[i] += before;
  } else {
    const uint64_t before = texts->size;
    texts->size += room.offsets[rows];
    for (size_t i = 0; before != 0 && i <= rows; i++) room.offsets[i] += before;
  }
  texts->done += rows;
}

bool rowkey_arrow_add_empty(struct arrow_texts *texts) {
  if (!rowkey_arrow_reserve(texts, 1, texts->width)) return false;
  const struct arrow_room room = rowkey_arrow_room(texts);
  if (room.offsets != NULL) room.offsets[0] = room.offsets[1] = 0;
  if (room.offsets32 != NULL) room.offsets32[0] = room.offsets32[1] = 0;
  if (texts->storage == ARROW_FIXED) memset(room.data, 0, texts->width);
  rowkey_arrow_add(texts, 1);
  return true;
}

void rowkey_arrow_end_texts(struct arrow_texts *texts) {
  const int64_t size = (int64_t)texts->size;
  if (texts->storage == ARROW_VIEWS) memcpy(made_of(texts)->buffers[SIZES], &size, sizeof size);
  rowkey_arrow_show(texts->array, texts->done);
  if (!texts->nullable) return; /* a column of records, whose nulls are not counted here */
  texts->array->null_count = (int64_t)texts->nulls;
  if (texts->nulls == 0) made_of(texts)->shown[VALIDITY] = NULL;
}
