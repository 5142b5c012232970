/* Split points: of a layout, of HBase's own algorithms, more of them later, and what each region gets. */
#include <rowkey/rowkey.h>
#include <stdio.h>

/* Prints points as text where they are, else in hex, and frees them; false where there are none. */
static bool show(const char *title, rowkey_splits *splits) {
  if (splits == NULL) return false;
  const unsigned char *bytes = splits->bytes;
  printf("%s:", title);
  for (size_t i = 0; i < splits->count; i++) {
    printf(" ");
    for (uint64_t at = splits->offsets[i]; at < splits->offsets[i + 1]; at++)
      printf(bytes[at] >= ' ' && bytes[at] <= '~' ? "%c" : "\\x%02X", bytes[at]);
  }
  printf("\n");
  rowkey_splits_free(splits);
  return true;
}

static bool show_shares(const rowkey_layout *layout, const rowkey_splits *splits, rowkey_error *error) {
  rowkey_region_share shares[3];
  if (splits->count + 1 > sizeof shares / sizeof shares[0] ||
      rowkey_splits_shares(layout, splits, shares, error) != ROWKEY_OK)
    return false;
  printf("shares:");
  for (size_t i = 0; i <= splits->count; i++)
    printf(shares[i].reachable ? " %.2f" : " never", shares[i].share);
  printf("\n");
  return true;
}

/* Points for the numbers below 3000, of what 8 bytes can hold. */
static bool show_first_numbers(rowkey_error *error) {
  static const char template[] = "{id:u64}";
  const rowkey_column schema = rowkey_column_of("id", ROWKEY_U64);
  const rowkey_value end = rowkey_value_u64(3000);
  const rowkey_condition condition = rowkey_condition_of(0, ROWKEY_LESS, &end);
  rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, &schema, 1, error);
  rowkey_ranges *ranges = layout ? rowkey_ranges_find(layout, &condition, 1, 0, error) : NULL;
  const bool done = ranges && show("below 3000", rowkey_splits_of_ranges(layout, ranges, 3, error));
  rowkey_ranges_free(ranges);
  rowkey_layout_free(layout);
  return done;
}

int main(void) {
  static const char template[] = "{md5(id) % 1000:03d}{id:010d}";
  static const uint64_t offsets[] = {0, 3, 6}, falling[] = {0, 1, 2};
  const rowkey_column schema = rowkey_column_of("id", ROWKEY_U64);
  /* The points that a table has today, from another tool, and points that are none: b before a. */
  const rowkey_splits today = {.count = 2, .bytes = "100abc", .offsets = offsets};
  const rowkey_splits wrong = {.count = 2, .bytes = "ba", .offsets = falling};
  rowkey_error error;
  if (rowkey_splits_check(&wrong, &error) != ROWKEY_ERROR_RANGE) return 1;
  printf("point %zu does not rise\n", error.row);

  rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, &schema, 1, &error);
  const bool done = layout && rowkey_splits_check(&today, &error) == ROWKEY_OK &&
                    show_shares(layout, &today, &error) &&
                    show("more", rowkey_splits_add(layout, &today, 3, &error)) &&
                    show_first_numbers(&error) && show("UniformSplit", rowkey_splits_uniform(4, &error)) &&
                    show("HexStringSplit", rowkey_splits_digits(16, "00000000", "FFFFFFFF", 4, &error)) &&
                    show("DecimalStringSplit", rowkey_splits_digits(10, "00000000", "99999999", 4, &error)) &&
                    show("getHexSplits", rowkey_splits_guide_hex("0", "100", 4, &error)) &&
                    show("Bytes.split", rowkey_splits_bytes("a", 1, "z", 1, false, 3, &error)) &&
                    show("createTable", rowkey_splits_create_table("a", 1, "z", 1, 4, &error));
  if (!done) fprintf(stderr, "%s\n", error.text);
  rowkey_layout_free(layout);
  return done ? 0 : 1;
}
