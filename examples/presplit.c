/* A table of events by user and time, with an MD5 prefix: where to split it before the first row is written,
 * and which rows to read for an hour of one user, from which region. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <signal.h>
#include <stdio.h>

/* Ctrl-C ends a search that takes long. */
static volatile sig_atomic_t interrupted;

static void interrupt(int number) {
  (void)number;
  interrupted = 1;
}

static bool is_wanted(void *context) {
  (void)context;
  return !interrupted;
}

static void print(const char *label, const void *bytes, size_t size) {
  printf("%s%.*s", label, (int)size, (const char *)bytes);
}

static int scan(const rowkey_router *router, const rowkey_ranges *ranges, rowkey_error *error) {
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    const rowkey_keys start = rowkey_keys_of_width(range->start, range->start_size, 1);
    uint32_t region;
    if (rowkey_route(router, &start, &region, error) != ROWKEY_OK) return 1;
    print("scan ", range->start, range->start_size);
    print(" to ", range->stop, range->stop_size);
    printf(" from region %" PRIu32 "\n", region);
  }
  printf("%s\n", ranges->exact ? "exact" : "not exact");
  return 0;
}

int main(void) {
  static const char template[] = "{md5(user) % 1000:03d}|{user}|{ts:010d}";
  const rowkey_column schema[] = {rowkey_column_of("user", ROWKEY_TEXT), rowkey_column_of("ts", ROWKEY_U64)};
  enum { USER, TS };
  const rowkey_value user = rowkey_value_text("alice", 5);
  const rowkey_value from = rowkey_value_u64(1700000000), to = rowkey_value_u64(1700003600);
  const rowkey_condition conditions[] = {rowkey_condition_of(USER, ROWKEY_EQUAL, &user),
                                         rowkey_condition_of(TS, ROWKEY_GREATER_EQUAL, &from),
                                         rowkey_condition_of(TS, ROWKEY_LESS, &to)};
  rowkey_error error;
  int status = 1;
  rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, schema, 2, &error);
  rowkey_splits *splits = layout ? rowkey_splits_of_layout(layout, 4, &error) : NULL;
  rowkey_router *router = splits ? rowkey_router_create(splits, &error) : NULL;
  signal(SIGINT, interrupt);
  rowkey_ranges *ranges =
      router ? rowkey_ranges_find_while(layout, conditions, 3, 0, is_wanted, NULL, &error) : NULL;
  if (ranges) {
    const char *points = splits->bytes;
    for (size_t i = 0; i < splits->count; i++) {
      print("split at ", points + splits->offsets[i], (size_t)(splits->offsets[i + 1] - splits->offsets[i]));
      printf("\n");
    }
    status = scan(router, ranges, &error);
  }
  if (status != 0) fprintf(stderr, "%s\n", error.text);
  rowkey_ranges_free(ranges);
  rowkey_router_free(router);
  rowkey_splits_free(splits);
  rowkey_layout_free(layout);
  return status;
}
