/* A search for ranges that the caller ends. */
#include <stdio.h>
#include <string.h>

#include "question.h"
#include "testing.h"

/* How often it still goes on. */
static bool goes_on(void *context) {
  size_t *left = context;
  if (*left == 0) return false;
  --*left;
  return true;
}

/* The search ends wherever it is told to, or has found the same. */
static void stopped(void) {
  const struct question questions[] = {
      {"{md5(id) % 1000000:07d}{id:010d}",
       {COLUMN("id", U64)},
       1,
       {WHERE(0, GREATER_EQUAL, U64(100)), WHERE(0, LESS, U64(60000))},
       2,
       0},
      {"{interleave(a, b, 32):u64}",
       {COLUMN("a", U64), COLUMN("b", U64)},
       2,
       {WHERE(0, LESS, U64(54321)), WHERE(1, GREATER, U64(12345))},
       2,
       0},
      {"{abs(java_hash(date) % 1000):03d}|{date}",
       {COLUMN("date", TEXT)},
       1,
       {WHERE(0, GREATER_EQUAL, TEXT("2015-04-26"))},
       1,
       0},
  };
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
    const struct question *question = &questions[i];
    rowkey_layout *layout = layout_of_question(question);
    rowkey_ranges *all = ask(question);
    size_t stops = 0;
    for (bool is_done = false; !is_done; stops++) {
      size_t left = stops < 20 ? stops : stops * stops; /* every early place, then some */
      rowkey_error error = {.status = ROWKEY_OK};
      rowkey_ranges *found = rowkey_ranges_find_while(layout, question->conditions, question->count,
                                                      question->most, goes_on, &left, &error);
      is_done = found != NULL;
      if (is_done)
        CHECK(found->count == all->count && found->exact == all->exact, "%zu ranges", found->count);
      else
        CHECK(error.status == ROWKEY_ERROR_STOPPED && strstr(error.text, "stopped") != NULL, "%d: %s",
              error.status, error.text);
      rowkey_ranges_free(found);
    }
    CHECK(stops > 2, "question %zu: asked %zu times", i, stops);
    size_t none = 0;
    CHECK(rowkey_ranges_find_while(layout, question->conditions, question->count, 0, goes_on, &none, NULL) ==
              NULL,
          "without an error");
    rowkey_ranges_free(all);
    rowkey_layout_free(layout);
  }
}

enum { MANY = 100000 };

/* A list of many values is converted, checked and sorted before the search begins. */
static void stopped_in_a_list(void) {
  static char texts[MANY][8];
  static rowkey_value numbers[MANY], words[MANY];
  for (size_t i = 0; i < MANY; i++) {
    const uint64_t number = i * 7919 % MANY;
    snprintf(texts[i], sizeof texts[i], "%06u", (unsigned)number);
    numbers[i] = rowkey_value_u64(number);
    words[i] = rowkey_value_text(texts[i], 6);
  }
  const rowkey_column columns[] = {rowkey_column_of("id", ROWKEY_U64), rowkey_column_of("host", ROWKEY_TEXT)};
  static const char *const templates[] = {"{id:u64}", "{host}"};
  for (size_t i = 0; i < 2; i++) {
    rowkey_error error;
    rowkey_layout *layout = rowkey_layout_compile(templates[i], strlen(templates[i]), columns, 2, &error);
    CHECK(layout != NULL, "%s", error.text);
    rowkey_condition condition = rowkey_condition_of(i, ROWKEY_EQUAL, i == 0 ? numbers : words);
    condition.value_count = MANY;
    size_t most_stops = 0;
    for (size_t left = 0;; left = 2 * left + 1, most_stops++) {
      size_t questions = left;
      rowkey_ranges *found =
          rowkey_ranges_find_while(layout, &condition, 1, MANY, goes_on, &questions, &error);
      if (found == NULL) {
        CHECK(error.status == ROWKEY_ERROR_STOPPED, "%d: %s", error.status, error.text);
        continue;
      }
      CHECK(found->count == (i == 0 ? 1 : MANY) && found->exact, "%zu ranges", found->count);
      rowkey_ranges_free(found);
      break;
    }
    CHECK(most_stops > 8, "asked about 2^%zu times", most_stops); /* several passes over the values */
    rowkey_layout_free(layout);
  }
}

/* Split points come from keys that are sorted at each question. */
static void stopped_in_a_sketch(void) {
  static const char *const forms[] = {"%08x", "a long text that all keys begin with, then %u", "%02u"};
  static char bytes[MANY][64];
  for (size_t i = 0; i < 3; i++) {
    rowkey_error error;
    rowkey_sketch *sketch = rowkey_sketch_create((uint64_t)1 << 28, &error);
    CHECK(sketch != NULL, "%s", error.text);
    for (size_t k = 0; k < MANY; k++) {
      snprintf(bytes[k], sizeof bytes[k], forms[i], (unsigned)(i < 2 ? k * 2654435761U : k % 100));
      const rowkey_keys key = rowkey_keys_of_width(bytes[k], strlen(bytes[k]), 1);
      CHECK(rowkey_sketch_add(sketch, &key, &error) == ROWKEY_OK, "%s", error.text);
    }
    rowkey_splits *all = rowkey_sketch_splits(sketch, 50, &error);
    CHECK(all != NULL, "%s", error.text);
    size_t stops = 0;
    for (size_t left = 0;; left = 2 * left + 1, stops++) {
      size_t questions = left;
      rowkey_splits *found = rowkey_sketch_splits_while(sketch, 50, goes_on, &questions, &error);
      if (found == NULL) {
        CHECK(error.status == ROWKEY_ERROR_STOPPED && strstr(error.text, "stopped") != NULL, "%d: %s",
              error.status, error.text);
        continue;
      }
      CHECK(found->count == all->count &&
                memcmp(found->bytes, all->bytes, (size_t)all->offsets[all->count]) == 0,
            "other points after %zu stops", stops);
      rowkey_splits_free(found);
      break;
    }
    CHECK(stops > 8, "asked about 2^%zu times", stops);
    rowkey_splits_free(all);
    rowkey_sketch_free(sketch);
  }
}

static const struct test tests[] = {
    {"split points of a sketch stop", stopped_in_a_sketch},
    {"a search stops in a list of many values", stopped_in_a_list},
    {"a search stops when it is told to", stopped},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
