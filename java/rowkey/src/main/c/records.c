/* Records of text, or of a fixed width, for io.rowkey.Records. */
#include "rowkey_jni.h"

#include <stdio.h>
#include <stdlib.h>

struct records {
  struct layout **layouts; /* what the records are for: one or more, of the same columns */
  size_t layout_count, column_count;
  bool *used; /* the columns, by any of them */
  rowkey_records *records;
  rowkey_record_reader *reader; /* made once the header is read */
  bool has_header, ended;

  uint8_t *bytes; /* given and not read yet, with the piece that is being read at the begin */
  size_t size, room;
  rowkey_cut cut; /* of the piece, or on the way to it */
  bool in_piece;
  uint64_t lines_before, bytes_before, records_before; /* the piece */

  rowkey_record_rows rows;
  size_t next; /* of the rows */
  /* The first record of what was given last, or the one that is bad; the place of a header, as well. */
  uint64_t number, place;
};

static struct records *records_at(jlong handle) { return (struct records *)(uintptr_t)handle; }

static void records_free(struct records *records) {
  rowkey_record_reader_free(records->reader);
  rowkey_records_free(records->records);
  for (size_t i = 0; records->layouts != NULL && i < records->layout_count; i++)
    if (records->layouts[i] != NULL) layout_release(records->layouts[i]);
  free(records->layouts);
  free(records->used);
  free(records->bytes);
  free(records);
}

/* ---- Settings ---------------------------------------------------------------------------------- */

/* The number of a kind, header and delimiter, and then texts with a NUL each, of which one that is left out
 * is empty and has 0 before it. */
static const char *read_text(struct reader *reader) {
  const bool is_given = read_u8(reader) != 0;
  size_t size;
  const uint8_t *text = read_bytes(reader, &size);
  return is_given ? (const char *)text : NULL;
}

