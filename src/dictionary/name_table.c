#include "dictionary/name_table.h"

#include <rowkey/kernels.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* A slot holds 24 bits of the hash above the place of a record, or 0. Linear probing, half full at most. */
struct name_slots {
  struct name_slots *older; /* readers may still be in those: they are freed with the table */
  uint64_t mask;
  _Atomic uint64_t slots[];
};

enum {
  PLACE_BITS = 40,
  CHUNK_BITS = 24, /* bytes of records; each record lies in one chunk */
  CHUNK_SIZE = 1 << CHUNK_BITS,
  CHUNKS = 1 << (PLACE_BITS - CHUNK_BITS),
  PLACES_BITS = 16, /* places of records by id */
  PLACES_IN_CHUNK = 1 << PLACES_BITS,
  PLACES_CHUNKS = 1 << (32 - PLACES_BITS),
  LINE = 64,
  LARGE_PAGE = 1 << 21,
  FEWEST_SLOTS = 1024
};

#define PLACE_MASK ((UINT64_C(1) << PLACE_BITS) - 1)

/* Memory that is read at random: what is large lies in large pages, whose addresses the CPU keeps. */
static void *allocate(size_t size) {
  const size_t unit = size < LARGE_PAGE ? LINE : LARGE_PAGE;
  size = (size + unit - 1) / unit * unit;
  void *memory = aligned_alloc(unit, size);
#ifdef MADV_HUGEPAGE
  if (memory != NULL && unit == LARGE_PAGE) madvise(memory, size, MADV_HUGEPAGE); /* nothing depends on it */
#endif
  return memory;
}

static struct name_slots *make_slots(uint64_t count, struct name_slots *older) {
  if (count > (SIZE_MAX / 2 - sizeof(struct name_slots)) / sizeof(uint64_t)) return NULL;
  const size_t size = sizeof(struct name_slots) + (size_t)count * sizeof(uint64_t);
  struct name_slots *slots = allocate(size);
  if (slots == NULL) return NULL;
  memset(slots, 0, size);
  slots->older = older;
  slots->mask = count - 1;
  return slots;
}

bool rowkey_name_table_create(struct name_table *table, const uint8_t key[16]) {
  *table = (struct name_table){.used = 0};
  memcpy(table->key, key, sizeof table->key);
  table->chunks = calloc(CHUNKS, sizeof *table->chunks);
  table->places = calloc(PLACES_CHUNKS, sizeof *table->places);
  struct name_slots *slots = make_slots(FEWEST_SLOTS, NULL);
  atomic_store_explicit(&table->slots, slots, memory_order_relaxed);
  return table->chunks != NULL && table->places != NULL && slots != NULL;
}

/* They are made one after the other. */
static void free_chunks(_Atomic(void *) *chunks, size_t most) {
  for (size_t i = 0; chunks != NULL && i < most && chunks[i] != NULL; i++) free(chunks[i]);
  free(chunks);
}

void rowkey_name_table_free(struct name_table *table) {
  free_chunks(table->chunks, CHUNKS);
  free_chunks(table->places, PLACES_CHUNKS);
  for (struct name_slots *slots = table->slots, *older; slots != NULL; slots = older) {
    older = slots->older;
    free(slots);
  }
}

/* ---- Lookups --------------------------------------------------------------------------------- */

static inline const struct name_record *record_at(const struct name_table *table, uint64_t place) {
  const uint8_t *chunk = atomic_load_explicit(&table->chunks[place >> CHUNK_BITS], memory_order_relaxed);
  return (const void *)(chunk + place % CHUNK_SIZE);
}

static uint64_t place_of_id(const struct name_table *table, uint64_t id) {
  const uint64_t *places = atomic_load_explicit(&table->places[id >> PLACES_BITS], memory_order_relaxed);
  return places[id % PLACES_IN_CHUNK];
}

static inline bool is_name(const struct name_record *record, uint64_t hash, const uint8_t *bytes,
                           uint64_t length) {
  return record->hash == hash && record->length == length &&
         memcmp(record->bytes, bytes, (size_t)length) == 0;
}

/* The first slot from `at` on that is empty or has these bits of the hash. Its acquisition makes the record
 * visible, and the chunk that it lies in. */
static inline uint64_t probe(const struct name_slots *slots, uint64_t hash, uint64_t *at) {
  for (;; ++*at) {
    const uint64_t slot = atomic_load_explicit(&slots->slots[*at & slots->mask], memory_order_acquire);
    if (slot == 0 || ((slot ^ hash) & ~PLACE_MASK) == 0) return slot;
  }
}

void rowkey_name_hash(const struct name_table *table, struct name_lookup *lookup) {
  const size_t rows = lookup->rows;
  rowkey_hash hash = {.function = ROWKEY_SIPHASH24};
  memcpy(hash.key, table->key, sizeof hash.key);
  rowkey_kernels_for(rowkey_kernels_selected(), rows)
      ->hash_strings(&hash, NULL, &lookup->names, rows, lookup->hashes);
  const struct name_slots *slots = atomic_load_explicit(&table->slots, memory_order_acquire);
  lookup->slots = slots;
  for (size_t i = 0; i < rows; i++)
    __builtin_prefetch((const void *)&slots->slots[lookup->hashes[i] & slots->mask]);
}

