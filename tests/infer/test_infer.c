/* Layouts are inferred from the keys that they make: known ones are found again, random ones have the same
 * boundaries, and of random bytes nothing is claimed. */
#include <rowkey/explain.h>
#include <rowkey/infer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables.h"
#include "testing.h"

enum { ROWS = 4000, MOST_TEXT_SIZE = 256 };

static rowkey_inference *infer(const rowkey_keys *keys) {
  rowkey_error error;
  rowkey_inference *found = rowkey_infer(keys, NULL, &error);
  CHECK(found != NULL, "%s", error.text);
  return found;
}

/* ---- Known layouts ----------------------------------------------------------------------------- */

static const struct {
  const char *layout, *found;
  rowkey_confidence confidence;
} known[] = {
    {"{md5(id) % 1000000:07d}{id:010d}", "{md5(id) % 1000000:07d}{id:010d}", ROWKEY_CONFIDENCE_CHECKED},
    {"{md5(id) % 48:02d}{id:010d}", "{md5(id) % 48:02d}{id:010d}", ROWKEY_CONFIDENCE_CHECKED},
    {"{id % 97:02d}{id:010d}", "{id % 97:02d}{id:010d}", ROWKEY_CONFIDENCE_CHECKED},
    {"{xxh3(id:u64) % 12:u8}{id:u64}", "{xxh3(rest) % 12:u8}{number:u64}", ROWKEY_CONFIDENCE_CHECKED},
    {"{crc32c(host) % 31:02x}{host:8s}{ts:u64}", "{crc32c(text) % 31:02x}{text:8s}{ts:u64}",
     ROWKEY_CONFIDENCE_CHECKED},
    {"{murmur3_32(id:i64le, seed=42) & 0x7fffffff:010d}{id:010d}", NULL, ROWKEY_CONFIDENCE_SHAPE},
    {"{(murmur2(name) & 0x7fffffff) % 60:02d}-{name}", "{(murmur2(text) & 0x7fffffff) % 60:02d}-{text}",
     ROWKEY_CONFIDENCE_CHECKED},
    {"{floormod(java_hash(host), 50):u8}{host}|{ts:u64}", "{floormod(java_hash(text), 50):u8}{text}|{ts:u64}",
     ROWKEY_CONFIDENCE_CHECKED},
    {"{md5(name):08x}:{name}", "{md5(text):08x}:{text}", ROWKEY_CONFIDENCE_CHECKED},
    {"{md5(id, half=first) >> 48:u16}{id:u64}", "{md5(number, half=first) >> 48:u16}{number:u64}",
     ROWKEY_CONFIDENCE_CHECKED},
    {"{host:16s}{ts:u64}", "{text:16s}{ts:u64}", ROWKEY_CONFIDENCE_SHAPE},
    {"{host:8s}{reverse_time(ts):u64}", "{text:8s}{reverse_time(ts):u64}", ROWKEY_CONFIDENCE_SHAPE},
    {"{host}|{ts:~u64}", "{text}|{ts:~u64}", ROWKEY_CONFIDENCE_SHAPE},
    {"{host}\\x00{sec:u32}", "{text}\\x00{ts:u32}", ROWKEY_CONFIDENCE_SHAPE},
    {"{sec:010d}|{host}", "{ts:010d}|{text}", ROWKEY_CONFIDENCE_SHAPE},
    {"{ts:i64}{id:u64}", "{ts:i64}{number:u64}", ROWKEY_CONFIDENCE_SHAPE},
    {"{id:u64}{2:u8}{small:u64}", "{number:u64}\\x02{number2:u64}", ROWKEY_CONFIDENCE_SHAPE},
    {"{id:u32}{ts:u64}", "{number:u32}{ts:u64}", ROWKEY_CONFIDENCE_SHAPE},
    {"{id:u64}", "{number:u64}", ROWKEY_CONFIDENCE_WIDTH},
    {"{name}", "{text}", ROWKEY_CONFIDENCE_WIDTH},
    {"{md5(name)}", "{hash}", ROWKEY_CONFIDENCE_WIDTH},
    {"{md5(host)}{ts:u64}", "{hash}{ts:u64}", ROWKEY_CONFIDENCE_SHAPE},
};

