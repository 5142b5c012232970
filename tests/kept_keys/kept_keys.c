#include "kept_keys.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"
#include "text/tokens.h"
#include "types/column_type.h"

enum { LINES_MAX = 10000, LINE_MAX_BYTES = 2048, FIELDS = 6 };

/* ---- The file -------------------------------------------------------------------------------- */

static char *copy_of(const char *text, size_t size) {
  char *copy = malloc(size + 1);
  CHECK(copy != NULL, "no memory");
  memcpy(copy, text, size);
  copy[size] = '\0';
  return copy;
}

static uint64_t number_of(const char *text, unsigned line) {
  char *end = NULL;
  errno = 0;
  const uint64_t number = strtoull(text, &end, 10);
  CHECK(errno == 0 && end != text && *end == '\0', "keys.tsv, line %u: %s is not a number", line, text);
  return number;
}

static uint8_t byte_of_hex(const char *digits) {
  const int high = rowkey_hex_digit(digits[0]), low = high < 0 ? high : rowkey_hex_digit(digits[1]);
  CHECK(low >= 0, "%.2s are not two hex digits", digits);
  return (uint8_t)(high * 16 + low);
}

static struct kept_key read_line(const char *text, unsigned line) {
  char *fields[FIELDS];
  for (size_t i = 0; i < FIELDS; i++) {
    const size_t size = strcspn(text, "\t\n");
    CHECK(text[size] == (i + 1 < FIELDS ? '\t' : '\n'), "keys.tsv, line %u: %d fields are expected", line,
          FIELDS);
    fields[i] = copy_of(text, size);
    text += size + 1;
  }
  const size_t size = strlen(fields[5]) / 2;
  uint8_t *key = (uint8_t *)copy_of(fields[5], size);
  for (size_t i = 0; i < size; i++) key[i] = byte_of_hex(fields[5] + 2 * i);
  const struct kept_key kept = {.line = line,
                                .layout = fields[0],
                                .columns = fields[1],
                                .record = fields[2],
                                .seed = number_of(fields[3], line),
                                .row = number_of(fields[4], line),
                                .key = key,
                                .key_size = size};
  for (size_t i = 3; i < FIELDS; i++) free(fields[i]);
  return kept;
}

/* Systems without dictionaries lack the type of their columns. */
static bool has_types(const char *line) {
  static const char *const names[] = {
#define TYPE_KIND(name) #name,
#include "types/kinds.def"
#undef TYPE_KIND
  };
  bool has_uid = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) has_uid |= strcmp(names[i], "uid") == 0;
  return has_uid || strstr(line, ":uid(") == NULL;
}

struct kept_keys kept_keys(void) {
  static struct kept_key lines[LINES_MAX];
  static size_t count;
  if (count > 0) return (struct kept_keys){lines, count};
  FILE *file = fopen(KEPT_KEYS_FOLDER "/keys.tsv", "r");
  CHECK(file != NULL, KEPT_KEYS_FOLDER "/keys.tsv: %s", strerror(errno));
  char text[LINE_MAX_BYTES];
  for (unsigned line = 1; fgets(text, sizeof text, file) != NULL; line++) {
    if (text[0] == '#' || !has_types(text)) continue;
    CHECK(count < LINES_MAX, "keys.tsv has more than %d keys", LINES_MAX);
    lines[count++] = read_line(text, line);
  }
  fclose(file);
  CHECK(count > 0, "keys.tsv has no keys");
  return (struct kept_keys){lines, count};
}

/* ---- Layouts --------------------------------------------------------------------------------- */

const char *kept_template(const char *layout, char expansion[ROWKEY_NAMED_TEMPLATE_SIZE]) {
  rowkey_error error;
  if (layout[0] != '@') return layout;
  CHECK(rowkey_named_expand(layout, strlen(layout), NULL, expansion, ROWKEY_NAMED_TEMPLATE_SIZE, &error) ==
            ROWKEY_OK,
        "%s", error.text);
  return expansion;
}

/* ---- Schemas --------------------------------------------------------------------------------- */

static rowkey_type plain_type(const char *type) {
  static const struct {
    const char *name;
    rowkey_type type;
  } plain[] = {{"u64", ROWKEY_U64},
               {"i64", ROWKEY_I64},
               {"text", ROWKEY_TEXT},
               {"f64", ROWKEY_F64},
               {"f32", ROWKEY_F32}};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (strcmp(type, plain[i].name) == 0) return plain[i].type;
  return 0;
}

/* The files of uid(FILE) lie beside keys.tsv. */
static rowkey_column_type *parse_type(const char *type) {
  static const char opening[] = "uid(";
  char text[1024];
  const bool has_file = strncmp(type, opening, sizeof opening - 1) == 0;
  const int size = has_file ? snprintf(text, sizeof text, "uid(\"" KEPT_KEYS_FOLDER "/%.*s\")",
                                       (int)strlen(type) - (int)sizeof opening, type + sizeof opening - 1)
                            : snprintf(text, sizeof text, "%s", type);
  rowkey_error error;
  rowkey_column_type *parsed = rowkey_column_type_parse(text, (size_t)size, &error);
  CHECK(parsed != NULL, "%s", error.text);
  return parsed;
}

/* The end of the column that `text` begins with: the comma after it, or the end of the text. */
static char *end_of_column(char *text) {
  unsigned depth = 0;
  bool quoted = false;
  for (; *text != '\0' && (quoted || depth > 0 || *text != ','); text++) {
    if (*text == '"') quoted = !quoted;
    if (!quoted && *text == '(') depth++;
    if (!quoted && *text == ')') depth--;
  }
  return text;
}

static void add_column(struct kept_schema *schema, char *column) {
  char *colon = strchr(column, ':');
  CHECK(colon != NULL && schema->count < KEPT_COLUMNS_MAX, "the column %s", column);
  *colon = '\0';
  const size_t i = schema->count++;
  const rowkey_type plain = plain_type(colon + 1);
  schema->types[i] = plain == 0 ? parse_type(colon + 1) : NULL;
  schema->columns[i] =
      plain == 0 ? rowkey_column_type_column(schema->types[i], column) : rowkey_column_of(column, plain);
}

struct kept_schema read_kept_schema(const char *columns) {
  struct kept_schema schema = {.text = copy_of(columns, strlen(columns))};
  for (char *at = schema.text, *end; *at != '\0'; at = end) {
    end = end_of_column(at);
    if (*end == ',') *end++ = '\0';
    add_column(&schema, at);
  }
  return schema;
}

void free_kept_schema(struct kept_schema *schema) {
  for (size_t i = 0; i < schema->count; i++) rowkey_column_type_free(schema->types[i]);
  free(schema->text);
}

/* ---- Records --------------------------------------------------------------------------------- */

struct kept_value kept_value(const struct kept_key *kept, size_t index) {
  struct kept_value value = {.is_null = false};
  const char *at = kept->record;
  for (; index > 0; index--) {
    at += strcspn(at, ",");
    CHECK(*at++ == ',', "keys.tsv, line %u: too few values", kept->line);
  }
  const size_t size = strcspn(at, ",");
  value.is_null = size == 2 && memcmp(at, "\\N", 2) == 0;
  for (const char *end = at + size; at < end && !value.is_null;) {
    const bool escaped = *at == '\\';
    CHECK(value.size + 1 < sizeof value.bytes && (!escaped || at[1] == 'x'),
          "keys.tsv, line %u: %s is too long, or has a \\ without xHH", kept->line, kept->record);
    value.bytes[value.size++] = escaped ? (char)byte_of_hex(at + 2) : *at;
    at += escaped ? 4 : 1;
  }
  return value;
}
