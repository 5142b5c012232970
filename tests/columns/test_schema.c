/* Schemas: what their texts mean, what is refused and where the caret stands, and what lives how long. */
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "testing.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static rowkey_schema *parse(const char *text) {
  rowkey_error error;
  rowkey_schema *schema = rowkey_schema_parse(text, strlen(text), &error);
  CHECK(schema != NULL, "%s", error.text);
  return schema;
}

/* ---- What is understood ------------------------------------------------------------------------------ */

static const struct {
  const char *type, *spelled; /* NULL: as it is */
  rowkey_type physical;
  uint32_t width;
  rowkey_time_unit unit;
} types[] = {
    {"u64", NULL, ROWKEY_U64, 0, ROWKEY_NO_TIME},
    {"i64", NULL, ROWKEY_I64, 0, ROWKEY_NO_TIME},
    {"f64", NULL, ROWKEY_F64, 0, ROWKEY_NO_TIME},
    {"f32", NULL, ROWKEY_F32, 0, ROWKEY_NO_TIME},
    {"text", NULL, ROWKEY_TEXT, 0, ROWKEY_NO_TIME},
    {"bytes", "text", ROWKEY_TEXT, 0, ROWKEY_NO_TIME},
    {"bytes(1)", NULL, ROWKEY_TEXT, 1, ROWKEY_NO_TIME},
    {"bytes(016)", "bytes(16)", ROWKEY_TEXT, 16, ROWKEY_NO_TIME},
    {"bytes(1048576)", NULL, ROWKEY_TEXT, 1048576, ROWKEY_NO_TIME},
    {"time(s)", NULL, ROWKEY_I64, 0, ROWKEY_SECONDS},
    {"time(ns)", NULL, ROWKEY_I64, 0, ROWKEY_NANOSECONDS},
    {"time( ms , \"%d.%m.%Y, %H:%M (\\\"\" )", NULL, ROWKEY_I64, 0, ROWKEY_MILLISECONDS},
    {"epoch(us)", NULL, ROWKEY_I64, 0, ROWKEY_MICROSECONDS},
    {"decimal(2)", NULL, ROWKEY_I64, 0, ROWKEY_NO_TIME},
    {"uuid", NULL, ROWKEY_TEXT, 16, ROWKEY_NO_TIME},
    {"ip", NULL, ROWKEY_TEXT, 16, ROWKEY_NO_TIME},
    {"ipv4", NULL, ROWKEY_U64, 0, ROWKEY_NO_TIME},
    {"hex", NULL, ROWKEY_TEXT, 0, ROWKEY_NO_TIME},
    {"base64", NULL, ROWKEY_TEXT, 0, ROWKEY_NO_TIME},
    {"bool", NULL, ROWKEY_U64, 0, ROWKEY_NO_TIME},
    {"enum(a, b)", NULL, ROWKEY_U64, 0, ROWKEY_NO_TIME},
    {"enum(\"a,b\",\"c):u64\",\"\\\\\",\"\")", NULL, ROWKEY_U64, 0, ROWKEY_NO_TIME},
};

static void check_column(const rowkey_column *column, size_t i) {
  char spelled[100] = "";
  const char *expected = types[i].spelled != NULL ? types[i].spelled : types[i].type;
  CHECK(column->type == types[i].physical && column->width == types[i].width && column->unit == types[i].unit,
        "%s: type %d, width %lu, unit %d", types[i].type, (int)column->type, (unsigned long)column->width,
        (int)column->unit);
  CHECK(rowkey_column_type_name(column, spelled, sizeof spelled) == strlen(expected) &&
            strcmp(spelled, expected) == 0,
        "%s is spelled %s", types[i].type, spelled);
  const char *hidden = types[i].unit != ROWKEY_NO_TIME            ? "unit"
                       : strcmp(types[i].type, "decimal(2)") == 0 ? "scale"
                                                                  : "nothing";
  const char *part = rowkey_column_hidden_part(column);
  if (part == NULL) part = "nothing";
  CHECK(strcmp(part, hidden) == 0, "%s hides %s, not %s", types[i].type, part, hidden);
}

