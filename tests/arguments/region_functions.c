/* Split points, routing, sketches, load, simulations and their rows, ranges, conditions, and keys in order.
 */
#include "functions.h"
#include "load/load.h"

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
static rowkey_layout *layout, *made_layout;
static rowkey_router *router;
static rowkey_sketch *sketch, *other;
static rowkey_load *load;
static uint64_t seed = 7;
static uint32_t server_of[4];
static rowkey_ranges *ranges;
static size_t written_size;
static rowkey_simulation *simulation, *by_regions;
static rowkey_split_choice *choice;
static const uint64_t ids[] = {1, 2, 3, 4};
static rowkey_values values[1];
static rowkey_batch batch;
static const uint32_t *const layout_regions[] = {regions};
static size_t failed, made_columns;
static rowkey_made *made_rows;
static rowkey_batch made_batch;
enum { MADE_COLUMNS = 5 };
static const char kind[] = "zipf(users=3)";

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

ACTS(rowkey_load_free, POINTER(0))
ANSWERS(rowkey_load_finish, NULL, POINTER(0))
REPORTS_STATUS(rowkey_place_regions, SIZE(0), SIZE(1), POINTER(2), POINTER(3), error)

MAKES(rowkey_simulation_create, rowkey_simulation_free, SIZE(0), 2, error)
ACTS(rowkey_simulation_free, POINTER(0))
ANSWERS(rowkey_simulation_wants, ROWKEY_NONE, POINTER(0), POINTER(1))
REPORTS_STATUS(rowkey_simulation_give, POINTER(0), POINTER(1), POINTER(2), error)
ANSWERS(rowkey_simulation_report, NULL, POINTER(0), SIZE(1), ROWKEY_NONE)
MAKES(rowkey_split_choice_create, rowkey_split_choice_free, POINTER(0), 7, SIZE(1), 4, error)
ACTS(rowkey_split_choice_free, POINTER(0))
ANSWERS(rowkey_split_choice_wants, 0, POINTER(0))
REPORTS_STATUS(rowkey_split_choice_give, POINTER(0), POINTER(1), error)
MAKES(rowkey_split_choice_finish, rowkey_splits_free, POINTER(0), error)

/* Calls that a simulation takes once, or before others: each has one of its own, where one is given, of a
 * layout of so many regions, or of none. */
static rowkey_simulation *simulation_of(const void *given, size_t layout_size) {
  if (given == NULL) return NULL;
  rowkey_simulation *own = rowkey_simulation_create(2, 2, NULL);
  if (layout_size == 0 || rowkey_simulation_add_regions(own, layout_size, NULL) == ROWKEY_OK) return own;
  rowkey_simulation_free(own);
  return NULL;
}
#define OF_ITS_OWN(function, layout_size, ...)                                              \
  static rowkey_status call_##function(const union value *arguments, rowkey_error *error) { \
    rowkey_simulation *own = simulation_of(POINTER(0), layout_size);                        \
    const rowkey_status status = function(own, __VA_ARGS__, error);                         \
    rowkey_simulation_free(own);                                                            \
    return status;                                                                          \
  }
OF_ITS_OWN(rowkey_simulation_place, 0, POINTER(1), SIZE(2), SIZE(3))
OF_ITS_OWN(rowkey_simulation_add, 0, POINTER(1), 7, POINTER(2))
OF_ITS_OWN(rowkey_simulation_add_regions, 0, SIZE(1))
OF_ITS_OWN(rowkey_simulation_give_regions, 4, POINTER(1), SIZE(2), POINTER(3))

static rowkey_status call_rowkey_simulation_take(const union value *arguments, rowkey_error *error) {
  rowkey_simulation *own = simulation_of(POINTER(0), 4);
  rowkey_load *taken = rowkey_simulation_take(own, SIZE(1));
  (void)error;
  rowkey_load_free(taken);
  rowkey_simulation_free(own);
  return taken != NULL ? ROWKEY_OK : ROWKEY_ERROR_ARGUMENT;
}

