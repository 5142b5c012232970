#include "keys/key_batch.h"

#include <stdlib.h>
#include <string.h>

bool key_batch_create(struct key_batch *memory) {
  memory->offsets = calloc(BATCH_ROWS + 1, sizeof *memory->offsets);
  return memory->offsets != NULL;
}

void key_batch_free(struct key_batch *memory) {
  buffer_free(&memory->data);
  free(memory->offsets);
}

/* Appends a key that is text as it stands. */
static void copy_key(struct buffer *data, const uint8_t *text, size_t size) {
  memcpy(data->bytes + data->size, text, size);
  data->size += size;
}

bool key_batch_read(struct key_batch *memory, const struct key_form *form, const rowkey_record_rows *batch,
                    size_t first, size_t rows, rowkey_keys *keys, char *reason) {
  const uint64_t begin = batch->begin[first], end = batch->end[first + rows - 1];
  if (!form->is_lines) {
    *keys = rowkey_keys_of_width(batch->bytes + begin, (size_t)(end - begin) / rows, rows);
    return true;
  }
  struct buffer *data = &memory->data;
  data->size = 0;
  if (!buffer_reserve(data, (size_t)(end - begin) + 1)) return false;
  size_t done = 0;
  for (; done < rows; done++) {
    const uint8_t *text = batch->bytes + batch->begin[first + done];
    const size_t size = (size_t)(batch->end[first + done] - batch->begin[first + done]);
    size_t key_size;
    if (form->is_plain) {
      copy_key(data, text, size);
    } else if (form->read("key", text, size, data->bytes + data->size, &key_size, reason, REASON_SIZE)) {
      data->size += key_size;
    } else {
      break;
    }
    memory->offsets[done + 1] = data->size;
  }
  *keys = rowkey_keys_of_offsets(data->bytes, memory->offsets, done);
  return true;
}