static void finds_known_layouts(void) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    struct table table = make_table(known[i].layout, ROWS);
    rowkey_inference *found = infer(&table.keys);
    CHECK(found->layout != NULL, "%s: nothing is found", known[i].layout);
    CHECK(found->decoded == ROWS && found->keys == ROWS, "%s: %s makes %zu of %zu keys", known[i].layout,
          found->layout, found->decoded, found->keys);
    CHECK(known[i].found == NULL || strcmp(found->layout, known[i].found) == 0, "%s: found as %s",
          known[i].layout, found->layout);
    CHECK(found->confidence == known[i].confidence, "%s: confidence %d in %s", known[i].layout,
          (int)found->confidence, found->layout);
    CHECK((found->chance < 0.95) == (found->confidence == ROWKEY_CONFIDENCE_CHECKED), "%s: chance %f",
          known[i].layout, found->chance);
    rowkey_inference_free(found);
    free_table(&table);
  }
}

static void names_known_designs(void) {
  static const struct {
    const char *layout, *name;
  } named[] = {
      {"{md5(id) % 500:03d}{id:010d}", "@paper-md5mod(modulus=500)"},
      {"{abs(java_hash(name) % 640):03d}|{name}", "@finra(buckets=640)"},
      {"{int32(abs(h31(name))) % 24:u8}{name}", "@hbasewd(buckets=24)"},
      {"{abs(h31(rest) % 10):u8}{host}\\x00{ts:~i64}", "@phoenix-salted-composite(buckets=10)"},
      {"{md5(id):x}-{id}", "@hbase-md5-prefix"},
  };
  for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
    struct table table = make_table(named[i].layout, ROWS);
    rowkey_inference *found = infer(&table.keys);
    const bool same = found->name != NULL && strcmp(found->name, named[i].name) == 0;
    /* The digits of a modulus of 500 are three in the first layout, and the named one has as many. */
    CHECK(same || i == 0, "%s: %s", named[i].layout, found->name == NULL ? found->layout : found->name);
    CHECK(found->confidence == ROWKEY_CONFIDENCE_CHECKED, "%s: %s", named[i].layout, found->layout);
    CHECK(found->decoded == ROWS, "%s: %zu", named[i].layout, found->decoded);
    rowkey_inference_free(found);
    free_table(&table);
  }
}

/* ---- Random layouts ---------------------------------------------------------------------------- */

/* A prefix, then fields that show where they end, each column once. */
static void random_layout(char *text) {
  static const char *const prefixes[] = {
      "", "", "{md5(%s) %% 37:02d}", "{h31(%s) & 15:u8}", "{md5(%s):x}", "{crc32(%s) %% 9:01d}"};
  static const struct {
    const char *column, *field;
  } fields[] = {{"id", "{id:010d}|"}, {"id", "{id:u64}"},  {"ts", "{ts:u64}"},     {"ts", "{ts:013d}:"},
                {"id", "{id:08x}|"},  {"ts", "{ts:~u64}"}, {"sec", "{sec:010d}#"}, {"host", "{host:8s}"},
                {"host", "{host}|"},  {"name", "{name}/"}};
  /* Of padded text before text of any length nothing shows where it ends: one of them stands in a layout. */
  enum { FIELDS = sizeof fields / sizeof *fields, FIXED_FIELDS = FIELDS - 2 };
  const bool fixed = random_below(2) == 0;
  size_t used[3] = {0}, count = 1 + (size_t)random_below(3);
  for (size_t i = 0; i < count;) {
    used[i] = (size_t)random_below(fixed ? FIXED_FIELDS : FIELDS);
    bool again = !fixed && used[i] == FIXED_FIELDS - 1;
    for (size_t k = 0; k < i; k++) again |= strcmp(fields[used[k]].column, fields[used[i]].column) == 0;
    if (!again) i++;
  }
  const char *prefix = prefixes[random_below(sizeof prefixes / sizeof *prefixes)];
  const char *of = fields[used[random_below(count)]].column, *mark = strstr(prefix, "%s");
  size_t size = 0;
  if (mark != NULL) {
    size = (size_t)snprintf(text, MOST_TEXT_SIZE, "%.*s%s", (int)(mark - prefix), prefix, of);
    for (const char *at = mark + 2; *at != 0; at++) {
      text[size++] = *at;
      at += at[0] == '%' && at[1] == '%';
    }
    /* A delimiter between digits. */
    if (strstr(prefix, "x}") != NULL || strstr(prefix, "d}") != NULL) text[size++] = '.';
    text[size] = 0;
  }
  for (size_t i = 0; i < count; i++)
    size += (size_t)snprintf(text + size, MOST_TEXT_SIZE - size, "%s", fields[used[i]].field);
}

