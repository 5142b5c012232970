package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sketches beside the sorted keys. */
class SketchTest {
  private static final int MEMORY = 1 << 16;

  private static byte[][] keys(int count, long seed) {
    Random random = new Random(seed);
    byte[][] keys = new byte[count][];
    for (int i = 0; i < count; i++) {
      // Half of them close together, with bytes of either sign.
      keys[i] = new byte[4 + random.nextInt(12)];
      random.nextBytes(keys[i]);
      if (random.nextBoolean()) {
        keys[i][0] = (byte) 0x7f;
        keys[i][1] = (byte) 0x80;
      }
    }
    return keys;
  }

  private static Sketch of(byte[]... keys) {
    Sketch sketch = Sketch.create();
    sketch.add(Keys.of(keys));
    return sketch;
  }

  private static byte[][] sorted(byte[][] keys) {
    byte[][] sorted = keys.clone();
    Arrays.sort(sorted, KeyRange::compare);
    return sorted;
  }

  @Test
  void pointsAreKeysThatPartThemEvenly() {
    byte[][] keys = keys(10_000, 1);
    byte[][] sorted = sorted(keys);
    try (Sketch sketch = of(keys)) {
      assertEquals(10_000, sketch.rows());
      assertEquals(0, sketch.error());
      byte[][] splits = sketch.splits(7);
      assertEquals(6, splits.length);
      for (int i = 0; i < splits.length; i++) {
        assertArrayEquals(sorted[(i + 1) * 10_000 / 7], splits[i]);
      }
      double[] shares = sketch.shares(splits);
      try (Router router = Router.of(splits)) {
        double[] counted = new double[7];
        for (int region : router.regions(Keys.of(keys))) {
          counted[region] += 1 / 10_000.0;
        }
        assertArrayEquals(counted, shares, 1e-9);
      }
      byte[][] more = sketch.addSplits(splits, 7);
      assertEquals(13, more.length);
      for (double share : sketch.shares(more)) {
        assertEquals(1 / 14.0, share, 0.001);
      }
      assertEquals(0, sketch.splits(1).length);
    }
  }

  @Test
  void partsAreMergedAsIfTheyHadBeenOne() {
    byte[][] keys = keys(9_000, 2);
    try (Sketch whole = of(keys);
        Sketch merged = Sketch.create()) {
      for (int i = 0; i < 3; i++) {
        try (Sketch part = of(Arrays.copyOfRange(keys, 3_000 * i, 3_000 * (i + 1)));
            Sketch read = Sketch.fromBytes(part.toBytes())) {
          merged.merge(read);
        }
      }
      assertEquals(9_000, merged.rows());
      assertEquals(0, merged.error());
      assertArrayEquals(whole.splits(50), merged.splits(50));
    }
  }

  @Test
  void manyKeysTakeNoMoreMemoryAndAreWrongByALittle() {
    byte[][] keys = keys(100_000, 3);
    byte[][] sorted = sorted(keys);
    try (Sketch sketch = Sketch.create(MEMORY)) {
      for (int i = 0; i < keys.length; i += 1_000) {
        sketch.add(Keys.of(Arrays.copyOfRange(keys, i, i + 1_000)));
      }
      double error = sketch.error();
      assertTrue(error > 0 && error < 0.2, "error " + error);
      byte[][] splits = sketch.splits(10);
      for (int i = 0; i < splits.length; i++) {
        int rank = Arrays.binarySearch(sorted, splits[i], KeyRange::compare);
        assertTrue(rank >= 0, "a point that is no key");
        assertEquals((i + 1) / 10.0, rank / 100_000.0, error);
      }
      byte[] bytes = sketch.toBytes();
      assertTrue(bytes.length <= MEMORY, bytes.length + " bytes");
      try (Sketch read = Sketch.fromBytes(bytes)) {
        assertArrayEquals(bytes, read.toBytes());
        sketch.add(Keys.of(keys));
        read.add(Keys.of(keys));
        assertArrayEquals(sketch.splits(100), read.splits(100));
      }
    }
  }

  @Test
  void wrongUseIsTold() {
    for (long memory : new long[] {-1, 0, MEMORY - 1, (1L << 30) + 1}) {
      assertThrows(IllegalArgumentException.class, () -> Sketch.create(memory));
    }
    Sketch sketch = of(new byte[] {1}, new byte[] {2}, new byte[] {2});
    RowKeyException few = assertThrows(RowKeyException.class, () -> sketch.splits(3));
    assertEquals(RowKeyException.Kind.RANGE, few.kind());
    assertTrue(few.getMessage().contains("2"), few.getMessage());
    assertThrows(IllegalArgumentException.class, () -> sketch.splits(-1));
    assertThrows(IllegalArgumentException.class, () -> sketch.addSplits(new byte[0][], -1));
    assertThrows(RowKeyException.class, () -> sketch.shares(new byte[][] {{2}, {1}}));
    assertThrows(RowKeyException.class, () -> sketch.addSplits(new byte[][] {{2}}, 9));
    assertThrows(RowKeyException.class, () -> Sketch.create().shares(new byte[0][]));
    assertThrows(
        IllegalArgumentException.class, () -> sketch.add(Keys.of(new byte[4], new int[] {3, 2})));
    assertThrows(IllegalArgumentException.class, () -> sketch.merge(sketch));
    assertThrows(NullPointerException.class, () -> sketch.merge(null));
    assertThrows(NullPointerException.class, () -> sketch.add(null));
    assertThrows(NullPointerException.class, () -> Sketch.fromBytes(null));
    byte[] bytes = sketch.toBytes();
    for (int i = 0; i < bytes.length; i++) {
      byte[] other = bytes.clone();
      other[i] ^= 1;
      RowKeyException e = assertThrows(RowKeyException.class, () -> Sketch.fromBytes(other));
      assertEquals(RowKeyException.Kind.ARGUMENT, e.kind());
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThrows(RowKeyException.class, () -> Sketch.fromBytes(cut));
    }
    assertEquals(3, sketch.rows());
    sketch.close();
    sketch.close();
    assertThrows(IllegalStateException.class, sketch::rows);
    assertThrows(IllegalStateException.class, () -> Sketch.create().merge(sketch));
  }
}
