/* Memory for text whose length only the rows tell. */
#include <stdlib.h>

#include "encode/encoder.h"

bool rowkey_text_memory_create(struct text_memory *memory, size_t size) {
  /* Zeroed, because text is copied in whole units, with what lies behind it. */
  *memory = (struct text_memory){calloc(size, 1), size};
  return memory->bytes != NULL;
}

bool rowkey_text_memory_grow(struct text_memory *memory, uint64_t size) {
  if (size <= memory->size) return true;
  if (size > PTRDIFF_MAX) return false;
  size_t doubled = memory->size <= PTRDIFF_MAX / 2 ? 2 * memory->size : PTRDIFF_MAX;
  struct text_memory larger;
  if (!rowkey_text_memory_create(&larger, size > doubled ? (size_t)size : doubled)) return false;
  free(memory->bytes);
  *memory = larger;
  return true;
}

size_t rowkey_make_room(struct run *run, const struct value *value, size_t rows) {
  struct slot *slot = slot_of(run, value);
  uint64_t size = slot->own_end[rows - 1];
  /* With room for whole units behind the last row, all rows can be written in units. */
  uint64_t room = size <= UINT64_MAX - 2 * COPY_UNIT ? size + 2 * COPY_UNIT : UINT64_MAX;
  if (!rowkey_text_memory_grow(&slot->memory, room)) {
    size_t row = 0;
    while (row + 1 < rows && slot->own_end[row] + 2 * COPY_UNIT <= slot->memory.size) row++;
    return rowkey_report_memory(run, value, row, size);
  }
  slot->strings =
      (struct rowkey_strings){slot->memory.bytes, slot->memory.size, slot->own_begin, slot->own_end};
  return rows;
}
