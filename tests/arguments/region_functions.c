/* Split points, routing, sketches, load, ranges, conditions, and keys in order. */
#include "functions.h"

static const rowkey_column columns[] = {{.name = "id", .type = ROWKEY_U64}};
static const uint64_t point_offsets[] = {0, 1, 2};
static const rowkey_splits points = {.count = 2, .bytes = "\1\2", .offsets = point_offsets};
static rowkey_region_share region_shares[3];
static double shares[3];
static rowkey_keys keys;
static uint32_t regions[4];
static uint64_t counts[4], order[4], duplicates, memory[4 * ROWKEY_SORT_BYTES_PER_ROW / sizeof(uint64_t)];
static char written[4096], sorted_bytes[16];
static rowkey_key_buffer sorted;
static const rowkey_value number = {.tag = ROWKEY_TAG(ROWKEY_KIND_INTEGER, ROWKEY_FORM_U64, 0), .as.u64 = 7};
static const rowkey_condition condition = {
    .column = 0, .comparison = ROWKEY_LESS, .values = &number, .value_count = 1};
static const rowkey_column_type *const types[] = {NULL};
static const char where[] = "id < 7";
static rowkey_layout *layout;
static rowkey_router *router;
static rowkey_sketch *sketch, *other;
static rowkey_load *load;
static uint64_t seed = 7;
static uint32_t server_of[4];
static rowkey_ranges *ranges;
static size_t written_size;

ACTS(rowkey_splits_free, POINTER(0))
REPORTS_STATUS(rowkey_splits_check, POINTER(0), error)
MAKES(rowkey_splits_of_layout, rowkey_splits_free, POINTER(0), SIZE(1), error)
MAKES(rowkey_splits_add, rowkey_splits_free, POINTER(0), POINTER(1), SIZE(2), error)
REPORTS_STATUS(rowkey_splits_shares, POINTER(0), POINTER(1), POINTER(2), error)
MAKES(rowkey_splits_uniform, rowkey_splits_free, SIZE(0), error)
MAKES(rowkey_splits_digits, rowkey_splits_free, 16, POINTER(0), POINTER(1), SIZE(2), error)
MAKES(rowkey_splits_guide_hex, rowkey_splits_free, POINTER(0), POINTER(1), SIZE(2), error)
MAKES(rowkey_splits_bytes, rowkey_splits_free, POINTER(0), SIZE(1), POINTER(2), SIZE(3), true, SIZE(4), error)
MAKES(rowkey_splits_create_table, rowkey_splits_free, POINTER(0), SIZE(1), POINTER(2), SIZE(3), SIZE(4),
      error)
MAKES(rowkey_router_create, rowkey_router_free, POINTER(0), error)
ACTS(rowkey_router_free, POINTER(0))
REPORTS_STATUS(rowkey_route, POINTER(0), POINTER(1), POINTER(2), error)

MAKES(rowkey_sketch_create, rowkey_sketch_free, 1 << 16, error)
ACTS(rowkey_sketch_free, POINTER(0))
REPORTS_STATUS(rowkey_sketch_add, POINTER(0), POINTER(1), error)
REPORTS_STATUS(rowkey_sketch_merge, POINTER(0), POINTER(1), error)
ANSWERS(rowkey_sketch_rows, 0, POINTER(0))
ACTS(rowkey_sketch_error, POINTER(0))
MAKES(rowkey_sketch_splits, rowkey_splits_free, POINTER(0), SIZE(1), error)
MAKES(rowkey_sketch_splits_while, rowkey_splits_free, POINTER(0), SIZE(1), NULL, POINTER(2), error)
MAKES(rowkey_sketch_add_splits, rowkey_splits_free, POINTER(0), POINTER(1), SIZE(2), error)
REPORTS_STATUS(rowkey_sketch_shares, POINTER(0), POINTER(1), POINTER(2), error)
ANSWERS(rowkey_sketch_size, 0, POINTER(0))
REPORTS_STATUS(rowkey_sketch_write, POINTER(0), POINTER(1), SIZE(2), error)
MAKES(rowkey_sketch_read, rowkey_sketch_free, POINTER(0), SIZE(1), error)

MAKES(rowkey_load_create, rowkey_load_free, SIZE(0), 2, error)
ACTS(rowkey_load_free, POINTER(0))
REPORTS_STATUS(rowkey_load_add, POINTER(0), POINTER(1), SIZE(2), error)
ANSWERS(rowkey_load_finish, NULL, POINTER(0))
REPORTS_STATUS(rowkey_place_regions, SIZE(0), SIZE(1), POINTER(2), POINTER(3), error)
REPORTS_STATUS(rowkey_sort, POINTER(0), POINTER(1), POINTER(2), POINTER(3), SIZE(4), error)
REPORTS_STATUS(rowkey_gather, POINTER(0), POINTER(1), SIZE(2), POINTER(3), error)