/* Each type by itself, and all of them in one schema, with and without blanks. */
static void every_type(void) {
  for (size_t blanks = 0; blanks < 2; blanks++) {
    char text[2000] = "";
    size_t size = 0, count;
    for (size_t i = 0; i < COUNT_OF(types); i++)
      size += (size_t)snprintf(text + size, sizeof text - size, blanks ? "%s\t c%zu :\n%s " : "%sc%zu:%s",
                               i == 0 ? "" : ",", i, types[i].type);
    rowkey_schema *schema = parse(text);
    const rowkey_column *columns = rowkey_schema_columns(schema, &count);
    CHECK(count == COUNT_OF(types), "%zu columns", count);
    for (size_t i = 0; i < count; i++) {
      char name[30];
      snprintf(name, sizeof name, "c%zu", i);
      CHECK(strcmp(columns[i].name, name) == 0, "%s", columns[i].name);
      check_column(&columns[i], i);
    }
    rowkey_schema_free(schema);
  }
  for (size_t i = 0; i < COUNT_OF(types); i++) {
    static const char name[] = "any name";
    rowkey_error error;
    rowkey_column column;
    CHECK(rowkey_column_declare(name, types[i].type, strlen(types[i].type), &column, &error) == ROWKEY_OK,
          "%s", error.text);
    CHECK(column.name == name, "the name was copied");
    check_column(&column, i);
    rowkey_column_free(&column);
    CHECK(column.declared == NULL, "a type that is freed");
    rowkey_column_free(&column);
  }
}

static void no_columns(void) {
  static const char *const texts[] = {"", " ", " \t\r\n"};
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    size_t count = 1;
    rowkey_schema *schema = parse(texts[i]);
    rowkey_schema_columns(schema, &count);
    CHECK(count == 0, "%zu columns", count);
    rowkey_schema_free(schema);
  }
}

/* The columns of every named layout, and `line`, are a schema that its template compiles for. */
static void named_layouts(void) {
  for (size_t i = 0; rowkey_named_layout_at(i) != NULL; i++) {
    const rowkey_named_layout *named = rowkey_named_layout_at(i);
    const char *more = strstr(named->columns, ",...");
    const size_t length = more != NULL ? (size_t)(more - named->columns) : strlen(named->columns);
    char written[1000], name[100], text[ROWKEY_NAMED_TEMPLATE_SIZE];
    rowkey_error error;
    size_t count;
    snprintf(written, sizeof written, "%.*s,line:text", (int)length, named->columns);
    snprintf(name, sizeof name, "@%s", named->name);
    CHECK(rowkey_named_expand(name, strlen(name), NULL, text, sizeof text, &error) == ROWKEY_OK, "%s",
          error.text);
    rowkey_schema *schema = parse(written);
    const rowkey_column *columns = rowkey_schema_columns(schema, &count);
    rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), columns, count, &error);
    CHECK(layout != NULL, "@%s: %s", named->name, error.text);
    rowkey_layout_free(layout);
    rowkey_schema_free(schema);
  }
}

/* ---- What is refused --------------------------------------------------------------------------------- */

