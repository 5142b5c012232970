/* Keys sorted: groups of keys that begin with the same bytes, window by window. */
#include <rowkey/sort.h>

#include "base/addresses.h"
#include "base/error.h"
#include "kernels/kernel_table.h"
#include "sort/entries.h"
#include "sort/window.h"

_Static_assert(2 * sizeof(struct sort_entry) == ROWKEY_SORT_BYTES_PER_ROW, "entries, and room for as many");

enum {
  FEW_KEYS = 8, /* compared with each other, byte by byte */
  AHEAD = 16,   /* keys between one that is asked for and the one that is read */
};

struct sorting {
  struct sort_keys keys;
  struct sort_entry *entries, *room; /* one for each row */
  uint64_t *order;
  uint64_t duplicates;
};

/* Rows that stand together in the order. The first `from` bytes of their keys are the same. */
struct group {
  size_t begin, count, from;
  bool first; /* all rows, before they are in any order */
};

static void sort_group(struct sorting *sorting, struct group group);

static inline uint64_t row_of(const struct sorting *sorting, const struct group *group, size_t i) {
  return group->first ? i : sorting->entries[group->begin + i].row;
}

/* Keys of a group lie anywhere: those that come soon are asked for. */
static inline void fetch_ahead(const struct sorting *sorting, const struct group *group, size_t i) {
  size_t size;
  if (!group->first && group->count - i > AHEAD)
    __builtin_prefetch(key_at(&sorting->keys, row_of(sorting, group, i + AHEAD), &size) + group->from);
}

/* What keys of a group have in common. */
struct common {
  size_t shortest, longest;
  uint64_t masks[WINDOW_WORDS]; /* the bits of the window in which some key differs from the first one */
};

static struct common compare_windows(const struct sorting *sorting, const struct group *group) {
  const struct sort_keys keys = sorting->keys;
  struct common common = {.shortest = SIZE_MAX};
  uint64_t first[WINDOW_WORDS] = {0};
  for (size_t i = 0; i < group->count; i++) {
    fetch_ahead(sorting, group, i);
    size_t size;
    const uint8_t *key = key_at(&keys, row_of(sorting, group, i), &size);
    if (size < common.shortest) common.shortest = size;
    if (size > common.longest) common.longest = size;
    uint64_t words[WINDOW_WORDS];
    load_window(key + group->from, keys.end, words);
    for (size_t k = 0; k < WINDOW_WORDS; k++) {
      words[k] &= bits_of_bytes(size - group->from, k);
      if (i == 0) first[k] = words[k];
      common.masks[k] |= words[k] ^ first[k];
    }
  }
  return common;
}

/* How many bytes of the keys are the same, from group->from on; the shortest has `most`. */
static size_t same_bytes(const struct sorting *sorting, const struct group *group, size_t most) {
  size_t size;
  const uint8_t *first = key_at(&sorting->keys, row_of(sorting, group, 0), &size);
  for (size_t i = 1; i < group->count; i++) {
    const uint8_t *key = key_at(&sorting->keys, row_of(sorting, group, i), &size);
    if (memcmp(key + group->from, first + group->from, most - group->from) == 0) continue;
    most = group->from;
    while (key[most] == first[most]) most++;
  }
  return most;
}

static void finish(struct sorting *sorting, const struct group *group, size_t duplicates) {
  for (size_t i = 0; i < group->count; i++) sorting->order[group->begin + i] = row_of(sorting, group, i);
  sorting->duplicates += duplicates;
}

/* < 0, 0 or > 0, as memcmp. */
static int compare_keys(const struct sort_keys *keys, uint64_t a, uint64_t b, size_t from) {
  size_t size_a, size_b;
  const uint8_t *key_a = key_at(keys, a, &size_a), *key_b = key_at(keys, b, &size_b);
  const int order = memcmp(key_a + from, key_b + from, (size_a < size_b ? size_a : size_b) - from);
  return order != 0 ? order : (size_a > size_b) - (size_a < size_b);
}

