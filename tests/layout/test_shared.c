/* What threads may share: compiled layouts, explanations, routers, split points, ranges. Nothing writes to
 * them once they are made: here they lie in memory that faults when something does. */
#include <string.h>

#include "batch.h"
#include "on_isa.h"
#include "sealed_memory.h"

enum { ROWS = 300, REGIONS = 5, TEXT_ROOM = 1 << 16 };

static const char *const layouts[] = {
    "{md5(id) % 1000000:07d}{id:010d}",
    "{md5(coalesce(host, \"none\"), coalesce(id, 3)) % 100:02d}{host:esc}{id:u64}",
    "{id % 97:02d}{coalesce(host, \"none\"):esc}{coalesce(host, \"none\"):mem}",
    "{md5(coalesce(host, \"none\"), id, rest) % 1000:03d}{coalesce(host, \"none\"):20s}{id:~u64}",
    "{md5(id) % 1000:03d}{coalesce(temp, -1)}{coalesce(level, 2):~f32}{coalesce(n, -7):i64}",
    "{abs(h31(id, \"|\", rest) % 16):u8}{host:x}|{reverse(n:i64, id:u64)}",
    "{floormod(n, 7) + 1:a}{random() % 26:a}{murmur3_32(id, seed=murmur3_32(host)) & 255:u8}",
    "{truncate(id, 60):u32}",
};

struct records {
  uint64_t id[ROWS], offsets[ROWS + 1];
  int64_t n[ROWS];
  double temp[ROWS];
  float level[ROWS];
  char host[ROWS * 20];
};

static struct batch random_batch(struct records *records) {
  for (size_t i = 0; i < ROWS; i++) {
    records->id[i] = random_below(10000);
    records->n[i] = (int64_t)random_below(2000) - 1000;
    records->temp[i] = (double)records->n[i] / 8;
    records->level[i] = (float)records->temp[i];
    records->offsets[i + 1] = records->offsets[i] + random_below(20);
  }
  memset(records->host, 'h', sizeof records->host);
  struct batch batch = {.rows = ROWS};
  add_u64(&batch, "id", records->id);
  add_i64(&batch, "n", records->n);
  add_bytes(&batch, "host", records->host, records->offsets);
  add_f64(&batch, "temp", records->temp);
  add_f32(&batch, "level", records->level);
  return batch;
}

static void decode_all(const rowkey_layout *layout, const struct encoded *keys, const char *isa) {
  static char texts[TEXT_ROOM];
  static uint64_t offsets[ROWS + 1], id[ROWS];
  rowkey_error error;
  const rowkey_decoded columns[COLUMNS_MAX] = {
      rowkey_decoded_u64s(id, ROWS), {0}, rowkey_decoded_text(texts, sizeof texts, offsets, ROWS)};
  rowkey_decoder *decoder = NULL;
  ON_ISA(isa) decoder = rowkey_decoder_create(layout, &error);
  CHECK(decoder != NULL, "%s", error.text);
  CHECK(rowkey_decode(decoder, &(rowkey_keys){.data = keys->keys, .offsets = keys->offsets, .rows = ROWS},
                      columns, 5, &error) == ROWKEY_OK,
        "%s", error.text);
  rowkey_decoder_free(decoder);
}

static rowkey_ranges *find_ranges(const rowkey_layout *layout) {
  rowkey_error error;
  const rowkey_value seven = rowkey_value_u64(7);
  const rowkey_condition condition = {
      .column = 0, .comparison = ROWKEY_EQUAL, .values = &seven, .value_count = 1};
  rowkey_ranges *ranges = rowkey_ranges_find(layout, &condition, 1, 0, &error);
  CHECK(ranges != NULL || error.status == ROWKEY_ERROR_TYPE, "%s", error.text);
  return ranges;
}

static void ask_regions(const rowkey_layout *layout, const rowkey_splits *splits,
                        const rowkey_ranges *ranges) {
  rowkey_error error;
  rowkey_region_share shares[REGIONS];
  CHECK(rowkey_splits_shares(layout, splits, shares, &error) == ROWKEY_OK, "%s", error.text);
  rowkey_splits *more = rowkey_splits_add(layout, splits, 2, &error);
  CHECK(more != NULL, "%s", error.text);
  rowkey_splits_free(more);
  rowkey_ranges_free(find_ranges(layout));
  if (ranges == NULL) return;
  rowkey_ranges *cut = rowkey_ranges_cut(ranges, splits, &error);
  CHECK(cut != NULL && cut->count >= ranges->count, "%s", error.text);
  rowkey_ranges_free(cut);
}

static void test_nothing_is_written(void) {
  static struct records records;
  struct batch batch = random_batch(&records);
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
    rowkey_error error;
    sealed_memory_begin();
    rowkey_layout *layout = compile(layouts[i], &batch);
    rowkey_splits *splits = rowkey_splits_of_layout(layout, REGIONS, &error);
    rowkey_router *router = splits == NULL ? NULL : rowkey_router_create(splits, &error);
    rowkey_explanation *explanation = rowkey_explain(layout, 0, &error);
    rowkey_ranges *ranges = find_ranges(layout);
    sealed_memory_seal();
    CHECK(router != NULL && explanation != NULL, "%s: %s", layouts[i], error.text);
    EACH_ISA(kernels) {
      struct encoded keys =
          encode(layout, &batch, (struct settings){.isa = kernels->name, .side = GUARD_END});
      CHECK(keys.status == ROWKEY_OK, "%s: %s", layouts[i], keys.error.text);
      decode_all(layout, &keys, kernels->name);
      uint32_t regions[ROWS];
      CHECK(rowkey_route(router, &(rowkey_keys){.data = keys.keys, .offsets = keys.offsets, .rows = ROWS},
                         regions, &error) == ROWKEY_OK,
            "%s", error.text);
    }
    ask_regions(layout, splits, ranges);
    rowkey_explanation *again = rowkey_explain(layout, 0, &error);
    CHECK(again != NULL && again->field_count == explanation->field_count, "%s: explained again", layouts[i]);
    rowkey_explanation_free(again);
    sealed_memory_open();
    rowkey_ranges_free(ranges);
    rowkey_explanation_free(explanation);
    rowkey_router_free(router);
    rowkey_splits_free(splits);
    rowkey_layout_free(layout);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"nothing writes to what threads may share", test_nothing_is_written},
  };
  return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
