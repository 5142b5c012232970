#include "commands/audit/mend.h"

#include <rowkey/encode.h>
#include <rowkey/sketch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keys/key_batch.h"

enum { VALUES_OF_REGION = 4 /* of the prefix: regions can be split as they grow */ };

static const char same_keys[] = "{key}";
static const rowkey_column key_column = {.name = "key", .type = ROWKEY_TEXT};

static bool refuse_mend(struct mend *mend, const rowkey_error *error, struct failure *failure) {
  if (error->status == ROWKEY_ERROR_MEMORY) return fail_memory(failure);
  snprintf(mend->refused, sizeof mend->refused, "%s", error->text);
  return true;
}

static bool same_key(const rowkey_keys *a, const rowkey_keys *b, size_t row) {
  const size_t size = key_size(a, row);
  return size == key_size(b, row) && memcmp(key_at(a, row), key_at(b, row), size) == 0;
}

/* ---- Counting ---------------------------------------------------------------------------------- */

static bool count_regions(const struct sampled *sampled, const rowkey_keys *keys, const uint32_t *regions,
                          const struct findings *findings, struct mend *mend) {
  const size_t count = mend->points->count + 1;
  uint64_t *all = calloc(2 * count, sizeof *all), *newest = all == NULL ? NULL : all + count;
  bool good = all != NULL;
  for (size_t i = 0; good && i < keys->rows; i += mend->step) {
    all[regions[i]]++;
    newest[regions[i]] += findings->is_newest[i];
    good = flows_add(&mend->flows, sampled->regions[i], regions[i], same_key(&sampled->keys, keys, i));
  }
  if (good) {
    mend->all = spread_of(all, count);
    mend->newest = spread_of(newest, count);
    good = rebucket_sum_up(&mend->moved, &mend->flows);
  }
  free(all);
  return good;
}

/* Where these keys, which the sampled ones become, go by mend->points. */
static bool move(const struct sampled *sampled, const rowkey_splits *splits, const rowkey_keys *keys,
                 const struct findings *findings, struct mend *mend, struct failure *failure) {
  rowkey_error error;
  rowkey_router *router = rowkey_router_create(mend->points, &error);
  uint32_t *regions = calloc(keys->rows + 1, sizeof *regions);
  mend->moved.from = (struct rebucket_side_report){same_keys, splits, NULL};
  mend->moved.to = (struct rebucket_side_report){mend->layout, mend->points, NULL};
  const bool good = router != NULL && regions != NULL &&
                    rowkey_route(router, keys, regions, &error) == ROWKEY_OK &&
                    count_regions(sampled, keys, regions, findings, mend);
  rowkey_router_free(router);
  free(regions);
  return good || fail_memory(failure);
}

/* ---- Other regions ----------------------------------------------------------------------------- */

/* The last of each `step` keys: where that is not 1, others than are counted. */
static rowkey_splits *make_points(const struct sampled *sampled, size_t step, size_t regions,
                                  rowkey_error *error) {
  rowkey_sketch *sketch = rowkey_sketch_create(0, error);
  rowkey_splits *points = NULL;
  bool good = sketch != NULL;
  for (size_t row = step - 1; good && row < sampled->keys.rows; row += step) {
    const rowkey_keys key = rowkey_keys_of_offsets(sampled->keys.data, sampled->offsets + row, 1);
    good = rowkey_sketch_add(sketch, &key, error) == ROWKEY_OK;
  }
  if (good) points = rowkey_sketch_splits(sketch, regions, error);
  rowkey_sketch_free(sketch);
  return points;
}

bool mend_regions(const struct sampled *sampled, const rowkey_splits *splits, const struct findings *findings,
                  struct mend *mend, struct failure *failure) {
  rowkey_error error;
  mend->step = sampled->keys.rows < sampled->rows ? 2 : 1;
  mend->is_wanted = true;
  snprintf(mend->layout, sizeof mend->layout, "%s", same_keys);
  mend->points = make_points(sampled, mend->step, splits->count + 1, &error);
  if (mend->points == NULL) return refuse_mend(mend, &error, failure);
  return move(sampled, splits, &sampled->keys, findings, mend, failure);
}

/* ---- Another prefix ---------------------------------------------------------------------------- */

/* Encodes the sampled keys with the prefix in front. */
static bool move_with_prefix(const struct sampled *sampled, const rowkey_splits *splits,
                             const struct findings *findings, const rowkey_layout *layout, struct mend *mend,
                             struct failure *failure) {
  const size_t rows = sampled->keys.rows;
  const rowkey_values values = rowkey_values_of_offsets(
      ROWKEY_KIND_BYTES, sampled->keys.data, (size_t)sampled->offsets[rows], sampled->offsets, rows);
  const rowkey_batch batch = rowkey_batch_of(&values, 1, rows);
  const size_t room = rowkey_encode_bound(layout, &batch);
  rowkey_error error;
  rowkey_keys keys;
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, &error);
  uint8_t *bytes = room == SIZE_MAX ? NULL : malloc(room + 1);
  uint64_t *offsets = calloc(rows + 1, sizeof *offsets);
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(bytes, room, offsets);
  const bool encoded = encoder != NULL && bytes != NULL && offsets != NULL &&
                       rowkey_encode(encoder, &batch, &buffer, &keys, &error) == ROWKEY_OK;
  const bool good = encoded ? move(sampled, splits, &keys, findings, mend, failure) : fail_memory(failure);
  rowkey_encoder_free(encoder);
  free(bytes);
  free(offsets);
  return good;
}

bool mend_prefix(const struct sampled *sampled, const rowkey_splits *splits, const struct findings *findings,
                 struct mend *mend, struct failure *failure) {
  rowkey_error error;
  char digits[32];
  const size_t modulus = VALUES_OF_REGION * (splits->count + 1);
  const int width = snprintf(digits, sizeof digits, "%zu", modulus - 1);
  mend->step = 1; /* the layout makes the points */
  mend->is_wanted = true;
  snprintf(mend->layout, sizeof mend->layout, "{md5(key) %% %zu:0%dd}%s", modulus, width, same_keys);
  rowkey_layout *layout = rowkey_layout_compile(mend->layout, strlen(mend->layout), &key_column, 1, &error);
  if (layout != NULL) mend->points = rowkey_splits_of_layout(layout, splits->count + 1, &error);
  const bool good = mend->points == NULL ? refuse_mend(mend, &error, failure)
                                         : move_with_prefix(sampled, splits, findings, layout, mend, failure);
  rowkey_layout_free(layout);
  return good;
}

void mend_free(struct mend *mend) {
  rowkey_splits_free(mend->points);
  rebucket_report_free(&mend->moved);
  flows_free(&mend->flows);
}
