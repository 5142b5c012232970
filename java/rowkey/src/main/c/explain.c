/* What a layout's keys are like, for io.rowkey.Explanation. */
#include "rowkey_jni.h"

static void write_size(struct writer *writer, size_t size) { write_u64(writer, size); }

static void write_field(struct writer *writer, const rowkey_explained_field *field) {
  write_u32(writer, field->source_offset);
  write_u32(writer, field->source_length);
  write_u8(writer, field->kind);
  write_size(writer, field->offset);
  write_size(writer, field->min_width);
  write_size(writer, field->max_width);
  write_text(writer, field->low);
  write_text(writer, field->high);
  write_u8(writer, field->order);
  write_u32(writer, field->column == ROWKEY_NONE ? UINT32_MAX : field->column);
  write_u8(writer, field->column_order);
  write_u8(writer, field->reversible);
}

static void write_explanation(struct writer *writer, const rowkey_explanation *explanation) {
  write_size(writer, explanation->min_width);
  write_size(writer, explanation->max_width);
  write_size(writer, explanation->binary_width);
  write_size(writer, explanation->text_width);
  write_u32(writer, explanation->field_count);
  for (size_t i = 0; i < explanation->field_count; i++) write_field(writer, &explanation->fields[i]);
  write_u32(writer, explanation->sorted_from);
  write_u32(writer, explanation->sorted_count);
  for (size_t i = 0; i < explanation->sorted_count; i++) write_u32(writer, explanation->sorted[i]);
  write_u8(writer, explanation->sorted_to_end);
  write_u8(writer, explanation->sorts_as_columns);
  write_text(writer, explanation->isa);
  write_u32(writer, explanation->warning_count);
  for (size_t i = 0; i < explanation->warning_count; i++) {
    const rowkey_warning *warning = &explanation->warnings[i];
    write_text(writer, warning->id);
    write_u8(writer, warning->is_note);
    write_size(writer, warning->offset);
    write_text(writer, warning->text);
  }
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_explain(JNIEnv *env, jclass class, jlong handle,
                                                           jlong stride) {
  (void)class;
  const struct layout *layout = layout_at(handle);
  rowkey_error error;
  rowkey_explanation *explanation = rowkey_explain(layout->layout, (uint64_t)stride, &error);
  if (explanation == NULL) {
    throw_error(env, &error, layout);
    return NULL;
  }
  struct writer writer = {0};
  write_explanation(&writer, explanation);
  rowkey_explanation_free(explanation);
  return writer_finish(env, &writer);
}
