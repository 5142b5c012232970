/* What a layout tells before any key is made: its columns, whether they are recovered, and what keys may
 * hold. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

static void show(const char *title, const rowkey_layout *layout) {
  static const char *const recoveries[] = {"is recovered", "is not used", "is hashed", "is reduced"};
  const size_t width = rowkey_layout_key_width(layout);
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(layout, &count);
  printf("%s: ", title);
  if (width == ROWKEY_NONE) {
    printf("keys differ in length");
  } else {
    printf("keys of %zu bytes", width);
  }
  printf(", newlines %s, NUL %s\n",
         rowkey_layout_may_introduce_byte(layout, '\n') ? "occur" : "only from text",
         rowkey_layout_may_contain_byte(layout, 0) ? "may occur" : "never occurs");
  for (size_t i = 0; i < count; i++) {
    printf("  %s, %s, %s%s\n", columns[i].name, columns[i].type == ROWKEY_TEXT ? "text" : "number",
           rowkey_layout_uses(layout, i) ? recoveries[rowkey_layout_recovery(layout, i)] : "is not used",
           rowkey_layout_recovers_nulls(layout, i) ? " with nulls" : "");
  }
}

/* The named layouts of a system, as templates with parameters. */
static void list(const char *system) {
  const rowkey_named_layout *named;
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++)
    if (strcmp(named->system, system) == 0) printf("@%s %s\n", named->name, named->pattern);
}

int main(void) {
  static const char sorted[] = "{null_first(host):u8}{coalesce(host, \"\")}\\x00{md5(id) % 100:02d}";
  static const char lines[] = "{md5(user) % 1000:03d}|{user}|{ts:010d}";
  static const char name[] = "hbasewd";
  const rowkey_column schema[] = {rowkey_column_of("host", ROWKEY_TEXT), rowkey_column_of("id", ROWKEY_U64),
                                  rowkey_column_of("note", ROWKEY_TEXT)};
  rowkey_error error;
  int status = 1;
  rowkey_layout *compiled = rowkey_layout_compile(sorted, sizeof sorted - 1, schema, 3, &error);
  /* Columns that nobody has declared, and keys that are lines of a file. */
  rowkey_layout *implied =
      compiled ? rowkey_layout_compile_with_implied_columns(lines, sizeof lines - 1, NULL, 0, &error) : NULL;
  rowkey_layout *terminated =
      implied ? rowkey_layout_compile_with_terminator("{id:010d}", 9, "\n", 1, schema, 3, &error) : NULL;
  if (terminated) {
    show("compiled", compiled);
    show("implied", implied);
    show("terminated", terminated);
    list("HBaseWD");
    printf("%s: %s\n", name, rowkey_named_find(name, sizeof name - 1)->columns);
    status = 0;
  } else {
    fprintf(stderr, "%s\n", error.text);
  }
  rowkey_layout_free(terminated);
  rowkey_layout_free(implied);
  rowkey_layout_free(compiled);
  return status;
}