static const struct {
  const char *text;
  size_t offset, column;
  rowkey_status status;
  const char *sentence, *expected; /* how they begin */
} bad[] = {
    {"a", 1, 0, ROWKEY_ERROR_SYNTAX, "the type of a is missing", "a colon and the type of the column"},
    {"a:u64,b", 7, 1, ROWKEY_ERROR_SYNTAX, "the type of b is missing", "a colon"},
    {"a b:u64", 2, 0, ROWKEY_ERROR_SYNTAX, "the type of a is missing", "a colon"},
    {"a:", 2, 0, ROWKEY_ERROR_TYPE, "a type is missing",
     "one of the types u64, i64, f64, f32, text, bytes, time"},
    {"a:,b:u64", 2, 0, ROWKEY_ERROR_TYPE, "a type is missing", "one of the types"},
    {":u64", 0, 0, ROWKEY_ERROR_SYNTAX, "the name of a column is missing", "NAME:TYPE, such as host:text"},
    {",", 0, 0, ROWKEY_ERROR_SYNTAX, "the name of a column is missing", "NAME:TYPE"},
    {"a:u64,", 6, 1, ROWKEY_ERROR_SYNTAX, "the name of a column is missing", "NAME:TYPE"},
    {"a:u64, ,b:u64", 7, 1, ROWKEY_ERROR_SYNTAX, "the name of a column is missing", "NAME:TYPE"},
    {"1d:u64", 0, 0, ROWKEY_ERROR_SYNTAX, "1d is not a valid name of a column",
     "a name that begins with a letter"},
    {"a-b:u64", 1, 0, ROWKEY_ERROR_SYNTAX, "the type of a is missing", "a colon"},
    {"a.:u64", 1, 0, ROWKEY_ERROR_SYNTAX, "the type of a is missing", "a colon"},
    {"a:u64,b:u64,a:text", 12, 2, ROWKEY_ERROR_SYNTAX, "a is named twice", "each column once"},
    {"a:u64 text", 6, 0, ROWKEY_ERROR_SYNTAX, "something follows the type", "a comma and the next column"},
    {"a:u64:b", 5, 0, ROWKEY_ERROR_SYNTAX, "something follows the type", "a comma"},
    {"a:uuid)", 6, 0, ROWKEY_ERROR_SYNTAX, "something follows the type", "a comma"},
    {"a:text,b:u46", 9, 1, ROWKEY_ERROR_TYPE, "there is no type u46", "u64 (the types are u64, i64"},
    {"a:u64le", 2, 0, ROWKEY_ERROR_TYPE, "there is no type u64le", ""},
    {"a:16s", 2, 0, ROWKEY_ERROR_TYPE, "there is no type 16s", ""},
    {"a:TEXT", 2, 0, ROWKEY_ERROR_TYPE, "there is no type TEXT", "one of the types"},
    {"a:timestamp(ms)", 2, 0, ROWKEY_ERROR_TYPE, "there is no type timestamp", ""},
    {"a:decimals(2)", 2, 0, ROWKEY_ERROR_TYPE, "there is no type decimals", "decimal (the types are"},
    {"a:u64(8)", 5, 0, ROWKEY_ERROR_SYNTAX, "u64 has no parameters", "the type alone"},
    {"a:text(16)", 6, 0, ROWKEY_ERROR_SYNTAX, "text has no parameters", "text alone, or bytes(N)"},
    {"a:bytes()", 8, 0, ROWKEY_ERROR_SYNTAX, "the width is not valid", "bytes(N) with N from 1 to 1048576"},
    {"a:bytes(0)", 8, 0, ROWKEY_ERROR_SYNTAX, "the width is not valid", "bytes(N)"},
    {"a:bytes(1048577)", 8, 0, ROWKEY_ERROR_SYNTAX, "the width is not valid", "bytes(N)"},
    {"a:bytes(99999999999999999999)", 8, 0, ROWKEY_ERROR_SYNTAX, "the width is not valid", "bytes(N)"},
    {"a:bytes(-1)", 8, 0, ROWKEY_ERROR_SYNTAX, "the width is not valid", "bytes(N)"},
    {"a:bytes(16", 8, 0, ROWKEY_ERROR_SYNTAX, "the width is not valid", "bytes(N)"},
    {"a:bytes( 16)", 8, 0, ROWKEY_ERROR_SYNTAX, "the width is not valid", "bytes(N)"},
    {"a:time", 6, 0, ROWKEY_ERROR_SYNTAX, "the parameters of time are missing", "time("},
    {"x:u64, a:time(m)", 14, 1, ROWKEY_ERROR_SYNTAX, "time has no unit m", "s, ms, us or ns"},
    {"x:u64,a:decimal(19)", 16, 1, ROWKEY_ERROR_SYNTAX, "decimal cannot have 19 digits",
     "the digits after the point"},
    {"x:u64,a:enum(b,c,b)", 17, 1, ROWKEY_ERROR_SYNTAX, "enum has the name b twice", "another name"},
    {"x:u64,a:enum(b,\"c)", 15, 1, ROWKEY_ERROR_SYNTAX, "unterminated string", "a second \""},
    {"x:u64,a:enum(\"\\y\")", 14, 1, ROWKEY_ERROR_SYNTAX, "unknown escape", "\\xHH"},
    {"a:enum(b,c:u64", 14, 0, ROWKEY_ERROR_SYNTAX, "the parameters of the type do not end", "a comma or )"},
    {"a:hex(2)", 5, 0, ROWKEY_ERROR_SYNTAX, "something follows the type", "a comma"},
};