static rowkey_records *create_records(JNIEnv *env, jbyteArray described, bool *has_header) {
  struct bytes bytes = {0};
  if (!bytes_copy(env, described, &bytes)) return NULL;
  struct reader reader = {bytes.data, bytes.data + bytes.size, false};
  rowkey_records_settings settings = ROWKEY_ZERO;
  settings.kind = (rowkey_records_kind)read_u8(&reader);
  settings.has_header = *has_header = read_u8(&reader) != 0;
  settings.delimiter = (uint8_t)read_u8(&reader);
  settings.columns = read_text(&reader);
  settings.null = read_text(&reader);
  settings.comment = read_text(&reader);
  rowkey_error error;
  rowkey_records *records = rowkey_records_create(&settings, &error);
  if (records == NULL) throw_error(env, &error, NULL);
  bytes_free(&bytes);
  return records;
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_recordsSchema(JNIEnv *env, jclass class,
                                                                 jbyteArray settings) {
  (void)class;
  bool has_header;
  rowkey_records *records = create_records(env, settings, &has_header);
  if (records == NULL) return NULL;
  size_t count;
  const rowkey_column *columns = rowkey_records_columns(records, &count, NULL);
  jbyteArray schema = give_schema(env, columns, count);
  rowkey_records_free(records);
  return schema;
}

/* ---- Made and freed ---------------------------------------------------------------------------- */

/* Columns that any of the layouts uses are read. False with an exception. */
static bool begin_reading(JNIEnv *env, struct records *records) {
  const rowkey_layout **layouts = allocate(env, records->layout_count, sizeof *layouts);
  if (layouts == NULL) return false;
  for (size_t i = 0; i < records->layout_count; i++) layouts[i] = records->layouts[i]->layout;
  rowkey_error error;
  if (rowkey_records_use(records->records, layouts, records->layout_count, &error) == ROWKEY_OK)
    records->reader = rowkey_record_reader_create(records->records, &error);
  if (records->reader == NULL) throw_error(env, &error, NULL);
  free(layouts);
  return records->reader != NULL;
}

static bool set_layouts(JNIEnv *env, struct records *records, jlongArray handles) {
  records->layout_count = (size_t)(*env)->GetArrayLength(env, handles);
  records->layouts = allocate(env, records->layout_count, sizeof *records->layouts);
  if (records->layouts == NULL) return false;
  for (size_t i = 0; i < records->layout_count; i++) {
    jlong handle;
    (*env)->GetLongArrayRegion(env, handles, (jsize)i, 1, &handle);
    records->layouts[i] = layout_retain(layout_at(handle));
  }
  records->column_count = records->layouts[0]->count;
  records->used = allocate(env, records->column_count, sizeof *records->used);
  for (size_t i = 0; records->used != NULL && i < records->column_count; i++)
    for (size_t k = 0; k < records->layout_count; k++)
      records->used[i] = records->used[i] || rowkey_layout_uses(records->layouts[k]->layout, i);
  return records->used != NULL;
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_createRecords(JNIEnv *env, jclass class, jbyteArray settings,
                                                            jlongArray layouts) {
  (void)class;
  struct records *records = allocate(env, 1, sizeof *records);
  if (records == NULL) return 0;
  records->cut.begins_file = true;
  if (set_layouts(env, records, layouts) &&
      (records->records = create_records(env, settings, &records->has_header)) != NULL &&
      (records->has_header || begin_reading(env, records)))
    return (jlong)(uintptr_t)records;
  records_free(records);
  return 0;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_freeRecords(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  records_free(records_at(handle));
}

/* ---- Bytes ------------------------------------------------------------------------------------- */

/* Adds bytes, while no piece is read; a negative count ends the input. Returns how much memory
 * they take by now. */
JNIEXPORT jlong JNICALL Java_io_rowkey_Native_feedRecords(JNIEnv *env, jclass class, jlong handle,
                                                          jbyteArray array, jint count) {
  (void)class;
  struct records *records = records_at(handle);
  if (count < 0) {
    records->ended = true;
    return (jlong)records->room;
  }
  const size_t added = (size_t)count, size = records->size + added;
  if (size > records->room) {
    uint8_t *bytes = realloc(records->bytes, 2 * size);
    if (bytes == NULL) {
      throw_memory(env);
      return (jlong)records->room;
    }
    records->bytes = bytes;
    records->room = 2 * size;
  }
  get_bytes(env, array, 0, added, records->bytes + records->size);
  records->size = size;
  return (jlong)records->room;
}

/* What has been read is left. */
static void leave(struct records *records, size_t size) {
  records->lines_before += rowkey_count_byte(records->bytes, size, '\n');
  records->bytes_before += size;
  records->size -= size;
  if (size > 0) memmove(records->bytes, records->bytes + size, records->size);
}

/* False where more bytes have to tell, and with an exception. */
static bool read_header(JNIEnv *env, struct records *records) {
  size_t begin, end;
  const void *bytes = records->size == 0 ? "" : (const void *)records->bytes;
  if (!rowkey_records_find_header(records->records, bytes, records->size, records->ended, &begin, &end))
    return false;
  records->place = begin;
  rowkey_error error = {
      .status = ROWKEY_ERROR_SYNTAX, .row = ROWKEY_NONE, .column = ROWKEY_NONE, .offset = ROWKEY_NONE};
  if (begin == records->size) {
    (void)snprintf(error.text, sizeof error.text, "the input %s (expected a header line)",
                   begin == 0 && records->bytes_before == 0 ? "is empty" : "has only comments");
    throw_error(env, &error, NULL);
    return false;
  }
  if (rowkey_records_set_header(records->records, (const uint8_t *)bytes + begin, end - begin, &error) !=
      ROWKEY_OK) {
    throw_error(env, &error, NULL);
    return false;
  }
  if (!begin_reading(env, records)) return false;
  records->cut.begins_file = false;
  records->place = 0;
  leave(records, end < records->size ? end + 1 : end);
  return true;
}

/* Whether there is a piece of whole records; false where more bytes have to tell or there are no more, and
 * with an exception. */
static bool begin_piece(JNIEnv *env, struct records *records) {
  if (records->reader == NULL && !read_header(env, records)) return false;
  if (records->size == 0) return false;
  rowkey_records_cut(records->records, records->bytes, records->size, &records->cut);
  if (records->ended) records->cut.end = records->size;
  if (records->cut.end == 0) return false;
  rowkey_error error;
  if (rowkey_record_reader_begin(records->reader, records->bytes, records->cut.end, &records->cut, &error) !=
      ROWKEY_OK) {
    throw_error(env, &error, NULL);
    return false;
  }
  records->rows = (rowkey_record_rows){0};
  records->next = 0;
  records->in_piece = true;
  return true;
}

static void end_piece(struct records *records) {
  leave(records, records->cut.end);
  records->records_before += records->cut.records;
  records->cut = (rowkey_cut)ROWKEY_ZERO;
  records->place = 0;
  records->in_piece = false;
}

/* ---- Rows -------------------------------------------------------------------------------------- */

static void be_at(struct records *records, size_t row, uint64_t begin) {
  records->number = records->records_before + records->rows.first_row + row;
  records->place = begin;
}

/* The good ones of the rows that are left, of which there are some. 0 with an exception, which is that of the
 * first where it is bad: it is left out. */
static jint give_rows(JNIEnv *env, struct records *records, jobjectArray memory, jlongArray shapes) {
  const size_t left = records->rows.rows - records->next;
  const rowkey_values *columns;
  rowkey_error error;
  be_at(records, records->next, records->rows.begin[records->next]);
  size_t good = left;
  if (rowkey_record_reader_values(records->reader, records->next, left, &columns, &error) != ROWKEY_OK)
    good = error.row == ROWKEY_NONE ? 0 : error.row;
  if (good == 0) {
    if (error.row != ROWKEY_NONE) {
      records->next++;
      error.row = (size_t)records->number;
    }
    throw_error(env, &error, records->layouts[0]);
    return 0;
  }
  if (!give_columns(env, columns, records->used, records->column_count, good, memory, shapes)) return 0;
  records->next += good;
  return (jint)good;
}

static void throw_bad(JNIEnv *env, struct records *records) {
  be_at(records, records->rows.rows, records->rows.bad_begin);
  rowkey_error error = {.status = ROWKEY_ERROR_SYNTAX, .column = ROWKEY_NONE, .offset = ROWKEY_NONE};
  error.row = (size_t)records->number;
  (void)snprintf(error.text, sizeof error.text, "%s", records->rows.bad);
  records->rows.bad = NULL;
  throw_error(env, &error, NULL);
}

enum { WANTS_BYTES = -1 };

/* How many rows are in the memory and shapes; 0 at the end and with an exception. */
static jint next_rows(JNIEnv *env, struct records *records, jobjectArray memory, jlongArray shapes) {
  for (;;) {
    if (!records->in_piece && !begin_piece(env, records))
      return records->ended || (*env)->ExceptionCheck(env) ? 0 : WANTS_BYTES;
    if (records->next < records->rows.rows) return give_rows(env, records, memory, shapes);
    if (records->rows.bad != NULL) {
      throw_bad(env, records);
      return 0;
    }
    if (records->rows.is_last) {
      end_piece(records);
      continue;
    }
    rowkey_error error;
    records->next = 0;
    if (rowkey_record_reader_next(records->reader, ROWKEY_RECORD_ROWS, &records->rows, &error) != ROWKEY_OK) {
      records->rows = (rowkey_record_rows){0};
      throw_error(env, &error, NULL);
      return 0;
    }
  }
}

JNIEXPORT jint JNICALL Java_io_rowkey_Native_nextRecords(JNIEnv *env, jclass class, jlong handle,
                                                         jobjectArray memory, jlongArray shapes) {
  (void)class;
  return next_rows(env, records_at(handle), memory, shapes);
}

/* The number of the first record that was given last, or of the one that is bad. */
JNIEXPORT jlong JNICALL Java_io_rowkey_Native_recordNumber(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  return (jlong)records_at(handle)->number;
}

/* Where it lies: the lines before it, or the bytes. */
JNIEXPORT jlong JNICALL Java_io_rowkey_Native_recordPlace(JNIEnv *env, jclass class, jlong handle,
                                                          jboolean of_lines) {
  (void)env, (void)class;
  const struct records *records = records_at(handle);
  uint64_t byte = records->place, newlines = 0;
  if (records->in_piece)
    rowkey_record_reader_place(records->reader, records->place, &byte, &newlines);
  else
    newlines = rowkey_count_byte(records->bytes, records->place, '\n');
  return (jlong)(of_lines ? records->lines_before + newlines : records->bytes_before + byte);
}
