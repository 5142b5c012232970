/* The batch functions. */
#include "functions.h"

enum { ROWS = 4 };

static uint64_t values[ROWS] = {1, 2, 3, 4}, results[2 * ROWS], begin[ROWS] = {0, 1, 2, 3},
                end[ROWS] = {1, 2, 3, 4};
static uint64_t begins[ROWS], ends[ROWS], positions[64];
static uint32_t values32[ROWS], results32[ROWS];
static const char bytes[] = "1234";
static char digests[16 * ROWS], text[32 * ROWS];
static uint8_t lengths[ROWS];
static rowkey_divisor divisor;
static rowkey_fields_scan scan;
static const rowkey_hash hash = {.function = ROWKEY_XXH64};
static const rowkey_field fields[] = {{.data = bytes, .stride = 1, .width = 1}};

REPORTS_STATUS(rowkey_md5_fixed, POINTER(0), SIZE(1), SIZE(2), SIZE(3), POINTER(4), error)
REPORTS_STATUS(rowkey_md5_decimal_u64, POINTER(0), SIZE(1), POINTER(2), error)
REPORTS_STATUS(rowkey_md5_strings, POINTER(0), SIZE(1), POINTER(2), POINTER(3), SIZE(4), POINTER(5), error)
REPORTS_STATUS(rowkey_hash_fixed, POINTER(0), POINTER(1), SIZE(2), SIZE(3), SIZE(4), POINTER(5), error)
REPORTS_STATUS(rowkey_hash_strings, POINTER(0), POINTER(1), SIZE(2), POINTER(3), POINTER(4), SIZE(5),
               POINTER(6), error)
REPORTS_STATUS(rowkey_divisor_init, POINTER(0), SIZE(1), error)
REPORTS_STATUS(rowkey_modulo_u128, POINTER(0), POINTER(1), SIZE(2), POINTER(3), error)
REPORTS_STATUS(rowkey_modulo_u64, POINTER(0), POINTER(1), SIZE(2), POINTER(3), error)
REPORTS_STATUS(rowkey_modulo_u32, POINTER(0), POINTER(1), SIZE(2), POINTER(3), error)
REPORTS_STATUS(rowkey_decimal_padded, POINTER(0), SIZE(1), 5, POINTER(2), SIZE(3), error)
REPORTS_STATUS(rowkey_decimal_unpadded, POINTER(0), SIZE(1), POINTER(2), SIZE(3), POINTER(4), error)
REPORTS_STATUS(rowkey_decimal_strings, POINTER(0), SIZE(1), POINTER(2), POINTER(3), POINTER(4), error)
REPORTS_STATUS(rowkey_parse_u64, POINTER(0), SIZE(1), POINTER(2), POINTER(3), SIZE(4), POINTER(5), error)
REPORTS_STATUS(rowkey_parse_i64, POINTER(0), SIZE(1), POINTER(2), POINTER(3), SIZE(4), POINTER(5), error)
ANSWERS(rowkey_find_byte, 0, POINTER(0), SIZE(1), '2', POINTER(2), SIZE(3))
ANSWERS(rowkey_count_byte, 0, POINTER(0), SIZE(1), '2')
REPORTS_STATUS(rowkey_random_u64, 0, 0, SIZE(0), POINTER(1), error)
REPORTS_STATUS(rowkey_pack, POINTER(0), SIZE(1), SIZE(2), POINTER(3), SIZE(4), error)
REPORTS_STATUS(rowkey_pack_big_endian, POINTER(0), SIZE(1), 4, POINTER(2), SIZE(3), error)

/* A scan that goes on would have nothing left to find. */
static rowkey_status call_rowkey_find_separators(const union value *arguments, rowkey_error *error) {
  (void)error;
  scan = (rowkey_fields_scan){.delimiter = '2'};
  const size_t count = rowkey_find_separators(arguments[0].pointer, arguments[1].pointer, arguments[2].length,
                                              arguments[3].pointer, arguments[4].length);
  return count == 0 ? ROWKEY_ERROR_ARGUMENT : ROWKEY_OK;
}

static rowkey_status call_rowkey_count_records(const union value *arguments, rowkey_error *error) {
  (void)error;
  scan = (rowkey_fields_scan){.delimiter = ','};
  rowkey_count_records(arguments[0].pointer, arguments[1].pointer, arguments[2].length);
  return scan.at == 0 ? ROWKEY_ERROR_ARGUMENT : ROWKEY_OK;
}