/* Whether the error is a sentence, the text, and a caret under the offset with what was expected. */
static void check_error(const rowkey_error *error, const char *text, size_t offset, size_t i) {
  char caret[200];
  CHECK(error->status == bad[i].status && error->offset == offset, "%s: status %d at %zu: %s", bad[i].text,
        (int)error->status, error->offset, error->text);
  snprintf(caret, sizeof caret, "\n%s\n%*s^ expected %s", text, (int)offset, "", bad[i].expected);
  CHECK(strncmp(error->text, bad[i].sentence, strlen(bad[i].sentence)) == 0 &&
            strstr(error->text, caret) != NULL,
        "%s", error->text);
}

static void carets(void) {
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    rowkey_error error;
    CHECK(rowkey_schema_parse(bad[i].text, strlen(bad[i].text), &error) == NULL, "%s", bad[i].text);
    check_error(&error, bad[i].text, bad[i].offset, i);
    CHECK(error.column == bad[i].column, "%s: column %zu", bad[i].text, error.column);
    CHECK(rowkey_schema_parse(bad[i].text, strlen(bad[i].text), NULL) == NULL, "%s", bad[i].text);
  }
}

/* A type by itself has its caret under the type. */
static void carets_of_types(void) {
  size_t seen = 0;
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    const char *type = strrchr(bad[i].text, ':');
    if (type == NULL) continue;
    type++;
    if (bad[i].offset < (size_t)(type - bad[i].text) || strncmp(bad[i].sentence, "something", 9) == 0 ||
        strstr(bad[i].text, "c:u64") != NULL || strstr(bad[i].sentence, " is missing") != NULL)
      continue;
    rowkey_error error;
    rowkey_column column = rowkey_column_of_width("before", 7);
    CHECK(rowkey_column_declare("a", type, strlen(type), &column, &error) == bad[i].status, "%s", type);
    check_error(&error, type, bad[i].offset - (size_t)(type - bad[i].text), i);
    CHECK(strcmp(column.name, "before") == 0 && column.width == 7, "the column has changed");
    seen++;
  }
  CHECK(seen > 15, "only %zu types", seen);
  rowkey_error error;
  rowkey_column column;
  CHECK(rowkey_column_declare("a", " u64 u64", 8, &column, &error) == ROWKEY_ERROR_SYNTAX &&
            error.offset == 5 && strstr(error.text, "\n     ^ expected the end of the type") != NULL,
        "%s", error.text);
  CHECK(rowkey_column_declare("a", "uuid,", 5, &column, &error) == ROWKEY_ERROR_SYNTAX,
        "a comma after a type");
}

