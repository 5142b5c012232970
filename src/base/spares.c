#include "base/spares.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { PLACES = 16, CACHE_LINE = 64 };

struct spares {
  struct place {
    _Atomic(void *) object;
    uint8_t apart[CACHE_LINE - sizeof(void *)]; /* threads do not share a line of the cache */
  } places[PLACES];
};

struct spares *rowkey_spares_create(void) { return calloc(1, sizeof(struct spares)); }

void rowkey_spares_free(struct spares *spares, void (*free_object)(void *)) {
  for (size_t i = 0; spares != NULL && i < PLACES; i++)
    free_object(atomic_load_explicit(&spares->places[i].object, memory_order_relaxed));
  free(spares);
}

static struct place *place_of_call(struct spares *spares, const void *call, size_t turn) {
  const uint64_t first = ((uint64_t)(uintptr_t)call >> 16) * UINT64_C(0x9e3779b97f4a7c15) >> 60;
  return &spares->places[(first + turn) % PLACES];
}

void *rowkey_spares_take(struct spares *spares, const void *call) {
  for (size_t i = 0; i < PLACES; i++) {
    struct place *place = place_of_call(spares, call, i);
    if (atomic_load_explicit(&place->object, memory_order_relaxed) == NULL) continue;
    void *object = atomic_exchange_explicit(&place->object, NULL, memory_order_acquire);
    if (object != NULL) return object;
  }
  return NULL;
}

bool rowkey_spares_give(struct spares *spares, const void *call, void *object) {
  for (size_t i = 0; i < PLACES; i++) {
    void *none = NULL;
    if (atomic_compare_exchange_strong_explicit(&place_of_call(spares, call, i)->object, &none, object,
                                                memory_order_release, memory_order_relaxed))
      return true;
  }
  return false;
}
