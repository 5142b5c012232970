#include "dictionary/name_table.h"

#include <rowkey/kernels.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "base/aligned.h"

enum {
  UNIT = 16, /* records begin at multiples of it; a place is a number of units */
  CHUNK_BITS = 20,
  CHUNK_UNITS = 1 << CHUNK_BITS, /* each record lies in one chunk */
  CHUNKS = 1 << (32 - CHUNK_BITS),
  PLACES_BITS = 16, /* places of records by id */
  PLACES_IN_CHUNK = 1 << PLACES_BITS,
  PLACES_CHUNKS = 1 << (32 - PLACES_BITS),
  LINE = 64,
  LARGE_PAGE = 1 << 21,
  RECORD_HEAD = offsetof(struct name_record, bytes),
  TAG_WORDS = 3,
  BUCKET_NAMES = 10,
  USUAL_NAMES = 8, /* a bucket has on average at most; one name in twenty is then in a bucket after its own */
  FEWEST_BUCKETS = 128
};

/* Names whose hashes lead here; when it is full, the next bucket takes more. They fill it in order, and stay.
 * Name i has 16 bits of tags[i % 3], from bit i / 3 * 16 on: 0 for none. */
struct bucket {
  alignas(LINE) _Atomic uint64_t tags[TAG_WORDS];
  _Atomic uint32_t places[BUCKET_NAMES];
};
_Static_assert(sizeof(struct bucket) == LINE, "one cache line");

struct name_buckets {
  struct name_buckets *older; /* readers may still be in those: they are freed with the table */
  uint64_t mask;
  struct bucket *buckets;
};

/* Memory that is read at random: what is large lies in large pages, whose addresses the CPU keeps. */
static void *allocate_pages(size_t size) {
  const size_t unit = size < LARGE_PAGE ? LINE : LARGE_PAGE;
  size = (size + unit - 1) / unit * unit;
  void *memory = rowkey_aligned_alloc(unit, size);
#ifdef MADV_HUGEPAGE
  if (memory != NULL && unit == LARGE_PAGE) madvise(memory, size, MADV_HUGEPAGE); /* nothing depends on it */
#endif
  return memory;
}

static struct name_buckets *make_buckets(uint64_t count, struct name_buckets *older) {
  if (count > SIZE_MAX / 2 / sizeof(struct bucket)) return NULL;
  struct name_buckets *made = malloc(sizeof *made);
  struct bucket *buckets = made == NULL ? NULL : allocate_pages((size_t)count * sizeof *buckets);
  if (buckets == NULL) {
    free(made);
    return NULL;
  }
  memset(buckets, 0, (size_t)count * sizeof *buckets);
  *made = (struct name_buckets){older, count - 1, buckets};
  return made;
}

bool rowkey_name_table_create(struct name_table *table, const uint8_t key[16]) {
  *table = (struct name_table){.used = 0};
  memcpy(table->key, key, sizeof table->key);
  table->chunks = calloc(CHUNKS, sizeof *table->chunks);
  table->places = calloc(PLACES_CHUNKS, sizeof *table->places);
  struct name_buckets *buckets = make_buckets(FEWEST_BUCKETS, NULL);
  atomic_store_explicit(&table->buckets, buckets, memory_order_relaxed);
  return table->chunks != NULL && table->places != NULL && buckets != NULL;
}

/* They are made one after the other. */
static void free_chunks(_Atomic(void *) *chunks, size_t most) {
  for (size_t i = 0; chunks != NULL && i < most && chunks[i] != NULL; i++) rowkey_aligned_free(chunks[i]);
  free(chunks);
}

void rowkey_name_table_free(struct name_table *table) {
  free_chunks(table->chunks, CHUNKS);
  free_chunks(table->places, PLACES_CHUNKS);
  for (struct name_buckets *buckets = table->buckets, *older; buckets != NULL; buckets = older) {
    older = buckets->older;
    rowkey_aligned_free(buckets->buckets);
    free(buckets);
  }
}

/* ---- Buckets --------------------------------------------------------------------------------- */

#define TAG_TOPS UINT64_C(0x8000800080008000)

/* Of the bits that choose buckets last. Never 0. */
static inline uint64_t tag_of(uint32_t hash) { return hash >> 16 | 1; }

static inline const struct bucket *bucket_of(const struct name_buckets *buckets, uint64_t hash) {
  return &buckets->buckets[hash & buckets->mask];
}

/* Name i of a bucket as a bit: they rise with the names. */
static inline unsigned name_of_bit(unsigned bit) { return bit / 16 * TAG_WORDS + bit % 16; }

/* The top bits of those tags in a word that are `tag`. The acquisition makes visible what they lead to:
 * places, records, and the chunks in which these lie. */
