/* The table of names in memory, also where hashes collide: in the bucket, in the tag, and altogether. */
#include <stdio.h>
#include <string.h>

#include "dictionary/name_table.h"
#include "testing.h"

enum { COUNT = 600, NAME = 24 };

/* Names of 0 to 40 bytes, different ones. */
static size_t make_name(size_t i, char name[NAME + 20]) {
  const int digits = i == 0 ? 0 : snprintf(name, NAME, "%zu", i);
  memset(name + digits, '.', i % 37);
  return (size_t)digits + (i == 0 ? 0 : i % 37);
}

/* The id of a name whose hash is said to be `hash`, or 0. */
static uint64_t look_up(const struct name_table *table, const char *name, size_t length, uint64_t hash) {
  const uint64_t begin = 0, end = length;
  struct name_lookup lookup = {.rows = 1, .names = {(const uint8_t *)name, length, &begin, &end}};
  uint64_t id = 99;
  rowkey_name_hash(table, &lookup);
  lookup.hashes[0] = hash;
  rowkey_name_seek(table, &lookup);
  const size_t known = rowkey_name_match(table, &lookup, &id);
  CHECK(known == (id != 0), "%zu names known, id %llu", known, (unsigned long long)id);
  return id;
}

/* Adds COUNT names whose hashes are random in the bits of `mask` only. */
static void add_and_find(uint64_t mask) {
  static const uint8_t key[16] = {1, 2, 3};
  static uint64_t hashes[COUNT];
  static char names[COUNT][NAME + 20];
  static size_t lengths[COUNT];
  struct name_table table;
  CHECK(rowkey_name_table_create(&table, key), "no memory");
  for (size_t i = 0; i < COUNT; i++) {
    lengths[i] = make_name(i, names[i]);
    hashes[i] = random_u64() & mask;
    const uint8_t *name = (const uint8_t *)names[i];
    const uint16_t length = (uint16_t)lengths[i];
    CHECK(look_up(&table, names[i], lengths[i], hashes[i]) == 0, "name %zu is found before it is added", i);
    CHECK(rowkey_name_add(&table, name, length, hashes[i]) == NAME_ADDED, "name %zu", i);
    CHECK(rowkey_name_add(&table, name, length, hashes[i]) == NAME_KNOWN, "name %zu is added twice", i);
    CHECK(table.count == i + 1, "count");
  }
  for (size_t i = 0; i < COUNT; i++) {
    const uint64_t id = look_up(&table, names[i], lengths[i], hashes[i]);
    CHECK(id == i + 1, "name %zu has id %llu with hashes in %llx", i, (unsigned long long)id,
          (unsigned long long)mask);
    const struct name_record *record = rowkey_name_of(&table, i + 1);
    CHECK(record != NULL && record->id == i + 1 && record->length == lengths[i] &&
              memcmp(record->bytes, names[i], lengths[i]) == 0,
          "the name of id %zu", i + 1);
  }
  CHECK(rowkey_name_of(&table, 0) == NULL && rowkey_name_of(&table, COUNT + 1) == NULL, "ids of no name");
  rowkey_name_table_free(&table);
}

static void test_collisions(void) {
  add_and_find(0);                      /* one bucket and one tag for all */
  add_and_find(UINT64_C(0xffff0000));   /* one bucket */
  add_and_find(UINT64_C(0x3));          /* few buckets, next to each other */
  add_and_find(UINT64_C(0x7f));         /* one tag */
  add_and_find(UINT64_C(0x100030000));  /* few tags */
  add_and_find(UINT64_C(0xffffffff00)); /* apart only when the table has grown */
  add_and_find(UINT64_MAX);
}

/* The last bucket's names go on in the first one. */
static void test_end_of_buckets(void) {
  static const uint8_t key[16] = {4};
  struct name_table table;
  char name[NAME + 20];
  CHECK(rowkey_name_table_create(&table, key), "no memory");
  for (int found = 0; found < 2; found++)
    for (size_t i = 1; i <= 25; i++) {
      const size_t length = make_name(i, name);
      if (found == 0)
        CHECK(rowkey_name_add(&table, (uint8_t *)name, (uint16_t)length, UINT64_MAX) == NAME_ADDED, "add");
      else
        CHECK(look_up(&table, name, length, UINT64_MAX) == i, "name %zu", i);
    }
  rowkey_name_table_free(&table);
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"names are found whatever their hashes have in common", test_collisions},
      {"the last bucket is followed by the first", test_end_of_buckets},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
