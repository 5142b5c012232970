/* Simulations, for io.rowkey.Simulation. */
#include "rowkey_jni.h"

#include <stdlib.h>

static rowkey_simulation *simulation_at(jlong handle) { return (rowkey_simulation *)(uintptr_t)handle; }

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_createSimulation(JNIEnv *env, jclass class, jint writers,
                                                               jlong window) {
  (void)class;
  rowkey_error error;
  rowkey_simulation *simulation = rowkey_simulation_create((size_t)writers, (uint64_t)window, &error);
  if (simulation == NULL) throw_error(env, &error, NULL);
  return (jlong)(uintptr_t)simulation;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_freeSimulation(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  rowkey_simulation_free(simulation_at(handle));
}

JNIEXPORT jlong JNICALL Java_io_rowkey_Native_rowsBefore(JNIEnv *env, jclass class, jlong rows, jint writers,
                                                         jint writer) {
  (void)env, (void)class;
  return (jlong)rowkey_rows_before((uint64_t)rows, (size_t)writers, (size_t)writer);
}

/* ---- What is counted --------------------------------------------------------------------------- */

JNIEXPORT jintArray JNICALL Java_io_rowkey_Native_placeRegions(JNIEnv *env, jclass class, jint regions,
                                                               jint servers, jboolean shuffled, jlong seed) {
  (void)class;
  const uint64_t number = (uint64_t)seed;
  rowkey_error error;
  jintArray result = NULL;
  uint32_t *server_of = allocate(env, (size_t)regions, sizeof *server_of);
  if (server_of == NULL) return NULL;
  if (rowkey_place_regions((size_t)regions, (size_t)servers, shuffled ? &number : NULL, server_of, &error) !=
      ROWKEY_OK)
    throw_error(env, &error, NULL);
  else if ((result = (*env)->NewIntArray(env, regions)) != NULL)
    set_ints(env, result, 0, (size_t)regions, server_of);
  free(server_of);
  return result;
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_placeSimulation(JNIEnv *env, jclass class, jlong handle,
                                                             jintArray placed, jint servers) {
  (void)class;
  const size_t regions = (size_t)(*env)->GetArrayLength(env, placed);
  uint32_t *server_of = allocate(env, regions, sizeof *server_of);
  if (server_of == NULL) return;
  get_ints(env, placed, 0, regions, server_of);
  rowkey_error error;
  if (!(*env)->ExceptionCheck(env) && rowkey_simulation_place(simulation_at(handle), server_of, regions,
                                                              (size_t)servers, &error) != ROWKEY_OK)
    throw_error(env, &error, NULL);
  free(server_of);
}

JNIEXPORT void JNICALL Java_io_rowkey_Native_addToSimulation(JNIEnv *env, jclass class, jlong handle,
                                                             jint regions) {
  (void)class;
  rowkey_error error;
  if (rowkey_simulation_add_regions(simulation_at(handle), (size_t)regions, &error) != ROWKEY_OK)
    throw_error(env, &error, NULL);
}

/* ---- Rows -------------------------------------------------------------------------------------- */

/* The writer and, in the low half, how many rows at most; -1 when all have ended. */
JNIEXPORT jlong JNICALL Java_io_rowkey_Native_simulationWants(JNIEnv *env, jclass class, jlong handle) {
  (void)env, (void)class;
  size_t most;
  const size_t writer = rowkey_simulation_wants(simulation_at(handle), &most);
  return writer == ROWKEY_NONE ? -1 : (jlong)writer << 32 | (jlong)most;
}

/* Rows from `first` on of the regions of each layout. */
JNIEXPORT void JNICALL Java_io_rowkey_Native_giveRegions(JNIEnv *env, jclass class, jlong handle,
                                                         jobjectArray arrays, jint first, jint rows) {
  (void)class;
  const size_t layouts = (size_t)(*env)->GetArrayLength(env, arrays), count = (size_t)rows;
  uint32_t *regions = allocate(env, layouts * count, sizeof *regions);
  const uint32_t **each = regions == NULL ? NULL : allocate(env, layouts, sizeof *each);
  for (size_t i = 0; each != NULL && i < layouts && !(*env)->ExceptionCheck(env); i++) {
    jintArray array = (*env)->GetObjectArrayElement(env, arrays, (jsize)i);
    each[i] = regions + i * count;
    if (array != NULL) get_ints(env, array, (size_t)first, count, regions + i * count);
    (*env)->DeleteLocalRef(env, array);
  }
  rowkey_error error;
  if (each != NULL && !(*env)->ExceptionCheck(env) &&
      rowkey_simulation_give_regions(simulation_at(handle), each, count, NULL, &error) != ROWKEY_OK)
    throw_error(env, &error, NULL);
  free(each);
  free(regions);
}

/* ---- What was counted -------------------------------------------------------------------------- */

static void write_double(struct writer *writer, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  write_u64(writer, bits);
}

static void write_evenness(struct writer *writer, const rowkey_evenness *evenness) {
  write_u64(writer, evenness->rows);
  write_u64(writer, evenness->least);
  write_u64(writer, evenness->most);
  write_double(writer, evenness->mean);
  write_double(writer, evenness->deviation);
  write_double(writer, evenness->variation);
  write_double(writer, evenness->peak);
  write_double(writer, evenness->gini);
  write_double(writer, evenness->chi_squared);
  write_double(writer, evenness->p_value);
  write_u32(writer, evenness->active);
}

static void write_windows(struct writer *writer, const rowkey_load_report *report) {
  write_u64(writer, report->window);
  write_u64(writer, report->window_count);
  write_double(writer, report->active_mean);
  write_u32(writer, report->active_least);
  write_u32(writer, report->active_most);
  write_double(writer, report->active_even);
  write_double(writer, report->effective_mean);
  write_double(writer, report->effective_even);
  write_double(writer, report->peak_mean);
  write_double(writer, report->peak_most);
  write_double(writer, report->variation_mean);
  write_double(writer, report->lock_step);
  write_u32(writer, report->hottest);
  write_u64(writer, report->hottest_windows);
  write_u64(writer, report->hottest_first);
  write_double(writer, report->hottest_share);
}

/* Of a placement on servers; of regions where it is negative. */
static const rowkey_load_report *report_of(jlong handle, size_t layout, jint placement) {
  return rowkey_simulation_report(simulation_at(handle), layout,
                                  placement < 0 ? ROWKEY_NONE : (size_t)placement);
}

JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_simulationLoad(JNIEnv *env, jclass class, jlong handle,
                                                                  jint layout, jint placement) {
  (void)class;
  const rowkey_load_report *report = report_of(handle, (size_t)layout, placement);
  struct writer writer = {0};
  write_u32(&writer, report->regions);
  for (size_t i = 0; i < report->regions; i++) write_u64(&writer, report->counts[i]);
  write_evenness(&writer, &report->total);
  write_windows(&writer, report);
  return writer_finish(env, &writer);
}

/* `names` are the source and what each of the layouts is called, with a NUL each. */
JNIEXPORT jbyteArray JNICALL Java_io_rowkey_Native_simulationPicture(JNIEnv *env, jclass class, jlong handle,
                                                                     jint kind, jint placement, jint writers,
                                                                     jint layouts, jbyteArray names) {
  (void)class;
  struct bytes bytes = {0};
  if (!bytes_copy(env, names, &bytes)) return NULL;
  rowkey_pictured *pictured = allocate(env, (size_t)layouts, sizeof *pictured);
  jbyteArray result = NULL;
  if (pictured != NULL) {
    struct reader reader = {bytes.data, bytes.data + bytes.size, false};
    size_t size;
    const char *source = (const char *)read_bytes(&reader, &size);
    for (size_t i = 0; i < (size_t)layouts; i++)
      pictured[i] =
          rowkey_pictured_of((const char *)read_bytes(&reader, &size), report_of(handle, i, placement));
    const rowkey_load_report *first = pictured[0].report;
    rowkey_rows_seen seen = rowkey_rows_seen_of(source, first->total.rows, (size_t)writers, first->window);
    seen.by_server = placement >= 0;
    rowkey_error error;
    char *svg =
        rowkey_picture_loads((rowkey_picture_kind)kind, &seen, pictured, (size_t)layouts, &size, &error);
    if (svg == NULL)
      throw_error(env, &error, NULL);
    else
      result = array_of(env, svg, size);
    rowkey_picture_free(svg);
  }
  free(pictured);
  bytes_free(&bytes);
  return result;
}
