#include "reading/input.h"
#include "reading/reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool input_find(struct input *input, const struct input_settings *settings, struct failure *failure) {
  input->settings = *settings;
  input->can_rewind = true;
  bool sizes_known = true;
  input->sizes = calloc(settings->file_count, sizeof *input->sizes);
  if (input->sizes == NULL) return fail_memory(failure);
  for (size_t i = 0; i < settings->file_count; i++) {
    struct stat status;
    if (!reader_status(settings->files[i], &status, failure)) return false;
    const bool is_regular = S_ISREG(status.st_mode), is_input = strcmp(settings->files[i], "-") == 0;
    sizes_known = sizes_known && is_regular;
    if (is_regular && !is_input) input->sizes[i] = (uint64_t)status.st_size;
    input->can_rewind = input->can_rewind && sizes_known && !is_input;
    input->total_bytes += (uint64_t)status.st_size;
  }
  if (!sizes_known) input->total_bytes = 0;
  return true;
}

struct reader input_reader(struct input *input, char *const *file) {
  size_t index = 0;
  while (index < input->settings.file_count && input->settings.files[index] != *file) index++;
  return (struct reader){.shape = &input->shape,
                         .files = file,
                         .sizes = index < input->settings.file_count ? input->sizes + index : NULL,
                         .file_count = 1,
                         .header = input->has_header ? &input->header : NULL,
                         .chunk_size = (size_t)input->settings.chunk_size,
                         .most_bytes = (size_t)input->settings.most_bytes,
                         .compression = input->compression,
                         .oddities = &input->oddities,
                         .stream = STREAM_NONE};
}

static bool open_first(struct input *input, struct failure *failure) {
  const struct record_shape *shape = &input->shape;
  const uint64_t most = input->settings.most_bytes;
  const size_t width = rowkey_records_width(shape->columns->records);
  if (width > most) {
    return fail_with(failure, TOOL_BAD_USAGE, "a %s of %zu bytes is longer than --max-record %" PRIu64,
                     shape->noun, width, most);
  }
  input->compression = input->settings.compression;
  /* Any bytes may begin binary records and raw keys. */
  input->compression.is_none = input->compression.is_none || !shape->kind->is_text;
  input->reader = input_reader(input, input->settings.files);
  input->reader.file_count = input->settings.file_count;
  return reader_open(&input->reader, failure);
}

bool input_open_records(struct input *input, const struct record_settings *settings, const char *list,
                        struct failure *failure) {
  const rowkey_records_settings records = record_settings_of(settings, list);
  if (!columns_create(&records, &input->columns, failure)) return false;
  input->has_header = settings->has_header;
  input->header.records = input->columns.records;
  input->shape = (struct record_shape){settings->input, &input->columns, "record"};
  return open_first(input, failure);
}

bool input_open_keys(struct input *input, bool raw, size_t width, struct failure *failure) {
  const rowkey_records_settings keys = {
      .kind = raw ? ROWKEY_BINARY : ROWKEY_KEY_LINES, .width = raw ? width : 0, .noun = "key"};
  input->shape = (struct record_shape){rowkey_record_kind_of(keys.kind), &input->key_columns, keys.noun};
  return columns_create(&keys, &input->key_columns, failure) &&
         columns_use(&input->key_columns, NULL, 0, failure) && open_first(input, failure);
}

void input_free(struct input *input) {
  free(input->sizes);
  reader_free(&input->reader);
  columns_free(&input->columns);
  columns_free(&input->key_columns);
}

/* ---- Inputs and outputs ------------------------------------------------------------------------ */

bool input_is_no_output(const char *file, const struct writer *output, struct failure *failure) {
  struct stat status;
  if (!reader_status(file, &status, failure)) return false;
  return !writer_is(output, &status) ||
         fail_with(failure, TOOL_BAD_USAGE, "%s is an input and also an output (expected another file)",
                   stream_file_name(file));
}

bool outputs_are_two(const struct writer *a, const struct writer *b, const char *option,
                     struct failure *failure) {
  return !writers_same(a, b) ||
         fail_with(failure, TOOL_BAD_USAGE, "%s is the output and also %s (expected another file)", a->name,
                   option != NULL ? option : b->name);
}