/* Where fields begin that are no literal text: by their widths, V for one that varies. */
static void write_shape(const rowkey_layout *layout, char *text) {
  rowkey_error error;
  rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
  CHECK(explanation != NULL, "%s", error.text);
  size_t size = 0;
  text[0] = 0;
  for (size_t i = 0; i < explanation->field_count; i++) {
    const rowkey_explained_field *field = &explanation->fields[i];
    const bool varies = field->min_width != field->max_width;
    if (varies)
      size += (size_t)snprintf(text + size, MOST_TEXT_SIZE - size, "V ");
    else if (field->kind != ROWKEY_FIELD_LITERAL)
      size += (size_t)snprintf(text + size, MOST_TEXT_SIZE - size, "%zu ", field->max_width);
    else
      size += (size_t)snprintf(text + size, MOST_TEXT_SIZE - size, "'%.*s' ", (int)field->max_width,
                               (const char *)field->literal);
  }
  rowkey_explanation_free(explanation);
}

static rowkey_layout *compile(const rowkey_inference *found) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(found->layout, strlen(found->layout), found->columns,
                                                found->column_count, &error);
  CHECK(layout != NULL, "%s: %s", found->layout, error.text);
  return layout;
}

static void random_layouts_have_the_same_boundaries(void) {
  for (size_t i = 0; i < repetitions(50); i++) {
    char text[MOST_TEXT_SIZE], shape[MOST_TEXT_SIZE], found_shape[MOST_TEXT_SIZE];
    random_layout(text);
    struct table table = make_table(text, ROWS);
    rowkey_inference *found = infer(&table.keys);
    CHECK(found->layout != NULL && found->decoded == ROWS, "%s: %s makes %zu keys", text,
          found->layout == NULL ? "nothing" : found->layout, found->decoded);
    rowkey_layout *layout = compile(found);
    write_shape(table.layout, shape);
    write_shape(layout, found_shape);
    CHECK(strcmp(shape, found_shape) == 0, "%s is %s, found %s, which is %s", text, shape, found->layout,
          found_shape);
    CHECK(strstr(text, "{md5") == NULL || found->confidence == ROWKEY_CONFIDENCE_CHECKED,
          "%s: %s is not checked", text, found->layout);
    rowkey_layout_free(layout);
    rowkey_inference_free(found);
    free_table(&table);
  }
}

/* ---- What cannot be told ----------------------------------------------------------------------- */

static void random_bytes_have_no_shape(void) {
  for (size_t width = 1; width <= 40; width++) {
    uint8_t *bytes = malloc(ROWS * width);
    random_bytes(bytes, ROWS * width);
    const rowkey_keys keys = rowkey_keys_of_width(bytes, width, ROWS);
    rowkey_inference *found = infer(&keys);
    CHECK(found->confidence <= ROWKEY_CONFIDENCE_WIDTH, "%zu random bytes: confidence %d in %s", width,
          (int)found->confidence, found->layout);
    CHECK(found->chance >= 1, "%zu random bytes: chance %f", width, found->chance);
    rowkey_inference_free(found);
    free(bytes);
  }
}

static void random_lengths_have_no_shape(void) {
  uint64_t offsets[ROWS + 1] = {0};
  for (size_t i = 0; i < ROWS; i++) offsets[i + 1] = offsets[i] + random_below(30);
  uint8_t *bytes = malloc((size_t)offsets[ROWS] + 1);
  random_bytes(bytes, (size_t)offsets[ROWS]);
  const rowkey_keys keys = rowkey_keys_of_offsets(bytes, offsets, ROWS);
  rowkey_inference *found = infer(&keys);
  CHECK(found->confidence <= ROWKEY_CONFIDENCE_WIDTH, "confidence %d in %s", (int)found->confidence,
        found->layout);
  rowkey_inference_free(found);
  free(bytes);
}

