package io.rowkey;

/** Whether decoding gives a column back, and why not. */
public enum Recovery {
  /** It is recovered. */
  RECOVERED,
  /** The layout does not use it. */
  UNUSED,
  /** Only a hash of it is in the key. */
  HASHED,
  /** Only what arithmetic or functions made of it is in the key. */
  REDUCED
}
