package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Keys sorted, beside a stable sort of the JDK with a comparison of unsigned bytes. */
class KeyOrderTest {
  private final Random random = new Random(Long.getLong("rowkey.seed", 11));

  private static int compare(byte[] a, byte[] b) {
    for (int i = 0; i < Math.min(a.length, b.length); i++) {
      int order = Integer.compare(a[i] & 0xff, b[i] & 0xff);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.length, b.length);
  }

  private static int[] sortedInJava(byte[][] keys) {
    Integer[] rows = new Integer[keys.length];
    Arrays.setAll(rows, i -> i);
    Arrays.sort(rows, (a, b) -> compare(keys[a], keys[b]));
    return Arrays.stream(rows).mapToInt(row -> row).toArray();
  }

  private static int duplicates(byte[][] keys) {
    Set<ByteBuffer> different = new HashSet<>();
    for (byte[] key : keys) {
      different.add(ByteBuffer.wrap(key));
    }
    return keys.length - different.size();
  }

  private byte[][] randomKeys(int rows, int leastWidth, int mostWidth, int letters) {
    byte[][] keys = new byte[rows][];
    for (int i = 0; i < rows; i++) {
      keys[i] = new byte[leastWidth + random.nextInt(mostWidth - leastWidth + 1)];
      for (int j = 0; j < keys[i].length; j++) {
        keys[i][j] = (byte) (letters == 256 ? random.nextInt() : 126 + random.nextInt(letters));
      }
    }
    return keys;
  }

  private static ByteBuffer direct(byte[] bytes, int before) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(before + bytes.length);
    buffer.position(before);
    buffer.put(bytes);
    buffer.position(before);
    return buffer;
  }

  private static IntBuffer direct(int[] numbers) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(4 * numbers.length + 4);
    IntBuffer ints = buffer.order(ByteOrder.nativeOrder()).asIntBuffer();
    ints.put(7).put(numbers);
    ints.position(1);
    return ints;
  }

  private static byte[] joined(byte[][] keys, int[] offsets) {
    for (int i = 0; i < keys.length; i++) {
      offsets[i + 1] = offsets[i] + keys[i].length;
    }
    byte[] data = new byte[offsets[keys.length]];
    for (int i = 0; i < keys.length; i++) {
      System.arraycopy(keys[i], 0, data, offsets[i], keys[i].length);
    }
    return data;
  }

  private static void check(byte[][] keys, Keys given, Keys room) {
    KeyOrder order = given.order();
    int[] expected = sortedInJava(keys);
    assertArrayEquals(expected, order.toArray());
    assertEquals(keys.length, order.rows());
    assertEquals(duplicates(keys), order.duplicates());
    order.gather(given, room);
    assertEquals(keys.length, room.rows());
    for (int i = 0; i < keys.length; i++) {
      assertEquals(expected[i], order.row(i));
      assertArrayEquals(keys[expected[i]], room.get(i));
    }
  }

  private static void check(byte[][] keys, int width) {
    int[] offsets = new int[keys.length + 1];
    byte[] data = joined(keys, offsets);
    int bytes = data.length;
    check(keys, Keys.of(keys), Keys.growing());
    check(keys, Keys.of(data, offsets), Keys.into(new byte[bytes], new int[keys.length + 1]));
    check(
        keys,
        Keys.of(direct(data, 3), direct(offsets)),
        Keys.into(direct(new byte[bytes], 5), direct(new int[keys.length + 1])));
    if (width > 0) {
      check(keys, Keys.of(data, width), Keys.into(new byte[bytes]));
      check(keys, Keys.of(direct(data, 9), width), Keys.into(direct(new byte[bytes], 0)));
      check(keys, Keys.of(data, width), Keys.growing());
    }
  }

  @Test
  void asTheJdkSorts() {
    for (int i = 0; i < 40; i++) {
      int rows = random.nextInt(3000);
      int width = 1 + random.nextInt(40);
      check(randomKeys(rows, width, width, 256), width);
      check(randomKeys(rows, width, width, 4), width);
      check(randomKeys(rows, 0, width, 4), 0);
      check(randomKeys(rows, 0, width, 256), 0);
    }
  }

  @Test
  void noKeysAndOne() {
    check(new byte[0][], 4);
    check(new byte[][] {{5, 6}}, 2);
    check(new byte[][] {{}}, 0);
    check(new byte[][] {{}, {}, {0}, {}}, 0);
    check(new byte[0][], Keys.growing(), Keys.growing());
  }

  @Test
  void keysOfAnEncoder() {
    RowKeyLayout layout = RowKeyLayout.compile("{md5(id) % 1000:03d}{id:010d}");
    long[] ids = random.longs(50_000, 0, 40_000).toArray();
    Keys keys = Keys.growing();
    try (Encoder encoder = layout.encoder()) {
      encoder.encode(layout.batch().longs("id", ids), keys);
    }
    check(keys.toArrays(), keys, Keys.growing());
    assertTrue(keys.order().duplicates() > 10_000);
  }

  private static void refused(String says, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    assertTrue(message.contains(says), message);
  }

  @Test
  void wrongArguments() {
    Keys keys = Keys.of(new byte[] {2}, new byte[] {1, 1});
    KeyOrder order = keys.order();
    assertThrows(IndexOutOfBoundsException.class, () -> order.row(-1));
    assertThrows(IndexOutOfBoundsException.class, () -> order.row(2));
    assertThrows(NullPointerException.class, () -> order.gather(null, keys));
    assertThrows(NullPointerException.class, () -> order.gather(keys, null));
    refused("1 keys (expected 2", () -> order.gather(Keys.of(new byte[1], 1), Keys.growing()));
    refused("onto themselves", () -> order.gather(keys, keys));
    refused("no offsets", () -> order.gather(keys, Keys.into(new byte[3])));
    refused("room for 2 offsets", () -> order.gather(keys, Keys.into(new byte[3], new int[2])));
    refused("offsets of keys", () -> Keys.of(new byte[3], new int[] {0, 2, 1}).order());
    refused("offsets of keys", () -> Keys.of(new byte[3], new int[] {0, 2, 4}).order());
    refused("offsets of keys", () -> Keys.of(new byte[3], new int[] {-1, 2, 3}).order());
    refused(
        "offsets of keys",
        () -> order.gather(Keys.of(new byte[3], new int[] {0, 2, 9}), Keys.growing()));
    ByteBuffer shared = direct(new byte[6], 0);
    Keys first = Keys.of(shared, 3);
    shared.position(2);
    refused("onto themselves", () -> first.order().gather(first, Keys.into(shared)));
    Keys small = Keys.into(new byte[2], new int[3]);
    RowKeyException e = assertThrows(RowKeyException.class, () -> order.gather(keys, small));
    assertEquals(RowKeyException.Kind.SPACE, e.kind());
    assertEquals(0, small.rows());
  }
}
