#include "all_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"

int compare_keys(struct key a, struct key b) {
  for (size_t i = 0; i < a.size && i < b.size; i++)
    if (a.bytes[i] != b.bytes[i]) return a.bytes[i] < b.bytes[i] ? -1 : 1;
  return (a.size > b.size) - (a.size < b.size);
}

bool key_begins(struct key beginning, struct key key) {
  return beginning.size <= key.size &&
         (beginning.size == 0 || memcmp(beginning.bytes, key.bytes, beginning.size) == 0);
}

static int compare_pointed(const void *a, const void *b) {
  return compare_keys(*(const struct key *)a, *(const struct key *)b);
}

static struct key_list encode_all(const char *text, const struct batch *batch) {
  struct key_list list = {.layout = compile(text, batch), .count = batch->rows};
  struct encoded encoded = encode(list.layout, batch, (struct settings){.side = GUARD_END});
  CHECK(encoded.status == ROWKEY_OK, "%s: %s", text, encoded.error.text);
  list.keys = guarded(list.count * sizeof *list.keys, GUARD_END);
  for (size_t row = 0; row < batch->rows; row++)
    list.keys[row] = (struct key){encoded.keys + encoded.offsets[row],
                                  (size_t)(encoded.offsets[row + 1] - encoded.offsets[row])};
  return list;
}

static size_t size_of(struct span span) { return (size_t)(span.last - span.first) + 1; }

struct key_list all_keys(const struct small_layout *small) {
  const size_t a_count = size_of(small->a), b_count = size_of(small->b);
  struct batch batch = {.rows = a_count * b_count * size_of(small->x)};
  uint64_t *a = guarded(batch.rows * sizeof *a, GUARD_END);
  uint64_t *b = guarded(batch.rows * sizeof *b, GUARD_END);
  int64_t *x = guarded(batch.rows * sizeof *x, GUARD_END);
  double *real = guarded(batch.rows * sizeof *real, GUARD_END);
  const char **name = guarded(batch.rows * sizeof *name, GUARD_END);
  char(*texts)[24] = guarded(a_count * sizeof *texts, GUARD_END);
  for (size_t i = 0; i < a_count; i++) snprintf(texts[i], sizeof texts[i], "n%zu", i);
  for (size_t row = 0; row < batch.rows; row++) {
    const size_t number = row % a_count;
    a[row] = (uint64_t)(small->a.first + (int64_t)number);
    b[row] = (uint64_t)(small->b.first + (int64_t)(row / a_count % b_count));
    x[row] = small->x.first + (int64_t)(row / a_count / b_count);
    real[row] = (double)a[row];
    name[row] = texts[number];
  }
  add_u64(&batch, "a", a);
  add_u64(&batch, "b", b);
  add_i64(&batch, "x", x);
  add_text(&batch, "name", name);
  add_f64(&batch, "real", real);
  struct key_list list = encode_all(small->text, &batch);
  qsort(list.keys, list.count, sizeof *list.keys, compare_pointed);
  return list;
}

struct key_list keys_of_numbers(const char *text, size_t count) {
  struct batch batch = {.rows = 1 + repetitions(count)};
  uint64_t *numbers = guarded(batch.rows * sizeof *numbers, GUARD_END);
  for (size_t i = 0; i < batch.rows; i++) numbers[i] = random_u64() >> random_below(64);
  numbers[0] = 0;
  numbers[1] = UINT64_MAX;
  add_u64(&batch, "a", numbers);
  add_i64(&batch, "x", (const int64_t *)numbers);
  return encode_all(text, &batch);
}

void free_keys(struct key_list *list) { rowkey_layout_free(list->layout); }

void drop_repeated(struct key_list *list) {
  size_t count = 0;
  for (size_t i = 0; i < list->count; i++)
    if (count == 0 || compare_keys(list->keys[i], list->keys[count - 1]) != 0)
      list->keys[count++] = list->keys[i];
  list->count = count;
}

/* `bytes` has room for 3 more than the key has. */
static struct key random_near(struct key key, uint8_t *bytes) {
  const size_t room = key.size + 3;
  random_bytes(bytes, room);
  if (key.size != 0) memcpy(bytes, key.bytes, key.size);
  size_t size = key.size;
  switch (random_below(5)) {
    case 0:
      size = (size_t)random_below(key.size + 1);
      break;
    case 1:
      size = key.size + (size_t)random_below(4);
      break;
    case 2:
      bytes[random_below(room)]++;
      break;
    case 3:
      bytes[random_below(room)]--;
      break;
    default:
      break;
  }
  return (struct key){bytes, size == 0 ? 1 : size};
}

struct key_list random_strings(const struct key_list *list, size_t count) {
  struct key_list strings = {.count = repetitions(count)};
  strings.keys = guarded(strings.count * sizeof *strings.keys, GUARD_END);
  size_t size = 0;
  for (size_t i = 0; i < strings.count; i++) {
    strings.keys[i] = list->keys[random_below(list->count)];
    size += strings.keys[i].size + 3;
  }
  uint8_t *bytes = guarded(size, GUARD_END);
  for (size_t i = 0; i < strings.count; i++) {
    const size_t room = strings.keys[i].size + 3;
    strings.keys[i] = random_near(strings.keys[i], bytes);
    bytes += room;
  }
  return strings;
}

struct key key_of(const char *text) { return (struct key){(const uint8_t *)text, strlen(text)}; }

const char *shown_key(struct key key) {
  static char shown[4][512];
  static size_t next;
  char *text = shown[next++ % 4];
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < key.size && length + 5 < sizeof shown[0]; i++) {
    const uint8_t byte = key.bytes[i];
    const bool plain = byte > ' ' && byte <= '~' && byte != '\\';
    length += (size_t)snprintf(text + length, sizeof shown[0] - length, plain ? "%c" : "\\x%02x", byte);
  }
  return text;
}
