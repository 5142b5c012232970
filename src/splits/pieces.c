#include "splits/pieces.h"

#include <stdbool.h>

/* Numbers of wholes; the one to cut next comes first. */
struct heap {
  const struct whole *wholes;
  uint32_t *items;
  size_t count;
};

static bool precedes(const struct heap *heap, uint32_t a, uint32_t b) {
  const struct whole *left = &heap->wholes[a], *right = &heap->wholes[b];
  if (number_less(left->quotient, right->quotient)) return false;
  if (number_less(right->quotient, left->quotient)) return true;
  const uint64_t left_rest = ((uint64_t)left->remainder + 1) * right->pieces;
  const uint64_t right_rest = ((uint64_t)right->remainder + 1) * left->pieces;
  return left_rest != right_rest ? left_rest > right_rest : a < b;
}

static void sift_down(struct heap *heap, size_t at) {
  uint32_t *items = heap->items;
  const uint32_t moved = items[at];
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= heap->count) break;
    if (child + 1 < heap->count && precedes(heap, items[child + 1], items[child])) child++;
    if (!precedes(heap, items[child], moved)) break;
    items[at] = items[child];
    at = child;
  }
  items[at] = moved;
}

static void set_pieces(struct whole *whole, uint32_t pieces) {
  whole->pieces = pieces;
  whole->quotient = whole->extra;
  whole->remainder = rowkey_number_divide(&whole->quotient, pieces);
}

void rowkey_cut_wholes(struct whole *wholes, size_t count, size_t cuts, uint32_t *memory) {
  struct heap heap = {wholes, memory, 0};
  for (size_t i = 0; i < count; i++) {
    set_pieces(&wholes[i], 1);
    if (wholes[i].most > 1) memory[heap.count++] = (uint32_t)i;
  }
  for (size_t i = heap.count / 2; i-- > 0;) sift_down(&heap, i);
  for (; cuts > 0; cuts--) {
    struct whole *whole = &wholes[memory[0]];
    set_pieces(whole, whole->pieces + 1);
    if (whole->pieces == whole->most) memory[0] = memory[--heap.count];
    if (heap.count > 0) sift_down(&heap, 0);
  }
}
