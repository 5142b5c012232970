package io.rowkey;

/**
 * The functions of the native library. Their callers have checked every argument: handles are open
 * and of the right kind, arrays hold what the other arguments say. {@link NativeLoader#load} comes
 * before the first call.
 */
final class Native {
  private Native() {}

  static native int version();

  static native byte[] instructionSet();

  // ---- Layouts

  static native long compile(byte[] template, byte[] columns, boolean implied);

  static native void freeLayout(long layout);

  static native byte[] describe(long layout);

  static native byte[] columnType(byte[] text);

  static native byte[] schema(byte[] text);

  /** A value as its column's type writes it; of numbers 8 bytes in native order. */
  static native byte[] writeValue(long layout, int column, byte[] value);

  static native byte[] expand(byte[] name);

  static native byte[] namedLayouts();

  static native byte[] explain(long layout, long stride);

  // ---- One row

  static native long createRow(long layout, long seed);

  static native void freeRow(long row);

  static native void bindRow(long row, java.nio.ByteBuffer input, java.nio.ByteBuffer output);

  /**
   * The length of the key, or the complement of the bytes that the output must have. Of row number
   * -1, the one after the last.
   */
  static native int encodeRow(long row, long number);

  /** 0, or the bytes that the output must have. */
  static native int decodeRow(long row, int keyLength);

  /** The conditions of a question and the record in the input. */
  static native byte[] fillQuestion(long row, byte[] question);

  /** Where each of so many fields of the key ends that {@link #decodeRow} has decoded. */
  static native int[] fieldEnds(long row, int keyLength, int count);

  // ---- Batches

  static native long createEncoder(long layout, long seed);

  static native void freeEncoder(long encoder);

  /** The bytes of all keys; the most that they need where {@code data} is null. */
  static native long encode(
      long encoder,
      int rows,
      long firstRow,
      Object[] memory,
      long[] shapes,
      Object data,
      Object offsets,
      long[] target,
      byte[] validity);

  static native long createDecoder(long layout);

  static native void freeDecoder(long decoder);

  static native void decode(
      long decoder, Object data, Object offsets, long[] shape, Object[] results, long textRoom);

  // ---- Sorting

  /** Fills the order, of as many rows as there are keys; returns how many have an earlier key. */
  static native int order(Object data, Object offsets, long[] shape, int[] order);

  /** The rows in the order are those of the keys. */
  static native void gather(
      Object data,
      Object offsets,
      long[] shape,
      int[] order,
      Object targetData,
      Object targetOffsets,
      long[] target);

  // ---- Regions

  static native byte[] splits(long layout, int regions);

  static native byte[] addSplits(long layout, byte[] splits, int more);

  static native double[] shares(long layout, byte[] splits);

  static native byte[] uniformSplits(int regions);

  static native byte[] digitSplits(int base, byte[] first, byte[] last, int regions);

  static native byte[] byteSplits(byte[] start, byte[] stop, boolean inclusive, int regions);

  static native byte[] ranges(long layout, byte[] conditions, int most, byte[] splits);

  static native byte[] conditionColumns(long layout, byte[] conditions);

  static native long createRouter(byte[] splits);

  static native void freeRouter(long router);

  static native void route(long router, Object data, Object offsets, long[] shape, int[] regions);

  // ---- Sketches

  /** {@code memory} is 0 for that of C. */
  static native long createSketch(long memory);

  static native long readSketch(byte[] bytes);

  static native void freeSketch(long sketch);

  static native void addToSketch(long sketch, Object data, Object offsets, long[] shape);

  /** Another sketch. */
  static native void mergeSketch(long sketch, long from);

  static native long sketchRows(long sketch);

  static native double sketchError(long sketch);

  static native byte[] sketchSplits(long sketch, int regions);

  static native byte[] addSketchSplits(long sketch, byte[] splits, int more);

  static native double[] sketchShares(long sketch, byte[] splits);

  static native byte[] writeSketch(long sketch);

  // ---- Simulations

  static native long createSimulation(int writers, long window);

  static native void freeSimulation(long simulation);

  static native long rowsBefore(long rows, int writers, int writer);

  static native int[] placeRegions(int regions, int servers, boolean shuffled, long seed);

  static native void placeSimulation(long simulation, int[] serverOf, int servers);

  static native void addToSimulation(long simulation, int regions);

  /** The writer and, in the low half, how many rows of it at most; -1 when all have ended. */
  static native long simulationWants(long simulation);

  /** So many rows from {@code first} on of an array for each layout; no rows end the writer. */
  static native void giveRegions(long simulation, int[][] regions, int first, int rows);

  /** Of regions where the placement is negative. */
  static native byte[] simulationLoad(long simulation, int layout, int placement);

  /** Of all layouts, at least one; the names are those of the source and the layouts. */
  static native byte[] simulationPicture(
      long simulation, int kind, int placement, int writers, int layouts, byte[] names);

  // ---- Rows that are made or read: a batch of them is put into its memory and shapes

  static native long createMade(byte[] kind, long rows, long seed);

  static native void freeMade(long made);

  static native byte[] madeName(long made);

  static native byte[] madeSchema(long made);

  /** How many rows there are. */
  static native int madeRows(long made, long first, int most, Object[] memory, long[] shapes);

  static native byte[] recordsSchema(byte[] settings);

  /** Layouts of the schema of the settings, at least one. */
  static native long createRecords(byte[] settings, long[] layouts);

  static native void freeRecords(long records);

  /** Bytes in double quotes, as people read them. */
  static native byte[] quote(byte[] bytes);

  /**
   * Adds so many bytes; a negative {@code count} ends the input.
   *
   * @return the memory that the bytes take by now
   */
  static native long feedRecords(long records, byte[] bytes, int count);

  /** How many rows there are; 0 at the end, and -1 where more bytes are wanted. */
  static native int nextRecords(long records, Object[] memory, long[] shapes);

  /** Of the first of the rows, or of the record that is bad. */
  static native long recordNumber(long records);

  /** The lines before it, or the bytes. */
  static native long recordPlace(long records, boolean ofLines);

  // ---- Arrow: schemas, arrays and columns are addresses of structs of its C data interface

  static native long compileArrow(byte[] template, long schema);

  static native long createArrowEncoder(
      long layout, long schema, int format, long seed, byte[] name);

  static native void freeArrowEncoder(long encoder);

  static native void arrowKeySchema(long encoder, long schema);

  static native void encodeArrow(long encoder, long[] columns, long rows, long firstRow, long keys);

  /** {@code records} may be 0. */
  static native long createArrowDecoder(long layout, long keys, long records);

  static native void freeArrowDecoder(long decoder);

  static native void arrowRecordSchema(long decoder, long schema);

  static native void decodeArrow(long decoder, long keys, long records);

  static native void routeArrow(long router, long schema, long keys, long regions);
}
