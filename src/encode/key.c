/* rowkey_key: one record's key from any thread, by one of the encoders that the layout keeps. */
#include "base/error.h"
#include "base/spares.h"
#include "encode/encoder.h"
#include "encode/seed.h"

/* An encoder that makes no numbers of another one's: those of a process that was forked are its parent's, and
 * a new one has no seed yet. */
static rowkey_encoder *take_encoder(const struct rowkey_layout *layout, const void *call,
                                    rowkey_error *error) {
  rowkey_encoder *encoder = rowkey_spares_take(layout->key_encoders, call);
  const bool is_new = encoder == NULL;
  if (is_new) encoder = rowkey_encoder_create(layout, 0, error);
  if (encoder != NULL && layout->random_calls > 0 && (is_new || encoder->process != rowkey_process()))
    rowkey_encoder_seed(encoder, rowkey_draw_seed());
  return encoder;
}

rowkey_status rowkey_key(const rowkey_layout *layout, const rowkey_value *values, size_t count, void *key,
                         size_t capacity, size_t *length, rowkey_error *error) {
  if (!rowkey_is_given(layout, "layout", error)) return ROWKEY_ERROR_ARGUMENT;
  const rowkey_record record = rowkey_record_of(values, count);
  rowkey_encoder *encoder = take_encoder(layout, &record, error);
  if (encoder == NULL) return ROWKEY_ERROR_MEMORY;
  const rowkey_status status = rowkey_encode_row(encoder, &record, key, capacity, length, error);
  if (!rowkey_spares_give(layout->key_encoders, &record, encoder)) rowkey_encoder_free(encoder);
  return status;
}