static void foreign_keys_do_no_harm(void) {
  struct table table = make_table("{md5(id) % 100:02d}{id:010d}", ROWS);
  for (size_t i = 0; i < ROWS / 200; i++)
    spoil_key(&table, (size_t)random_below(ROWS), 1 + (size_t)random_below(30));
  rowkey_inference *found = infer(&table.keys);
  CHECK(found->layout != NULL && strcmp(found->layout, "{md5(number) % 100:02d}{number:010d}") == 0, "%s",
        found->layout == NULL ? "nothing" : found->layout);
  CHECK(found->decoded < ROWS && found->decoded >= ROWS - ROWS / 200, "%zu", found->decoded);
  rowkey_inference_free(found);
  free_table(&table);
}

/* Sorted keys have those of another table side by side, maybe in front. The layout has its name where it
 * makes all keys. */
static void foreign_keys_in_front_hide_the_name_alone(void) {
  struct table table = make_table("{abs(java_hash(name) % 640):03d}|{name}", ROWS);
  for (size_t row = 0; row < ROWS / 100; row++) spoil_key(&table, row, 9);
  rowkey_inference *found = infer(&table.keys);
  CHECK(found->name == NULL && strcmp(found->layout, "{abs(java_hash(key) % 640):03d}|{key}") == 0,
        "%s is %s", found->layout, found->name == NULL ? "" : found->name);
  CHECK(found->decoded == ROWS - ROWS / 100 && found->confidence == ROWKEY_CONFIDENCE_CHECKED, "%zu",
        found->decoded);
  rowkey_inference_free(found);
  free_table(&table);
}

/* Eight hex digits are not a number of 64 bits, though the salt is that of Phoenix. */
static void text_is_not_a_number_of_a_named_layout(void) {
  struct table table = make_table("{abs(h31(rest) % 10):u8}{name}\\x00{id:08x}", ROWS);
  rowkey_inference *found = infer(&table.keys);
  CHECK(strcmp(found->layout, "{abs(h31(rest) % 10):u8}{text}\\x00{number:08x}") == 0, "%s", found->layout);
  rowkey_inference_free(found);
  free_table(&table);
}

static void few_keys_are_enough_to_fail_well(void) {
  for (size_t rows = 1; rows < 20; rows++) {
    struct table table = make_table("{md5(id) % 100:02d}{id:010d}", rows);
    rowkey_inference *found = infer(&table.keys);
    CHECK(found->layout == NULL || found->decoded * 10 >= rows * 9, "%zu keys: %s makes %zu", rows,
          found->layout, found->decoded);
    rowkey_inference_free(found);
    free_table(&table);
  }
}

static void all_forms_of_keys_are_read(void) {
  struct table table = make_table("{md5(id) % 100:02d}{id:010d}", ROWS);
  uint32_t offsets[ROWS + 1];
  for (size_t i = 0; i <= ROWS; i++) offsets[i] = (uint32_t)table.offsets[i];
  const rowkey_keys forms[] = {table.keys,
                               (rowkey_keys){.data = table.bytes, .offsets32 = offsets, .rows = ROWS},
                               rowkey_keys_of_width(table.bytes, 12, ROWS)};
  for (size_t i = 0; i < 3; i++) {
    rowkey_inference *found = infer(&forms[i]);
    CHECK(strcmp(found->layout, "{md5(number) % 100:02d}{number:010d}") == 0, "%s", found->layout);
    CHECK(strcmp(found->column_list, "number:u64") == 0, "%s", found->column_list);
    CHECK(found->field_count == 2 && found->fields[1].source_offset == strlen("{md5(number) % 100:02d}"),
          "%zu", found->field_count);
    rowkey_inference_free(found);
  }
  free_table(&table);
}

/* Keys that are all empty may lie nowhere. */
static void empty_keys_need_no_memory(void) {
  static const uint64_t offsets[21] = {0};
  const rowkey_keys keys = rowkey_keys_of_offsets(NULL, offsets, 20);
  rowkey_inference *found = infer(&keys);
  CHECK(found->layout != NULL && strcmp(found->layout, "{text}") == 0 && found->decoded == 20, "%s",
        found->layout);
  rowkey_inference_free(found);
}

