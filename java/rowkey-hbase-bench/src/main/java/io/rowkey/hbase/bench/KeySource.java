package io.rowkey.hbase.bench;

import io.rowkey.Batch;
import io.rowkey.Encoder;
import io.rowkey.bench.JavaKeys;

/** The ways to make the keys of the layout, a batch at a time, an array for each key. */
enum KeySource {
  NAIVE("naive Java") {
    @Override
    void make(long[] ids, byte[][] keys) {
      for (int i = 0; i < ids.length; i++) {
        keys[i] = JavaKeys.naive(ids[i]);
      }
    }
  },
  TUNED("tuned Java") {
    private final JavaKeys java = new JavaKeys();

    @Override
    void make(long[] ids, byte[][] keys) {
      for (int i = 0; i < ids.length; i++) {
        keys[i] = java.tuned(ids[i]);
      }
    }
  },
  LIBRARY("library") {
    private final Encoder encoder = Loads.LAYOUT.encoder();
    private final Batch batch = Loads.LAYOUT.batch();

    @Override
    void make(long[] ids, byte[][] keys) {
      encoder.encode(batch.longs("id", ids), keys);
    }
  };

  final String title;

  KeySource(String title) {
    this.title = title;
  }

  /** Fills the array with the keys of as many ids; for one thread at a time. */
  abstract void make(long[] ids, byte[][] keys);
}