MAKES(rowkey_ranges_find, rowkey_ranges_free, POINTER(0), POINTER(1), SIZE(2), SIZE(3), error)
MAKES(rowkey_ranges_find_while, rowkey_ranges_free, POINTER(0), POINTER(1), SIZE(2), SIZE(3), NULL,
      POINTER(4), error)
MAKES(rowkey_splits_of_ranges, rowkey_splits_free, POINTER(0), POINTER(1), SIZE(2), error)
MAKES(rowkey_ranges_cut, rowkey_ranges_free, POINTER(0), POINTER(1), error)
ACTS(rowkey_ranges_free, POINTER(0))
MAKES(rowkey_conditions_parse, rowkey_conditions_free, POINTER(0), POINTER(1), POINTER(2), SIZE(3), error)
ACTS(rowkey_conditions_free, POINTER(0))
MAKES(rowkey_ranges_where, rowkey_ranges_free, POINTER(0), POINTER(1), POINTER(2), SIZE(3), SIZE(4), error)

static rowkey_status call_rowkey_evenness_of(const union value *arguments, rowkey_error *error) {
  (void)error;
  return rowkey_evenness_of(arguments[0].pointer, arguments[1].length).mean > 0 ? ROWKEY_OK
                                                                                : ROWKEY_ERROR_ARGUMENT;
}

static void prepare(void) {
  layout = rowkey_layout_compile("{id:u64}", 8, columns, 1, NULL);
  keys = rowkey_keys_of_width("abcd", 1, 4);
  sorted = rowkey_key_buffer_of(sorted_bytes, sizeof sorted_bytes);
  router = rowkey_router_create(&points, NULL);
  sketch = rowkey_sketch_create(1 << 16, NULL);
  other = rowkey_sketch_create(1 << 16, NULL);
  if (rowkey_sketch_add(sketch, &keys, NULL) == ROWKEY_OK &&
      rowkey_sketch_write(sketch, written, sizeof written, NULL) == ROWKEY_OK)
    written_size = rowkey_sketch_size(sketch);
  load = rowkey_load_create(4, 2, NULL);
  ranges = rowkey_ranges_find(layout, &condition, 1, 0, NULL);
  for (uint64_t i = 0; i < 4; i++) order[i] = counts[i] = i;
}

static void add_splits(void) {
  SILENT(rowkey_splits_free, OPTIONAL(NULL));
  REPORTING(rowkey_splits_check, GIVEN("split points", &points));
  REPORTING(rowkey_splits_of_layout, GIVEN("layout", layout), LENGTH("regions", 2));
  REPORTING(rowkey_splits_add, GIVEN("layout", layout), GIVEN("split points", &points), LENGTH("regions", 2));
  REPORTING(rowkey_splits_shares, GIVEN("layout", layout), GIVEN("split points", &points),
            GIVEN("shares", region_shares));
  REPORTING(rowkey_splits_uniform, LENGTH("regions", 2));
  REPORTING(rowkey_splits_digits, GIVEN("first", "0"), GIVEN("last", "f"), LENGTH("regions", 2));
  REPORTING(rowkey_splits_guide_hex, GIVEN("first", "0"), GIVEN("last", "f"), LENGTH("regions", 2));
  REPORTING(rowkey_splits_bytes, ARRAY("start", "a"), LENGTH("start", 1), ARRAY("stop", "z"),
            LENGTH("stop", 1), LENGTH("regions", 2));
  REPORTING(rowkey_splits_create_table, ARRAY("start", "a"), LENGTH("start", 1), ARRAY("stop", "z"),
            LENGTH("stop", 1), LENGTH("regions", 4));
  REPORTING(rowkey_router_create, GIVEN("split points", &points));
  SILENT(rowkey_router_free, OPTIONAL(NULL));
  REPORTING(rowkey_route, GIVEN("router", router), GIVEN("keys", &keys), GIVEN("regions", regions));
}