static void sort_few(struct sorting *sorting, const struct group *group) {
  uint64_t *order = sorting->order + group->begin;
  for (size_t i = 0; i < group->count; i++) {
    const uint64_t row = row_of(sorting, group, i);
    size_t place = i;
    int compared = -1;
    while (place > 0 && (compared = compare_keys(&sorting->keys, order[place - 1], row, group->from)) > 0) {
      order[place] = order[place - 1];
      place--;
    }
    order[place] = row;
    sorting->duplicates += compared == 0;
  }
}

static void fill_entries(struct sorting *sorting, const struct group *group, const struct sort_window *of) {
  const struct sort_window window = *of;
  const struct sort_keys keys = sorting->keys;
  struct sort_entry *entries = sorting->entries + group->begin;
  bool falls = false;
  uint64_t last = 0;
  for (size_t i = 0; i < group->count; i++) {
    fetch_ahead(sorting, group, i);
    const uint64_t row = row_of(sorting, group, i), word = window_word(&window, &keys, row);
    entries[i] = (struct sort_entry){word, row};
    falls |= word < last;
    last = word;
  }
  if (falls) rowkey_sort_entries(entries, sorting->room + group->begin, group->count, window.varying);
}

/* The parts of a group, whose entries are in the order of their words. One that is more than half of the
 * group is left, and returned; so no more than log2(rows) calls of sort_group stand in each other. */
static struct group sort_parts(struct sorting *sorting, const struct group *group,
                               const struct sort_window *window, size_t longest) {
  const struct sort_entry *entries = sorting->entries + group->begin;
  struct group left = {0};
  for (size_t begin = 0, end; begin < group->count; begin = end) {
    const uint64_t word = entries[begin].word;
    end = begin + 1;
    while (end < group->count && entries[end].word == word) end++;
    const struct group part = {group->begin + begin, end - begin, window->from + window->bytes, false};
    if (part.count == 1)
      sorting->order[part.begin] = entries[begin].row;
    else if (longest == part.from || window_ends_key(window, word))
      finish(sorting, &part, part.count - 1);
    else if (part.count > group->count / 2)
      left = part;
    else
      sort_group(sorting, part);
  }
  return left;
}

static void sort_group(struct sorting *sorting, struct group group) {
  while (group.count > FEW_KEYS) {
    const struct common common = compare_windows(sorting, &group);
    if (common.masks[0] == 0 && common.shortest - group.from >= 8 &&
        common.longest - group.from > WINDOW_BYTES) {
      group.from = same_bytes(sorting, &group, common.shortest);
      continue;
    }
    const struct sort_window window =
        rowkey_sort_window(group.from, common.masks, common.shortest, common.longest);
    if (window.varying == 0) {
      finish(sorting, &group, group.count - 1);
      return;
    }
    fill_entries(sorting, &group, &window);
    group = sort_parts(sorting, &group, &window, common.longest);
  }
  sort_few(sorting, &group);
}

static rowkey_status bad_argument(rowkey_error *error, const char *text) {
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s", text);
}

rowkey_status rowkey_sort(const rowkey_keys *keys, uint64_t *order, uint64_t *duplicates, void *memory,
                          size_t memory_size, rowkey_error *error) {
  const rowkey_status status = rowkey_check_keys(rowkey_kernels_selected(), keys, error);
  if (status != ROWKEY_OK) return status;
  const size_t rows = keys->rows;
  if (!values_can_be_at(order, rows, sizeof *order)) return rowkey_error_numbers("order", order, rows, error);
  if (!is_aligned_u64(order))
    return bad_argument(error, "order is not aligned (expected an address for a uint64_t)");
  if (memory_size / ROWKEY_SORT_BYTES_PER_ROW < rows)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "memory has %zu bytes (expected at least %d for each of %zu keys)", memory_size,
                            ROWKEY_SORT_BYTES_PER_ROW, rows);
  if (memory == NULL && rows > 0) return bad_argument(error, "memory is NULL (expected working memory)");
  if (!is_aligned_u64(memory))
    return bad_argument(error, "memory is not aligned (expected an address for a uint64_t)");
  struct sorting sorting = {.keys = sort_keys_of(keys), .entries = memory, .order = order};
  if (rows > 0) {
    sorting.room = sorting.entries + rows;
    sort_group(&sorting, (struct group){.count = rows, .first = true});
  }
  if (duplicates != NULL) *duplicates = sorting.duplicates;
  return ROWKEY_OK;
}