void rowkey_name_seek(const struct name_table *table, struct name_lookup *lookup) {
  for (size_t i = 0; i < lookup->rows; i++) {
    lookup->at[i] = lookup->hashes[i];
    lookup->found[i] = probe(lookup->slots, lookup->hashes[i], &lookup->at[i]);
    if (lookup->found[i] != 0) __builtin_prefetch(record_at(table, lookup->found[i] & PLACE_MASK));
  }
}

size_t rowkey_name_match(const struct name_table *table, const struct name_lookup *lookup, uint64_t *ids) {
  size_t known = 0;
  for (size_t i = 0; i < lookup->rows; i++) {
    const uint8_t *bytes = lookup->names.bytes + lookup->names.begin[i];
    const uint64_t length = lookup->names.end[i] - lookup->names.begin[i], hash = lookup->hashes[i];
    uint64_t slot = lookup->found[i], at = lookup->at[i];
    const struct name_record *record = NULL;
    while (slot != 0) {
      record = record_at(table, slot & PLACE_MASK);
      if (is_name(record, hash, bytes, length)) break;
      at++;
      slot = probe(lookup->slots, hash, &at);
    }
    ids[i] = slot == 0 ? 0 : record->id;
    known += slot != 0;
  }
  return known;
}

const struct name_record *rowkey_name_of(const struct name_table *table, uint64_t id) {
  const uint64_t count = atomic_load_explicit(&table->count, memory_order_acquire);
  if (id == 0 || id > count) return NULL;
  return record_at(table, place_of_id(table, id));
}

/* ---- Adding ---------------------------------------------------------------------------------- */

/* Where a record of `size` bytes begins: within a cache line if it fits one, and within a chunk. */
static uint64_t place_for(uint64_t used, uint64_t size) {
  used = used == 0 ? sizeof(uint64_t) : used; /* place 0 means none */
  const uint64_t in_line = used % LINE, in_chunk = used % CHUNK_SIZE;
  if (in_chunk + size > CHUNK_SIZE) return used + CHUNK_SIZE - in_chunk;
  return size <= LINE && in_line + size > LINE ? used + LINE - in_line : used;
}

/* Chunk number `index`, of `size` bytes, which is made if need be. */
static void *chunk_at(_Atomic(void *) *chunks, uint64_t index, size_t size) {
  void *chunk = atomic_load_explicit(&chunks[index], memory_order_relaxed);
  if (chunk != NULL) return chunk;
  chunk = allocate(size);
  atomic_store_explicit(&chunks[index], chunk, memory_order_relaxed);
  return chunk;
}

/* In the first empty slot from the hash's own on. */
static void put_slot(struct name_slots *slots, uint64_t hash, uint64_t place, memory_order order) {
  uint64_t at = hash;
  while (atomic_load_explicit(&slots->slots[at & slots->mask], memory_order_relaxed) != 0) at++;
  atomic_store_explicit(&slots->slots[at & slots->mask], (hash & ~PLACE_MASK) | place, order);
}

static bool double_slots(struct name_table *table, struct name_slots *slots) {
  struct name_slots *more = make_slots(2 * (slots->mask + 1), slots);
  if (more == NULL) return false;
  for (uint64_t id = 1; id <= table->count; id++) {
    const uint64_t place = place_of_id(table, id);
    put_slot(more, record_at(table, place)->hash, place, memory_order_relaxed);
  }
  atomic_store_explicit(&table->slots, more, memory_order_release);
  return true;
}

bool rowkey_name_add(struct name_table *table, const uint8_t *bytes, uint32_t length, uint64_t hash) {
  const uint64_t id = table->count + 1;
  struct name_slots *slots = table->slots;
  if (2 * id > slots->mask + 1 && !double_slots(table, slots)) return false;
  const uint64_t size = (sizeof(struct name_record) + length + 7) / 8 * 8;
  const uint64_t place = place_for(table->used, size);
  if (id > UINT32_MAX || place + size > PLACE_MASK) return false;
  uint8_t *chunk = chunk_at(table->chunks, place >> CHUNK_BITS, CHUNK_SIZE);
  uint64_t *places = chunk_at(table->places, id >> PLACES_BITS, PLACES_IN_CHUNK * sizeof *places);
  if (chunk == NULL || places == NULL) return false;
  struct name_record *record = (void *)(chunk + place % CHUNK_SIZE);
  *record = (struct name_record){.hash = hash, .id = (uint32_t)id, .length = length};
  if (length > 0) memcpy(record->bytes, bytes, length);
  places[id % PLACES_IN_CHUNK] = place;
  table->used = place + size;
  put_slot(table->slots, hash, place, memory_order_release);
  atomic_store_explicit(&table->count, id, memory_order_release);
  return true;
}
