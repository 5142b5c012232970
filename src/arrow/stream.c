/* Streams: each batch is encoded or decoded when it is asked for. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrow/encode.h"
#include "base/error.h"

struct stream {
  struct ArrowArrayStream in;
  rowkey_arrow_encoder *encoder; /* one of the two is NULL */
  rowkey_arrow_decoder *decoder;
  struct ArrowArray batch; /* that is under way; released when there is none */
  size_t at;               /* its next row */
  uint64_t row;            /* of the input: the first of the batch */
  uint64_t number;         /* of the batch, from 0 */
  int failed;              /* what get_next has returned, and returns from then on */
  char error[ROWKEY_ERROR_TEXT_SIZE + 100];
};

static void end_batch(struct stream *stream) {
  if (stream->batch.release != NULL) stream->batch.release(&stream->batch);
  stream->batch.release = NULL;
}

static int errno_of(rowkey_status status) { return status == ROWKEY_ERROR_MEMORY ? ENOMEM : EINVAL; }

static int fail(struct stream *stream, int code) {
  end_batch(stream);
  return stream->failed = code;
}

/* Messages of rows name them in the input. */
static int fail_row(struct stream *stream, const rowkey_error *error) {
  if (error->row == ROWKEY_NONE)
    snprintf(stream->error, sizeof stream->error, "batch %" PRIu64 ": %s", stream->number, error->text);
  else
    snprintf(stream->error, sizeof stream->error, "row %" PRIu64 " (row %zu of batch %" PRIu64 "): %s",
             stream->row + error->row, error->row, stream->number, error->text);
  return fail(stream, errno_of(error->status));
}

static int fail_in(struct stream *stream, int code) {
  const char *text = stream->in.get_last_error(&stream->in);
  snprintf(stream->error, sizeof stream->error, "the input failed: %s", text != NULL ? text : strerror(code));
  return fail(stream, code);
}

static int get_schema(struct ArrowArrayStream *out, struct ArrowSchema *schema) {
  struct stream *stream = out->private_data;
  rowkey_error error;
  const rowkey_status status = stream->encoder != NULL
                                   ? rowkey_arrow_encoder_schema(stream->encoder, schema, &error)
                                   : rowkey_arrow_decoder_schema(stream->decoder, schema, &error);
  if (status == ROWKEY_OK) return 0;
  snprintf(stream->error, sizeof stream->error, "%s", error.text);
  return errno_of(status);
}

static int get_next(struct ArrowArrayStream *out, struct ArrowArray *array) {
  struct stream *stream = out->private_data;
  *array = (struct ArrowArray){0};
  if (stream->failed != 0) return stream->failed;
  if (stream->batch.release == NULL) {
    const int code = stream->in.get_next(&stream->in, &stream->batch);
    if (code != 0) {
      stream->batch.release = NULL;
      return fail_in(stream, code);
    }
    stream->at = 0;
    if (stream->batch.release == NULL) return 0;
  }
  rowkey_error error;
  size_t done = (size_t)stream->batch.length;
  const rowkey_status status = stream->encoder != NULL
                                   ? rowkey_arrow_encode_part(stream->encoder, &stream->batch, stream->at,
                                                              rowkey_arrow_may_cut(stream->encoder),
                                                              stream->row + stream->at, array, &done, &error)
                                   : rowkey_arrow_decode(stream->decoder, &stream->batch, array, &error);
  if (status != ROWKEY_OK) return fail_row(stream, &error);
  stream->at += done;
  if (stream->at < (size_t)stream->batch.length) return 0;
  stream->row += (uint64_t)stream->batch.length;
  stream->number++;
  end_batch(stream);
  return 0;
}

static const char *get_last_error(struct ArrowArrayStream *out) {
  const struct stream *stream = out->private_data;
  return stream->error[0] != 0 ? stream->error : NULL;
}

static void release(struct ArrowArrayStream *out) {
  struct stream *stream = out->private_data;
  end_batch(stream);
  if (stream->in.release != NULL) stream->in.release(&stream->in);
  rowkey_arrow_encoder_free(stream->encoder);
  rowkey_arrow_decoder_free(stream->decoder);
  free(stream);
  out->release = NULL;
}

/* The schema of the stream, to be released. */
static rowkey_status schema_of(struct ArrowArrayStream *in, struct ArrowSchema *schema, rowkey_error *error) {
  if (in == NULL || in->release == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "the stream is NULL or released (expected one that is not)");
  *schema = (struct ArrowSchema){0};
  const int code = in->get_schema(in, schema);
  if (code == 0 && schema->release != NULL) return ROWKEY_OK;
  if (code == 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "the schema of the stream is released (expected one that is not)");
  const char *text = in->get_last_error(in);
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the stream has no schema: %.900s",
                          text != NULL ? text : strerror(code));
}

/* Moves `in` into a stream that encodes or decodes it. */
static rowkey_status begin(struct ArrowArrayStream *in, rowkey_arrow_encoder *encoder,
                           rowkey_arrow_decoder *decoder, struct ArrowArrayStream *out, rowkey_error *error) {
  struct stream *stream = calloc(1, sizeof *stream);
  if (stream == NULL) {
    rowkey_arrow_encoder_free(encoder);
    rowkey_arrow_decoder_free(decoder);
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while making the stream");
  }
  stream->in = *in;
  stream->encoder = encoder;
  stream->decoder = decoder;
  in->release = NULL;
  *out = (struct ArrowArrayStream){.get_schema = get_schema,
                                   .get_next = get_next,
                                   .get_last_error = get_last_error,
                                   .release = release,
                                   .private_data = stream};
  return ROWKEY_OK;
}

rowkey_status rowkey_arrow_encode_stream(const rowkey_layout *layout, struct ArrowArrayStream *in,
                                         const rowkey_arrow_options *options, struct ArrowArrayStream *out,
                                         rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  struct ArrowSchema schema;
  if (!rowkey_is_given(out, "stream of keys", error)) return ROWKEY_ERROR_ARGUMENT;
  const rowkey_status status = schema_of(in, &schema, error);
  if (status != ROWKEY_OK) return status;
  rowkey_arrow_encoder *encoder = rowkey_arrow_encoder_create(layout, &schema, options, error);
  schema.release(&schema);
  return encoder != NULL ? begin(in, encoder, NULL, out, error) : error->status;
}

rowkey_status rowkey_arrow_decode_stream(const rowkey_layout *layout, struct ArrowArrayStream *in,
                                         const struct ArrowSchema *records, struct ArrowArrayStream *out,
                                         rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  struct ArrowSchema schema;
  if (!rowkey_is_given(out, "stream of records", error)) return ROWKEY_ERROR_ARGUMENT;
  const rowkey_status status = schema_of(in, &schema, error);
  if (status != ROWKEY_OK) return status;
  rowkey_arrow_decoder *decoder = rowkey_arrow_decoder_create(layout, &schema, records, error);
  schema.release(&schema);
  return decoder != NULL ? begin(in, NULL, decoder, out, error) : error->status;
}