static void arguments(void) {
  static char large[(1 << 20) + 1];
  rowkey_error error;
  rowkey_column column;
  size_t count = 7;
  memset(large, ' ', sizeof large);
  CHECK(rowkey_schema_parse(NULL, 1, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "NULL");
  CHECK(rowkey_schema_parse(NULL, 1, NULL) == NULL, "NULL without an error");
  rowkey_schema *none = rowkey_schema_parse(NULL, 0, &error);
  CHECK(rowkey_schema_columns(none, &count) == NULL && none != NULL && count == 0, "an empty text");
  rowkey_schema_free(none);
  CHECK(rowkey_schema_parse(large, sizeof large, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT,
        "a long text");
  rowkey_schema_free(rowkey_schema_parse(large, sizeof large - 1, &error));
  CHECK(rowkey_column_declare(NULL, "u64", 3, &column, &error) == ROWKEY_ERROR_ARGUMENT, "no name");
  CHECK(rowkey_column_declare("a", NULL, 3, &column, &error) == ROWKEY_ERROR_ARGUMENT, "no type");
  CHECK(rowkey_column_declare("a", "u64", 3, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "no column");
  CHECK(rowkey_column_declare("a", "u65", 3, &column, NULL) == ROWKEY_ERROR_TYPE, "no error");
  CHECK(rowkey_column_declare("a", large, sizeof large, &column, &error) == ROWKEY_ERROR_ARGUMENT,
        "a long type");
  CHECK(rowkey_schema_columns(NULL, &count) == NULL && count == 0, "columns of NULL");
  rowkey_schema_free(NULL);
  rowkey_column_free(NULL);
}

static void many_columns(void) {
  enum { MOST = 10000 };
  static char text[(MOST + 1) * 12];
  size_t size = 0, before = 0, count;
  rowkey_error error;
  for (size_t i = 0; i <= MOST; i++) {
    before = size;
    size += (size_t)snprintf(text + size, sizeof text - size, "%sc%zu:u64", i == 0 ? "" : ",", i);
  }
  CHECK(rowkey_schema_parse(text, size, &error) == NULL && error.status == ROWKEY_ERROR_SYNTAX &&
            error.column == MOST && strstr(error.text, "^ expected at most 10000 columns") != NULL,
        "%s", error.text);
  rowkey_schema *schema = rowkey_schema_parse(text, before, &error);
  rowkey_schema_columns(schema, &count);
  CHECK(count == MOST, "%zu columns", count);
  rowkey_schema_free(schema);
}

static void names_cut_off(void) {
  const rowkey_column column = rowkey_column_of_width("id", 16);
  char text[] = "?????";
  CHECK(rowkey_column_type_name(&column, text, 4) == 9 && memcmp(text, "byt\0?", 6) == 0, "%s", text);
  CHECK(rowkey_column_type_name(&column, NULL, 0) == 9, "without room");
  rowkey_schema *schema = parse("k:enum(one,two)");
  size_t count;
  const rowkey_column *declared = rowkey_schema_columns(schema, &count);
  CHECK(rowkey_column_type_name(declared, text, 4) == 13 && memcmp(text, "enu\0?", 6) == 0, "%s", text);
  CHECK(rowkey_column_type_name(declared, NULL, 0) == 13, "without room");
  rowkey_schema_free(schema);
  const rowkey_column unit = rowkey_column_of_time("ts", ROWKEY_MICROSECONDS);
  char time[20];
  CHECK(rowkey_column_type_name(&unit, time, sizeof time) == 8 && strcmp(time, "time(us)") == 0, "%s", time);
}

/* ---- What lives how long ----------------------------------------------------------------------------- */

/* The text, the schema and its types are gone when the layout is used. */
static void layouts_outlive_schemas(void) {
  static const char written[] = "kind:enum(\"a b\",second,c),ts:time(ms,\"%d.%m.%Y\"),id:bytes(4)";
  rowkey_error error;
  size_t count;
  char *text = malloc(sizeof written);
  memcpy(text, written, sizeof written);
  rowkey_schema *schema = rowkey_schema_parse(text, sizeof written - 1, &error);
  CHECK(schema != NULL, "%s", error.text);
  memset(text, '?', sizeof written);
  free(text);
  const rowkey_column *columns = rowkey_schema_columns(schema, &count);
  rowkey_layout *layout = rowkey_layout_compile("{kind:u8}{ts:i64}{id}", 21, columns, count, &error);
  CHECK(layout != NULL, "%s", error.text);
  rowkey_schema_free(schema);
  const rowkey_values values[] = {rowkey_values_of_width(ROWKEY_KIND_TEXT, "second", 6, 1),
                                  rowkey_values_of_width(ROWKEY_KIND_TEXT, "02.01.1970", 10, 1),
                                  rowkey_values_of_width(ROWKEY_KIND_TEXT, "wxyz", 4, 1)};
  const rowkey_batch batch = rowkey_batch_of(values, count, 1);
  uint8_t key[13];
  const rowkey_key_buffer buffer = {.data = key, .capacity = sizeof key};
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, &error);
  CHECK(encoder != NULL && rowkey_encode(encoder, &batch, &buffer, NULL, &error) == ROWKEY_OK, "%s",
        error.text);
  static const uint8_t expected[] = {1,    0x80, 0,   0,   0,   0x05, 0x26,
                                     0x5c, 0x00, 'w', 'x', 'y', 'z'}; /* 86400000 */
  CHECK(memcmp(key, expected, sizeof key) == 0, "another key");
  rowkey_encoder_free(encoder);
  rowkey_layout_free(layout);
}

static void names_in_backquotes(void) {
  static const char text[] = "`user-id` : u64,`a:b, \"c\"`:text,plain:i64";
  static const char *const names[] = {"user-id", "a:b, \"c\"", "plain"};
  size_t count;
  rowkey_schema *schema = parse(text);
  const rowkey_column *columns = rowkey_schema_columns(schema, &count);
  CHECK(count == 3, "%zu columns", count);
  for (size_t i = 0; i < count; i++) CHECK(strcmp(columns[i].name, names[i]) == 0, "%s", columns[i].name);
  rowkey_schema_free(schema);
  static const char *const bad_names[] = {"``:u64",  "`a:u64",   "`a\n`:u64",
                                          "a-b:u64", "`a`b:u64", "`a`:u64,a:u64"};
  for (size_t i = 0; i < COUNT_OF(bad_names); i++) {
    rowkey_error error;
    CHECK(rowkey_schema_parse(bad_names[i], strlen(bad_names[i]), &error) == NULL &&
              error.status == ROWKEY_ERROR_SYNTAX,
          "%s is taken", bad_names[i]);
  }
}

static void files_are_refused(void) {
  static const char text[] = "a:u64,m:uid(no-such-file,grow)";
  rowkey_error error;
  CHECK(rowkey_schema_parse_without_files(text, sizeof text - 1, &error) == NULL &&
            error.status == ROWKEY_ERROR_TYPE && error.offset == 8 && error.column == 1,
        "%s", error.text);
  FILE *file = fopen("no-such-file", "rb");
  CHECK(file == NULL, "a file was made");
  rowkey_schema *schema = rowkey_schema_parse_without_files("m:enum(\"uid(x)\")", 16, &error);
  CHECK(schema != NULL, "%s", error.text);
  rowkey_schema_free(schema);
}

static void memory_that_runs_out(void) {
  char text[2000] = "id:bytes(16),kind:enum(a,\"b c\",d),at:time(s,\"%F\")";
  for (int i = 0; i < 20; i++) snprintf(text + strlen(text), 30, ",name%d:decimal(2)", i);
  for (size_t failures = 0;; failures++) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = failures;
    rowkey_schema *schema = rowkey_schema_parse(text, strlen(text), &error);
    allocations_allowed = SIZE_MAX;
    if (schema != NULL) {
      size_t count;
      rowkey_schema_columns(schema, &count);
      CHECK(count == 23 && failures > 60, "%zu columns, %zu allocations", count, failures);
      rowkey_schema_free(schema);
      return;
    }
    CHECK(
        error.status == ROWKEY_ERROR_MEMORY && strncmp(error.text, "out of memory while reading a ", 30) == 0,
        "allocation %zu: %s", failures, error.text);
  }
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"every type, alone and among others", every_type},
      {"a schema may have no columns", no_columns},
      {"the columns of named layouts", named_layouts},
      {"errors show the schema with a caret", carets},
      {"errors of types show the type with a caret", carets_of_types},
      {"arguments that are refused", arguments},
      {"as many columns as there may be", many_columns},
      {"types that are cut off", names_cut_off},
      {"layouts outlive schemas", layouts_outlive_schemas},
      {"names in backquotes", names_in_backquotes},
      {"files are refused where they must be", files_are_refused},
      {"memory that runs out", memory_that_runs_out},
  };
  return run_tests(tests, COUNT_OF(tests), argc, argv);
}