static inline uint64_t tops_with(const struct bucket *bucket, unsigned word, uint64_t tag) {
  const uint64_t tags = atomic_load_explicit(&bucket->tags[word], memory_order_acquire);
  const uint64_t other = tags ^ tag * UINT64_C(0x0001000100010001);
  return ~(((other & ~TAG_TOPS) + ~TAG_TOPS) | other) & TAG_TOPS;
}

/* The names of a bucket that have the tag; those that there are not have tag 0. */
static inline uint64_t names_with(const struct bucket *bucket, uint64_t tag) {
  return tops_with(bucket, 0, tag) >> 15 | tops_with(bucket, 1, tag) >> 14 | tops_with(bucket, 2, tag) >> 13;
}
_Static_assert(TAG_WORDS == 3, "as many as names_with reads");

static inline bool is_full(const struct bucket *bucket) {
  enum { LAST = BUCKET_NAMES - 1 };
  const uint64_t tags = atomic_load_explicit(&bucket->tags[LAST % TAG_WORDS], memory_order_relaxed);
  return tags >> (LAST / TAG_WORDS * 16) != 0;
}

static inline uint32_t place_in(const struct bucket *bucket, uint64_t names) {
  const unsigned first = name_of_bit((unsigned)__builtin_ctzll(names));
  return atomic_load_explicit(&bucket->places[first], memory_order_relaxed);
}

static inline struct name_record *record_at(const struct name_table *table, uint32_t place) {
  uint8_t *chunk = atomic_load_explicit(&table->chunks[place >> CHUNK_BITS], memory_order_relaxed);
  return (void *)(chunk + (size_t)(place % CHUNK_UNITS) * UNIT);
}

/* ---- Lookups --------------------------------------------------------------------------------- */