static void add_sketches(void) {
  REPORTING(rowkey_sketch_create, NOTHING);
  SILENT(rowkey_sketch_free, OPTIONAL(NULL));
  REPORTING(rowkey_sketch_add, GIVEN("sketch", sketch), GIVEN("keys", &keys));
  REPORTING(rowkey_sketch_merge, GIVEN("sketch", sketch), GIVEN("sketch", other));
  SILENT(rowkey_sketch_rows, GIVEN("sketch", sketch));
  SILENT(rowkey_sketch_error, OPTIONAL(sketch));
  REPORTING(rowkey_sketch_splits, GIVEN("sketch", sketch), LENGTH("regions", 2));
  REPORTING(rowkey_sketch_splits_while, GIVEN("sketch", sketch), LENGTH("regions", 2), OPTIONAL(NULL));
  REPORTING(rowkey_sketch_add_splits, GIVEN("sketch", sketch), GIVEN("split points", &points),
            LENGTH("regions", 1));
  REPORTING(rowkey_sketch_shares, GIVEN("sketch", sketch), GIVEN("split points", &points),
            GIVEN("shares", shares));
  SILENT(rowkey_sketch_size, GIVEN("sketch", sketch));
  REPORTING(rowkey_sketch_write, GIVEN("sketch", other), GIVEN("bytes", written + 2048), NUMBER(2048));
  REPORTING(rowkey_sketch_read, GIVEN("bytes", written), LENGTH("bytes", written_size));
}

static void refuse_splits(void) {
  static const struct {
    const char *function;
    size_t index;
  } readers[] = {{"rowkey_splits_check", 0},  {"rowkey_splits_add", 1},        {"rowkey_splits_shares", 1},
                 {"rowkey_router_create", 0}, {"rowkey_sketch_add_splits", 1}, {"rowkey_sketch_shares", 1},
                 {"rowkey_ranges_cut", 1}};
  static const uint64_t endless[] = {0, 1, UINT64_MAX};
  static const rowkey_splits bad[] = {{.count = 2, .bytes = "ab", .offsets = NULL},
                                      {.count = 2, .bytes = NULL, .offsets = point_offsets},
                                      {.count = SIZE_MAX, .bytes = "ab", .offsets = point_offsets},
                                      {.count = 2, .bytes = "ab", .offsets = endless}};
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    for (size_t j = 0; j < sizeof bad / sizeof *bad; j++)
      add_refused((struct refused){readers[i].function, readers[i].index, &bad[j], "split points"});
}

static void refuse_conditions(void) {
  static const rowkey_condition bad[] = {
      {.column = 0, .comparison = ROWKEY_LESS, .values = NULL, .value_count = 1},
      {.column = 0, .comparison = ROWKEY_EQUAL, .values = &number, .value_count = SIZE_MAX},
      {.column = SIZE_MAX, .comparison = ROWKEY_LESS, .values = &number, .value_count = 1}};
  static const char *const named[] = {"id", "id", "column"};
  for (size_t i = 0; i < 3; i++) add_refused((struct refused){"rowkey_ranges_find", 1, &bad[i], named[i]});
}

void add_region_functions(void) {
  if (layout == NULL) prepare();
  add_splits();
  add_sketches();
  REPORTING(rowkey_load_create, LENGTH("regions", 4));
  SILENT(rowkey_load_free, OPTIONAL(NULL));
  REPORTING(rowkey_load_add, GIVEN("load", load), ARRAY("regions", regions), LENGTH("regions", 4));
  SILENT(rowkey_load_finish, GIVEN("load", load));
  REPORTING(rowkey_place_regions, LENGTH("regions", 4), NUMBER(2), OPTIONAL(&seed),
            GIVEN("servers", server_of));
  SILENT(rowkey_evenness_of, ARRAY("counts", counts), LENGTH("regions", 4));
  REPORTING(rowkey_sort, GIVEN("keys", &keys), GIVEN("order", order), OPTIONAL(&duplicates),
            GIVEN("memory", memory), NUMBER(sizeof memory));
  REPORTING(rowkey_gather, GIVEN("keys", &keys), ARRAY("order", order), LENGTH("order", 4),
            GIVEN("sorted", &sorted));
  REPORTING(rowkey_ranges_find, GIVEN("layout", layout), ARRAY("conditions", &condition),
            LENGTH("conditions", 1), NUMBER(0));
  REPORTING(rowkey_ranges_find_while, GIVEN("layout", layout), ARRAY("conditions", &condition),
            LENGTH("conditions", 1), NUMBER(0), OPTIONAL(NULL));
  REPORTING(rowkey_splits_of_ranges, GIVEN("layout", layout), GIVEN("ranges", ranges), LENGTH("regions", 2));
  REPORTING(rowkey_ranges_cut, GIVEN("ranges", ranges), GIVEN("split points", &points));
  SILENT(rowkey_ranges_free, OPTIONAL(NULL));
  REPORTING(rowkey_conditions_parse, GIVEN("layout", layout), OPTIONAL(types), ARRAY("conditions", where),
            LENGTH("conditions", sizeof where - 1));
  SILENT(rowkey_conditions_free, OPTIONAL(NULL));
  REPORTING(rowkey_ranges_where, GIVEN("layout", layout), OPTIONAL(types), ARRAY("conditions", where),
            LENGTH("conditions", sizeof where - 1), NUMBER(0));
  refuse_splits();
  refuse_conditions();
}
