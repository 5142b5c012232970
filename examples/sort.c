/* Rows as a bulk load wants them: keys sorted, counted by region, and a scan cut where regions end. */
#include <inttypes.h>
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>

enum { ROWS = 6, WIDTH = 9, REGIONS = 3 };

static bool sort_and_count(const rowkey_layout *layout, const rowkey_splits *splits, rowkey_error *error) {
  static const uint64_t ids[ROWS] = {0, 1, 2, 3, 4, 1};
  const rowkey_values column = rowkey_u64s(ids, ROWS);
  const rowkey_batch batch = rowkey_batch_of(&column, 1, ROWS);
  char memory[ROWS * WIDTH], sorted[ROWS * WIDTH];
  const rowkey_key_buffer buffer = rowkey_key_buffer_of(memory, sizeof memory);
  const rowkey_key_buffer target = rowkey_key_buffer_of(sorted, sizeof sorted);
  uint64_t order[ROWS], work[ROWKEY_SORT_BYTES_PER_ROW * ROWS / sizeof(uint64_t)], duplicates;
  uint64_t counts[REGIONS] = {0};
  uint32_t regions[ROWS];
  rowkey_keys keys;
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, error);
  rowkey_router *router = encoder ? rowkey_router_create(splits, error) : NULL;
  const bool done = router && rowkey_encode(encoder, &batch, &buffer, &keys, error) == ROWKEY_OK &&
                    rowkey_sort(&keys, order, &duplicates, work, sizeof work, error) == ROWKEY_OK &&
                    rowkey_gather(&keys, order, ROWS, &target, error) == ROWKEY_OK &&
                    rowkey_route(router, &keys, regions, error) == ROWKEY_OK;
  if (done) {
    for (size_t i = 0; i < ROWS; i++) {
      printf("%.*s of row %" PRIu64 "\n", WIDTH, sorted + i * WIDTH, order[i]);
      counts[regions[i]]++;
    }
    const rowkey_evenness evenness = rowkey_evenness_of(counts, REGIONS);
    printf("%" PRIu64 " duplicate, %zu regions with rows, peak %.2f times the mean\n", duplicates,
           evenness.active, evenness.peak);
  }
  rowkey_router_free(router);
  rowkey_encoder_free(encoder);
  return done;
}

/* The scans for ids from 2 to 4, one after the other region. */
static bool scan(const rowkey_layout *layout, const rowkey_splits *splits, rowkey_error *error) {
  static const char text[] = "id >= 2, id <= 4";
  rowkey_conditions *where = rowkey_conditions_parse(layout, NULL, text, sizeof text - 1, error);
  rowkey_ranges *all = where ? rowkey_ranges_find(layout, where->conditions, where->count, 0, error) : NULL;
  rowkey_ranges *cut = all ? rowkey_ranges_cut(all, splits, error) : NULL;
  for (size_t i = 0; cut && i < cut->count; i++) {
    const rowkey_range *range = &cut->ranges[i];
    printf("region %zu: %.*s\n", range->region, (int)range->start_size, (const char *)range->start);
  }
  const bool done = cut != NULL;
  rowkey_ranges_free(cut);
  rowkey_ranges_free(all);
  rowkey_conditions_free(where);
  return done;
}

int main(void) {
  static const char template[] = "{id % 3:03d}:{id:05d}";
  const rowkey_column schema = rowkey_column_of("id", ROWKEY_U64);
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(template, sizeof template - 1, &schema, 1, &error);
  rowkey_splits *splits = layout ? rowkey_splits_of_layout(layout, REGIONS, &error) : NULL;
  const bool done = splits && sort_and_count(layout, splits, &error) && scan(layout, splits, &error);
  if (!done) fprintf(stderr, "%s\n", error.text);
  rowkey_splits_free(splits);
  rowkey_layout_free(layout);
  return done ? 0 : 1;
}
