/* Ranges of all named layouts against all records of a small domain. */
#include <stdio.h>
#include <string.h>

#include "brute_force.h"
#include "testing.h"

/* The schema of a named layout: "id:u64,host:text", a further column `line` where the template reads it. */
struct schema {
  rowkey_column columns[DOMAIN_COLUMNS];
  char names[DOMAIN_COLUMNS][32];
  size_t count;
};

static rowkey_type type_named(const char *name, size_t size) {
  static const char *const names[] = {[ROWKEY_U64] = "u64",
                                      [ROWKEY_I64] = "i64",
                                      [ROWKEY_TEXT] = "text",
                                      [ROWKEY_F64] = "f64",
                                      [ROWKEY_F32] = "f32"};
  for (int type = ROWKEY_U64; type <= ROWKEY_F32; type++)
    if (strlen(names[type]) == size && memcmp(names[type], name, size) == 0) return (rowkey_type)type;
  CHECK(false, "no type %.*s", (int)size, name);
  return ROWKEY_U64;
}

static void add_column(struct schema *schema, const char *name, size_t size, rowkey_type type) {
  CHECK(schema->count < DOMAIN_COLUMNS && size < sizeof schema->names[0], "%s", name);
  memcpy(schema->names[schema->count], name, size);
  schema->columns[schema->count] = (rowkey_column){.name = schema->names[schema->count], .type = type};
  schema->count++;
}

static void read_schema(struct schema *schema, const char *text, const char *template) {
  *schema = (struct schema){.count = 0};
  while (*text != '\0' && strcmp(text, "...") != 0) {
    const size_t name = strcspn(text, ":"), size = strcspn(text, ",");
    add_column(schema, text, name, type_named(text + name + 1, size - name - 1));
    text += size + (text[size] == ',');
  }
  if (strstr(template, "line") != NULL) add_column(schema, "line", 4, ROWKEY_TEXT);
}

struct subject {
  char text[ROWKEY_NAMED_TEMPLATE_SIZE];
  struct schema schema;
  rowkey_layout *layout;
};

static void open_subject(struct subject *subject, const rowkey_named_layout *named) {
  char call[64];
  rowkey_error error;
  const size_t size = (size_t)snprintf(call, sizeof call, "@%s", named->name);
  CHECK(rowkey_named_expand(call, size, NULL, subject->text, sizeof subject->text, &error) == ROWKEY_OK, "%s",
        error.text);
  read_schema(&subject->schema, named->columns, subject->text);
  subject->layout = rowkey_layout_compile(subject->text, strlen(subject->text), subject->schema.columns,
                                          subject->schema.count, &error);
  CHECK(subject->layout != NULL, "%s", error.text);
}

static bool has_random(const struct subject *subject) { return strstr(subject->text, "random()") != NULL; }

/* ---- Any conditions -------------------------------------------------------------------------- */

static void ask(const struct subject *subject, const struct small_domain *domain,
                const struct small_table *table) {
  rowkey_condition conditions[4];
  const size_t count = random_conditions(domain, subject->layout, conditions);
  rowkey_error error;
  rowkey_ranges *ranges = rowkey_ranges_find(subject->layout, conditions, count, 20000, &error);
  if (ranges != NULL) {
    check_ranges(subject->text, ranges, table, domain, conditions, count);
    rowkey_ranges_free(ranges);
    return;
  }
  CHECK(error.status == ROWKEY_ERROR_RANGE || error.status == ROWKEY_ERROR_TYPE, "%s where %s: %s",
        subject->text, conditions_text(domain, conditions, count), error.text);
}

static struct small_domain domain;
static struct small_table table;

static void any_conditions(void) {
  const size_t rounds = repetitions(30);
  const rowkey_named_layout *named;
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    struct subject subject;
    open_subject(&subject, named);
    for (size_t round = 0; round < rounds; round++) {
      fill_domain(&domain, subject.layout, subject.schema.columns, subject.schema.count);
      fill_table(&table, subject.layout, &domain, has_random(&subject) ? 3 : 1);
      for (size_t k = 0; k < 6; k++) ask(&subject, &domain, &table);
    }
    rowkey_layout_free(subject.layout);
  }
}

/* ---- One record ------------------------------------------------------------------------------ */

static bool all_come_back(const rowkey_layout *layout, size_t columns) {
  for (size_t i = 0; i < columns; i++)
    if (rowkey_layout_uses(layout, i) && rowkey_layout_recovery(layout, i) != ROWKEY_RECOVERED) return false;
  return true;
}

static size_t conditions_of_record(const struct subject *subject, const struct small_record *record,
                                   rowkey_condition *conditions) {
  size_t count = 0;
  for (size_t i = 0; i < subject->schema.count; i++)
    if (rowkey_layout_uses(subject->layout, i))
      conditions[count++] = (rowkey_condition){
          .column = i, .comparison = ROWKEY_EQUAL, .values = &record->values[i], .value_count = 1};
  return count;
}

static void ask_for_record(const struct subject *subject, const struct small_record *record) {
  rowkey_condition conditions[DOMAIN_COLUMNS];
  const size_t count = conditions_of_record(subject, record, conditions);
  rowkey_error error;
  rowkey_ranges *ranges = rowkey_ranges_find(subject->layout, conditions, count, 0, &error);
  CHECK(ranges != NULL, "%s: %s", subject->text, error.text);
  CHECK(ranges->count == 1 && ranges->ranges[0].is_key && ranges->ranges[0].start_size == record->key_size &&
            memcmp(ranges->ranges[0].start, record->key, record->key_size) == 0,
        "%s where %s: %zu ranges", subject->text, conditions_text(&domain, conditions, count), ranges->count);
  CHECK(ranges->exact == all_come_back(subject->layout, subject->schema.count), "%s: exact is %d",
        subject->text, ranges->exact);
  rowkey_ranges_free(ranges);
}

static void one_record(void) {
  const rowkey_named_layout *named;
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    struct subject subject;
    open_subject(&subject, named);
    fill_domain(&domain, subject.layout, subject.schema.columns, subject.schema.count);
    fill_table(&table, subject.layout, &domain, 1);
    for (size_t k = 0; k < table.count && k < 40 && !has_random(&subject); k++)
      ask_for_record(&subject, &table.records[k]);
    rowkey_layout_free(subject.layout);
  }
}

static const struct test tests[] = {
    {"every record of a named layout that is asked for lies in one range", any_conditions},
    {"one record is one key, exactly where its columns come back from it", one_record},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