static inline uint64_t load_word(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

/* Most names are short: a call of memcmp takes longer. */
static inline bool is_name(const struct name_record *record, const uint8_t *bytes, uint64_t length) {
  if (record->length != length) return false;
  if (length < 8 || length > 32) return length == 0 || memcmp(record->bytes, bytes, (size_t)length) == 0;
  uint64_t differences = load_word(record->bytes + length - 8) ^ load_word(bytes + length - 8);
  for (size_t i = 0; i + 8 < length; i += 8)
    differences |= load_word(record->bytes + i) ^ load_word(bytes + i);
  return differences == 0;
}

void rowkey_name_hash(const struct name_table *table, struct name_lookup *lookup) {
  const size_t rows = lookup->rows;
  rowkey_hash hash = {.function = ROWKEY_SIPHASH24};
  memcpy(hash.key, table->key, sizeof hash.key);
  rowkey_kernels_for(rowkey_kernels_selected(), rows)
      ->hash_strings(&hash, NULL, &lookup->names, rows, lookup->hashes);
  const struct name_buckets *buckets = atomic_load_explicit(&table->buckets, memory_order_acquire);
  lookup->buckets = buckets;
  for (size_t i = 0; i < rows; i++) __builtin_prefetch(bucket_of(buckets, lookup->hashes[i]));
}

void rowkey_name_seek(const struct name_table *table, struct name_lookup *lookup) {
  for (size_t i = 0; i < lookup->rows; i++) {
    uint64_t names, hash = lookup->hashes[i];
    const uint64_t tag = tag_of((uint32_t)hash);
    const struct bucket *bucket = bucket_of(lookup->buckets, hash);
    while ((names = names_with(bucket, tag)) == 0 && is_full(bucket))
      bucket = bucket_of(lookup->buckets, ++hash);
    lookup->found[i] = names == 0 ? 0 : place_in(bucket, names);
    /* Into L2: L1 has fewer lines on their way, and buckets are among them. */
    if (names != 0) __builtin_prefetch(record_at(table, lookup->found[i]), 0, 2);
  }
}

/* Goes through all names that have the hash's tag. NULL if none of them is the name. */
static const struct name_record *find_record(const struct name_table *table,
                                             const struct name_buckets *buckets, uint64_t hash,
                                             const uint8_t *bytes, uint64_t length) {
  const uint64_t tag = tag_of((uint32_t)hash);
  for (;; hash++) {
    const struct bucket *bucket = bucket_of(buckets, hash);
    for (uint64_t names = names_with(bucket, tag); names != 0; names &= names - 1) {
      const struct name_record *record = record_at(table, place_in(bucket, names));
      if (is_name(record, bytes, length)) return record;
    }
    if (!is_full(bucket)) return NULL;
  }
}

size_t rowkey_name_match(const struct name_table *table, const struct name_lookup *lookup, uint64_t *ids) {
  size_t known = 0;
  for (size_t i = 0; i < lookup->rows; i++) {
    ids[i] = 0;
    if (lookup->found[i] == 0) continue;
    const uint8_t *bytes = lookup->names.bytes + lookup->names.begin[i];
    const uint64_t length = lookup->names.end[i] - lookup->names.begin[i];
    const struct name_record *record = record_at(table, lookup->found[i]);
    if (!is_name(record, bytes, length))
      record = find_record(table, lookup->buckets, lookup->hashes[i], bytes, length);
    if (record == NULL) continue;
    ids[i] = record->id;
    known++;
  }
  return known;
}

const struct name_record *rowkey_name_of(const struct name_table *table, uint64_t id) {
  const uint64_t count = atomic_load_explicit(&table->count, memory_order_acquire);
  if (id == 0 || id > count) return NULL;
  const uint32_t *places = atomic_load_explicit(&table->places[id >> PLACES_BITS], memory_order_relaxed);
  return record_at(table, places[id % PLACES_IN_CHUNK]);
}

/* ---- Adding ---------------------------------------------------------------------------------- */

/* Where a record of `size` units begins: within a cache line if it fits one, and within a chunk. */
static uint64_t place_for(uint64_t used, uint64_t size) {
  enum { UNITS = LINE / UNIT };
  used = used == 0 ? 1 : used; /* place 0 means none */
  const uint64_t in_line = used % UNITS, in_chunk = used % CHUNK_UNITS;
  if (in_chunk + size > CHUNK_UNITS) return used + CHUNK_UNITS - in_chunk;
  return size <= UNITS && in_line + size > UNITS ? used + UNITS - in_line : used;
}

/* Chunk number `index`, of `size` bytes, which is made if need be. */
static void *chunk_at(_Atomic(void *) *chunks, uint64_t index, size_t size) {
  void *chunk = atomic_load_explicit(&chunks[index], memory_order_relaxed);
  if (chunk != NULL) return chunk;
  chunk = allocate_pages(size);
  atomic_store_explicit(&chunks[index], chunk, memory_order_relaxed);
  return chunk;
}

/* In the first bucket from the hash's own on that is not full. */
static void put(const struct name_buckets *buckets, uint64_t hash, uint64_t tag, uint32_t place) {
  while (is_full(bucket_of(buckets, hash))) hash++;
  struct bucket *bucket = &buckets->buckets[hash & buckets->mask];
  const unsigned name = name_of_bit((unsigned)__builtin_ctzll(names_with(bucket, 0)));
  _Atomic uint64_t *tags = &bucket->tags[name % TAG_WORDS];
  atomic_store_explicit(&bucket->places[name], place, memory_order_relaxed);
  atomic_store_explicit(tags,
                        atomic_load_explicit(tags, memory_order_relaxed) | tag << (name / TAG_WORDS * 16),
                        memory_order_release);
}

static bool double_buckets(struct name_table *table, struct name_buckets *buckets) {
  struct name_buckets *more = make_buckets(2 * (buckets->mask + 1), buckets);
  if (more == NULL) return false;
  for (uint64_t id = 1; id <= table->count; id++) {
    const uint32_t *places = table->places[id >> PLACES_BITS], place = places[id % PLACES_IN_CHUNK];
    const uint32_t hash = record_at(table, place)->hash;
    put(more, hash, tag_of(hash), place);
  }
  atomic_store_explicit(&table->buckets, more, memory_order_release);
  return true;
}

enum name_added rowkey_name_add(struct name_table *table, const uint8_t *bytes, uint16_t length,
                                uint64_t hash) {
  const uint64_t id = table->count + 1;
  if (find_record(table, table->buckets, hash, bytes, length) != NULL) return NAME_KNOWN;
  const uint64_t size = (RECORD_HEAD + (uint64_t)length + UNIT - 1) / UNIT;
  const uint64_t place = place_for(table->used, size);
  if (id > UINT32_MAX || place + size > UINT32_MAX) return NAME_NO_ROOM;
  struct name_buckets *buckets = table->buckets;
  if (id > USUAL_NAMES * (buckets->mask + 1) && !double_buckets(table, buckets)) return NAME_NO_ROOM;
  uint8_t *chunk = chunk_at(table->chunks, place >> CHUNK_BITS, (size_t)CHUNK_UNITS * UNIT);
  uint32_t *places = chunk_at(table->places, id >> PLACES_BITS, PLACES_IN_CHUNK * sizeof *places);
  if (chunk == NULL || places == NULL) return NAME_NO_ROOM;
  struct name_record *record = record_at(table, (uint32_t)place);
  record->hash = (uint32_t)hash;
  record->id = (uint32_t)id;
  record->length = length;
  if (length > 0) memcpy(record->bytes, bytes, length);
  places[id % PLACES_IN_CHUNK] = (uint32_t)place;
  table->used = place + size;
  put(table->buckets, hash, tag_of((uint32_t)hash), (uint32_t)place);
  atomic_store_explicit(&table->count, id, memory_order_release);
  return NAME_ADDED;
}
