/* Keys from the input, cut from a few bytes of it so that many are equal or begin alike: their order is that
 * of their ranks, each found by comparing a key with all others, and gathering copies them in it. */
#include <rowkey/sort.h>
#include <string.h>

#include "fuzz.h"

enum { KEYS_MAX = 100, POOL = 256, KEY_MAX = 80, FORMS = 3 };

struct keys {
  size_t count;
  uint64_t offsets[KEYS_MAX + 1];
  uint32_t offsets32[KEYS_MAX + 1];
  uint8_t bytes[KEYS_MAX * KEY_MAX];
};

static void take_keys(struct fuzz_input *input, bool fixed, struct keys *keys) {
  uint8_t pool[POOL + KEY_MAX];
  const uint8_t mask = (uint8_t)fuzz_take(input, 1);
  const size_t longest = (size_t)fuzz_take_up_to(input, KEY_MAX);
  const size_t same = (size_t)fuzz_take_up_to(input, longest); /* bytes that all keys begin with */
  const size_t places = 1 + (size_t)fuzz_take_up_to(input, POOL - 1);
  keys->count = (size_t)fuzz_take_up_to(input, KEYS_MAX);
  uint8_t cuts[2 * KEYS_MAX]; /* where a key is cut from the pool, and its size */
  fuzz_take_bytes(input, cuts, 2 * keys->count);
  fuzz_take_bytes(input, pool, sizeof pool);
  for (size_t i = 0; i < sizeof pool; i++) pool[i] &= mask;
  size_t used = 0;
  for (size_t i = 0; i < keys->count; i++) {
    const size_t size = fixed ? longest : cuts[2 * i + 1] % (longest + 1);
    memcpy(keys->bytes + used, pool + cuts[2 * i] % places, size);
    memset(keys->bytes + used, 'p', same < size ? same : size);
    used += size;
    keys->offsets[i + 1] = used;
    keys->offsets32[i + 1] = (uint32_t)used;
  }
}

static const uint8_t *key_at(const struct keys *keys, size_t i, size_t *size) {
  *size = (size_t)(keys->offsets[i + 1] - keys->offsets[i]);
  return keys->bytes + keys->offsets[i];
}

static int compare(const struct keys *keys, size_t a, size_t b) {
  size_t size_a, size_b;
  const uint8_t *key_a = key_at(keys, a, &size_a), *key_b = key_at(keys, b, &size_b);
  const int order = memcmp(key_a, key_b, size_a < size_b ? size_a : size_b);
  return order != 0 ? order : (size_a > size_b) - (size_a < size_b);
}

static void check_order(const struct keys *keys, const uint64_t *order, uint64_t duplicates) {
  size_t equal_to_earlier = 0;
  for (size_t i = 0; i < keys->count; i++) {
    size_t rank = 0, equal = 0;
    for (size_t k = 0; k < keys->count; k++) {
      const int against = compare(keys, k, i);
      rank += against < 0 || (against == 0 && k < i);
      equal += against == 0 && k < i;
    }
    equal_to_earlier += equal > 0;
    FUZZ_CHECK(order[rank] == i, "row %zu of %zu is not at %zu", i, keys->count, rank);
  }
  FUZZ_CHECK(duplicates == equal_to_earlier, "%zu duplicates instead of %zu", (size_t)duplicates,
             equal_to_earlier);
}

static void check_gathered(const struct keys *keys, const rowkey_keys *from, const uint64_t *order) {
  const size_t size = (size_t)keys->offsets[keys->count];
  uint64_t *offsets = fuzz_guarded((keys->count + 1) * sizeof *offsets);
  uint8_t *bytes = fuzz_guarded(size);
  const rowkey_key_buffer sorted = rowkey_key_buffer_with_offsets(bytes, size, offsets);
  rowkey_error error;
  FUZZ_CHECK(rowkey_gather(from, order, keys->count, &sorted, &error) == ROWKEY_OK, "%s", error.text);
  size_t at = 0;
  for (size_t i = 0; i < keys->count; i++) {
    size_t key_size;
    const uint8_t *key = key_at(keys, (size_t)order[i], &key_size);
    FUZZ_CHECK(offsets[i] == at && memcmp(bytes + at, key, key_size) == 0, "key %zu", i);
    at += key_size;
  }
  FUZZ_CHECK(offsets[keys->count] == size, "the last offset");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_without_kernels();
  struct fuzz_input input = fuzz_begin(data, size);
  struct keys keys = {0};
  const unsigned form = (unsigned)fuzz_take(&input, 1) % FORMS;
  take_keys(&input, form == 0, &keys);
  const uint8_t *bytes = fuzz_guarded_copy(keys.bytes, (size_t)keys.offsets[keys.count]);
  const size_t width = keys.count > 0 ? (size_t)keys.offsets[1] : 0;
  const void *offsets =
      fuzz_guarded_copy(form == 1 ? (const void *)keys.offsets : keys.offsets32,
                        (keys.count + 1) * (form == 1 ? sizeof(uint64_t) : sizeof(uint32_t)));
  const rowkey_keys placed = form == 0 ? rowkey_keys_of_width(bytes, width, keys.count)
                             : form == 1
                                 ? rowkey_keys_of_offsets(bytes, offsets, keys.count)
                                 : (rowkey_keys){.data = bytes, .offsets32 = offsets, .rows = keys.count};
  uint64_t *order = fuzz_guarded(keys.count * sizeof *order), duplicates;
  const size_t memory_size = keys.count * ROWKEY_SORT_BYTES_PER_ROW;
  void *memory = fuzz_guarded(memory_size);
  rowkey_error error;
  FUZZ_CHECK(rowkey_sort(&placed, order, &duplicates, memory, memory_size, &error) == ROWKEY_OK, "%s",
             error.text);
  check_order(&keys, order, duplicates);
  check_gathered(&keys, &placed, order);
  return 0;
}