static void add_hashes(void) {
  REPORTING(rowkey_md5_fixed, ARRAY("keys", bytes), LENGTH("rows", ROWS), LENGTH("width", 1),
            LENGTH("stride", 1), GIVEN("digests", digests));
  REPORTING(rowkey_md5_decimal_u64, ARRAY("values", values), LENGTH("rows", ROWS), GIVEN("digests", digests));
  REPORTING(rowkey_md5_strings, GIVEN("bytes", bytes), LENGTH("size", ROWS), GIVEN("begin", begin),
            ARRAY("end", end), LENGTH("rows", ROWS), GIVEN("digests", digests));
  REPORTING(rowkey_hash_fixed, GIVEN("hash", &hash), ARRAY("keys", bytes), LENGTH("rows", ROWS),
            LENGTH("width", 1), LENGTH("stride", 1), GIVEN("values", results));
  REPORTING(rowkey_hash_strings, GIVEN("hash", &hash), GIVEN("bytes", bytes), LENGTH("size", ROWS),
            GIVEN("begin", begin), ARRAY("end", end), LENGTH("rows", ROWS), GIVEN("values", results));
  REPORTING(rowkey_divisor_init, GIVEN("divisor", &divisor), NUMBER(7));
  REPORTING(rowkey_modulo_u128, GIVEN("divisor", &divisor), ARRAY("digests", digests), LENGTH("rows", ROWS),
            GIVEN("remainders", results));
  REPORTING(rowkey_modulo_u64, GIVEN("divisor", &divisor), ARRAY("values", values), LENGTH("rows", ROWS),
            GIVEN("remainders", results));
  REPORTING(rowkey_modulo_u32, GIVEN("divisor", &divisor), ARRAY("values", values32), LENGTH("rows", ROWS),
            GIVEN("remainders", results32));
}

static void add_numbers(void) {
  REPORTING(rowkey_decimal_padded, ARRAY("values", values), LENGTH("rows", ROWS), GIVEN("text", text),
            LENGTH("stride", 8));
  REPORTING(rowkey_decimal_unpadded, ARRAY("values", values), LENGTH("rows", ROWS), GIVEN("text", text),
            LENGTH("stride", 32), GIVEN("lengths", lengths));
  REPORTING(rowkey_decimal_strings, ARRAY("values", values), LENGTH("rows", ROWS), GIVEN("text", text),
            GIVEN("begin", begins), GIVEN("end", ends));
  REPORTING(rowkey_parse_u64, GIVEN("bytes", bytes), LENGTH("size", ROWS), GIVEN("begin", begin),
            ARRAY("end", end), LENGTH("rows", ROWS), GIVEN("values", results));
  REPORTING(rowkey_parse_i64, GIVEN("bytes", bytes), LENGTH("size", ROWS), GIVEN("begin", begin),
            ARRAY("end", end), LENGTH("rows", ROWS), GIVEN("values", results));
  REPORTING(rowkey_random_u64, LENGTH("rows", ROWS), GIVEN("values", results));
  REPORTING(rowkey_pack, GIVEN("fields", fields), LENGTH("fields", 1), LENGTH("rows", ROWS),
            GIVEN("out", text), LENGTH("stride", 8));
  REPORTING(rowkey_pack_big_endian, ARRAY("values", values), LENGTH("rows", ROWS), GIVEN("out", text),
            LENGTH("stride", 4));
}

static void refuse_fields(void) {
  static const rowkey_field bad[][1] = {{{.data = NULL, .stride = 1, .width = 1}},
                                        {{.data = bytes, .stride = SIZE_MAX, .width = 1}},
                                        {{.data = bytes, .stride = SIZE_MAX, .width = SIZE_MAX}},
                                        {{.data = bytes, .stride = 0, .width = SIZE_MAX}}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    add_refused((struct refused){"rowkey_pack", 0, bad[i], ""});
}

void add_kernel_functions(void) {
  if (rowkey_divisor_init(&divisor, 7, NULL) != ROWKEY_OK) return;
  add_hashes();
  add_numbers();
  SILENT(rowkey_find_byte, ARRAY("bytes", bytes), LENGTH("size", sizeof bytes - 1),
         ARRAY("positions", positions), NUMBER(64));
  SILENT(rowkey_count_byte, ARRAY("bytes", bytes), LENGTH("size", sizeof bytes - 1));
  SILENT(rowkey_find_separators, GIVEN("scan", &scan), ARRAY("bytes", bytes),
         LENGTH("size", sizeof bytes - 1), GIVEN("positions", positions), NUMBER(64));
  SILENT(rowkey_count_records, GIVEN("scan", &scan), ARRAY("bytes", bytes), LENGTH("size", sizeof bytes - 1));
  refuse_fields();
}