/* Any bytes are numbers and hashes; one number of ten digits in ten is a time; digits are none by chance. */
static void fields_have_their_chances(void) {
  static const struct {
    const char *layout;
    size_t fields;
    double least[3], most[3];
  } asked[] = {{"{id:u64}{sec:u32}", 2, {1, 0.4}, {1, 0.6}},
               {"{sec:010d}|{host}", 3, {0.1, 0, 0}, {0.11, 1e-9, 1e-9}},
               {"{ts:u64}{md5(host)}", 2, {1e-8, 1}, {1e-6, 1}},
               {"{md5(id) % 97:02d}-{id:010d}", 3, {0, 0, 0}, {1e-9, 1e-9, 1e-9}}};
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    struct table table = make_table(asked[i].layout, ROWS);
    rowkey_inference *found = infer(&table.keys);
    CHECK(found->field_count == asked[i].fields, "%s: %s", asked[i].layout, found->layout);
    for (size_t k = 0; k < found->field_count; k++)
      CHECK(found->fields[k].chance >= asked[i].least[k] && found->fields[k].chance <= asked[i].most[k],
            "%s: field %zu of %s has chance %g", asked[i].layout, k, found->layout, found->fields[k].chance);
    rowkey_inference_free(found);
    free_table(&table);
  }
}

static void names_overrule_times(void) {
  static const struct {
    const char *not_times, *found, *columns;
  } ruled[] = {{"ts", "{number:010d}|{ts:u64}", "number:u64,ts:time(ms)"},
               {"ts2", "{ts:010d}|{number:u64}", "ts:time(s),number:u64"},
               {"ts2,ts", "{number:010d}|{number2:u64}", "number:u64,number2:u64"}};
  static const struct {
    const char *not_times, *message;
  } refused[] = {{"", "\"\" is not an inferred time (expected any of: ts, ts2)"},
                 {"ts,number", "\"number\" is not an inferred time (expected any of: ts, ts2)"}};
  struct table table = make_table("{sec:010d}|{ts:u64}", ROWS);
  rowkey_error error;
  for (size_t i = 0; i < sizeof ruled / sizeof *ruled; i++) {
    rowkey_inference *found = rowkey_infer(&table.keys, ruled[i].not_times, &error);
    CHECK(found != NULL && strcmp(found->layout, ruled[i].found) == 0, "%s", found->layout);
    CHECK(strcmp(found->column_list, ruled[i].columns) == 0 && found->decoded == ROWS, "%s",
          found->column_list);
    rowkey_inference_free(found);
  }
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    rowkey_inference *found = rowkey_infer(&table.keys, refused[i].not_times, &error);
    CHECK(found == NULL && error.status == ROWKEY_ERROR_TYPE && strcmp(error.text, refused[i].message) == 0,
          "%s", error.text);
  }
  free_table(&table);
  table = make_table("{id:u64}", ROWS);
  CHECK(rowkey_infer(&table.keys, "ts", &error) == NULL &&
            strcmp(error.text, "\"ts\" is not an inferred time (no time was inferred)") == 0,
        "%s", error.text);
  free_table(&table);
}

static void bad_keys_are_refused(void) {
  static const uint64_t falling[] = {0, 4, 2};
  const rowkey_keys none = rowkey_keys_of_width("", 1, 0), bad = rowkey_keys_of_offsets("abcd", falling, 2);
  rowkey_error error;
  CHECK(rowkey_infer(&none, NULL, &error) == NULL && error.status == ROWKEY_ERROR_RANGE, "%s", error.text);
  CHECK(rowkey_infer(&bad, NULL, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "%s", error.text);
  CHECK(rowkey_infer(NULL, NULL, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "%s", error.text);
  CHECK(rowkey_infer(&none, NULL, NULL) == NULL, "without an error");
  rowkey_inference_free(NULL);
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"finds known layouts", finds_known_layouts},
      {"names known designs", names_known_designs},
      {"random layouts have the same boundaries", random_layouts_have_the_same_boundaries},
      {"random bytes have no shape", random_bytes_have_no_shape},
      {"random lengths have no shape", random_lengths_have_no_shape},
      {"foreign keys do no harm", foreign_keys_do_no_harm},
      {"foreign keys in front hide the name alone", foreign_keys_in_front_hide_the_name_alone},
      {"text is not a number of a named layout", text_is_not_a_number_of_a_named_layout},
      {"few keys are enough to fail well", few_keys_are_enough_to_fail_well},
      {"all forms of keys are read", all_forms_of_keys_are_read},
      {"empty keys need no memory", empty_keys_need_no_memory},
      {"fields have their chances", fields_have_their_chances},
      {"names overrule times", names_overrule_times},
      {"bad keys are refused", bad_keys_are_refused},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