MAKES(rowkey_made_create, rowkey_made_free, POINTER(0), SIZE(1), 100, 7, error)
ACTS(rowkey_made_free, POINTER(0))
ANSWERS(rowkey_made_name, NULL, POINTER(0))
ANSWERS(rowkey_made_columns, NULL, POINTER(0), POINTER(1))
ANSWERS(rowkey_made_kind_at, NULL, SIZE(0))
REPORTS_STATUS(rowkey_made_use, POINTER(0), POINTER(1), error)
REPORTS_STATUS(rowkey_made_rows, POINTER(0), 3, SIZE(1), POINTER(2), error)
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
  simulation = rowkey_simulation_create(2, 2, NULL);
  by_regions = rowkey_simulation_create(2, 2, NULL);
  choice = rowkey_split_choice_create(layout, 7, 2, 1000, NULL);
  made_rows = rowkey_made_create(kind, sizeof kind - 1, 100, 7, NULL);
  made_layout =
      rowkey_layout_compile("{id:u64}", 8, rowkey_made_columns(made_rows, NULL), MADE_COLUMNS, NULL);
  values[0] = rowkey_u64s(ids, 4);
  batch = rowkey_batch_of(values, 1, 4);
  if (rowkey_simulation_add(simulation, layout, 7, &points, NULL) != ROWKEY_OK ||
      rowkey_simulation_add_regions(by_regions, 4, NULL) != ROWKEY_OK ||
      rowkey_split_choice_give(choice, &batch, NULL) != ROWKEY_OK)
    choice = NULL;
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

static void add_simulations(void) {
  REPORTING(rowkey_simulation_create, LENGTH("writers", 2));
  SILENT(rowkey_simulation_free, OPTIONAL(NULL));
  REPORTING(rowkey_simulation_place, GIVEN("simulation", by_regions), GIVEN("servers", server_of),
            LENGTH("regions", 4), NUMBER(4));
  REPORTING(rowkey_simulation_add, GIVEN("simulation", simulation), GIVEN("layout", layout),
            GIVEN("split points", &points));
  REPORTING(rowkey_simulation_add_regions, GIVEN("simulation", simulation), LENGTH("regions", 4));
  SILENT(rowkey_simulation_wants, GIVEN("simulation", simulation), OPTIONAL(&failed));
  REPORTING(rowkey_simulation_give, GIVEN("simulation", simulation), GIVEN("batch", &batch),
            OPTIONAL(&failed));
  REPORTING(rowkey_simulation_give_regions, GIVEN("simulation", by_regions), ARRAY("regions", layout_regions),
            LENGTH("rows", 4), OPTIONAL(&failed));
  SILENT(rowkey_simulation_report, GIVEN("simulation", by_regions), NUMBER(0));
  SILENT(rowkey_simulation_take, GIVEN("simulation", by_regions), NUMBER(0));
  REPORTING(rowkey_split_choice_create, GIVEN("layout", layout), LENGTH("regions", 2));
  SILENT(rowkey_split_choice_free, OPTIONAL(NULL));
  SILENT(rowkey_split_choice_wants, GIVEN("choice", choice));
  REPORTING(rowkey_split_choice_give, GIVEN("choice", choice), GIVEN("batch", &batch));
  REPORTING(rowkey_split_choice_finish, GIVEN("choice", choice));
}

static void add_made_rows(void) {
  REPORTING(rowkey_made_create, ARRAY("text", kind), LENGTH("text", sizeof kind - 1));
  SILENT(rowkey_made_free, OPTIONAL(NULL));
  SILENT(rowkey_made_name, GIVEN("made rows", made_rows));
  SILENT(rowkey_made_columns, GIVEN("made rows", made_rows), OPTIONAL(&made_columns));
  SILENT(rowkey_made_kind_at, NUMBER(1));
  REPORTING(rowkey_made_use, GIVEN("made rows", made_rows), GIVEN("layout", made_layout));
  REPORTING(rowkey_made_rows, GIVEN("made rows", made_rows), NUMBER(10), GIVEN("batch", &made_batch));
}

static void refuse_splits(void) {
  static const struct {
    const char *function;
    size_t index;
  } readers[] = {{"rowkey_splits_check", 0},  {"rowkey_splits_add", 1},        {"rowkey_splits_shares", 1},
                 {"rowkey_router_create", 0}, {"rowkey_sketch_add_splits", 1}, {"rowkey_sketch_shares", 1},
                 {"rowkey_ranges_cut", 1},    {"rowkey_simulation_add", 2}};
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
  SILENT(rowkey_load_free, OPTIONAL(NULL));
  SILENT(rowkey_load_finish, GIVEN("load", load));
  REPORTING(rowkey_place_regions, LENGTH("regions", 4), NUMBER(2), OPTIONAL(&seed),
            GIVEN("servers", server_of));
  add_simulations();
  add_made_rows();
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
