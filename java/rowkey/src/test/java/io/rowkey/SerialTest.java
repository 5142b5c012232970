package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Layouts, schemas and sketches through Java's serialization, and streams that are not theirs. */
class SerialTest {
  private static final String TEMPLATE = "{md5(host) % 1000:03d}|{host}|{ts:u64}";
  private static final Schema SCHEMA = Schema.parse("host:text,ts:time(ms),`a b`:decimal(2)");

  /** What engines send to other machines. */
  private interface KeyFunction extends Function<String, byte[]>, Serializable {}

  private static byte[] bytes(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private static Object object(byte[] bytes) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    }
  }

  @SuppressWarnings("unchecked")
  private static <T> T copy(T object) throws IOException, ClassNotFoundException {
    return (T) object(bytes(object));
  }

  private static void equal(Object expected, Object found) {
    assertEquals(expected, found);
    assertEquals(expected.hashCode(), found.hashCode());
  }

  @Test
  void schemas() throws Exception {
    equal(SCHEMA, copy(SCHEMA));
    equal(Schema.parse(""), copy(Schema.parse("")));
    Schema odd = Schema.of("a`\n,:b", ColumnType.parse("enum(low, \"very, high\")"));
    equal(odd, copy(odd));
    assertNotEquals(SCHEMA, copy(odd));
  }

  @Test
  void layouts() throws Exception {
    RowKeyLayout layout = RowKeyLayout.compile(TEMPLATE, SCHEMA);
    RowKeyLayout found = copy(layout);
    equal(layout, found);
    assertArrayEquals(layout.key("a", 5L, null), found.key("a", 5L, null));
    layout.close();
    found = copy(layout);
    equal(layout, found);
    assertEquals(layout.toString(), found.toString());
    assertEquals(5, found.decode(found.key("a", 5L, null)).getLong("ts"));
    for (NamedLayout named : NamedLayout.all()) {
      RowKeyLayout of = RowKeyLayout.compile("@" + named.name());
      equal(of, copy(of));
    }
    assertNotEquals(layout, RowKeyLayout.compile(TEMPLATE));
    assertNotEquals(layout, RowKeyLayout.compile("{host}", SCHEMA));
    assertNotEquals(layout, null);
  }

  @Test
  void sketches() throws Exception {
    byte[] data = new byte[80_000];
    new Random(7).nextBytes(data);
    try (Sketch sketch = Sketch.create(64 << 10);
        Sketch same = Sketch.create(64 << 10)) {
      equal(sketch, copy(sketch));
      sketch.add(Keys.of(data, 8));
      assertNotEquals(sketch, same);
      Sketch found = copy(sketch);
      equal(sketch, found);
      assertArrayEquals(sketch.splits(10), found.splits(10));
      same.add(Keys.of(data, 8));
      equal(sketch, same);
      found.close();
      assertEquals(found, found);
      assertNotEquals(sketch, found);
      assertNotEquals(found, sketch);
      assertThrows(IllegalStateException.class, () -> bytes(found));
    }
  }

  @Test
  void closures() throws Exception {
    RowKeyLayout layout = RowKeyLayout.compile(TEMPLATE, SCHEMA);
    KeyFunction function = host -> layout.key(host, 1L, null);
    assertArrayEquals(function.apply("web-1"), copy(function).apply("web-1"));
  }

  private static byte[] serial(String template, String[] columns, byte[] sketch) throws Exception {
    Constructor<Serial> constructor =
        Serial.class.getDeclaredConstructor(String.class, String[].class, byte[].class);
    constructor.setAccessible(true);
    return bytes(constructor.newInstance(template, columns, sketch));
  }

  private static void refused(String says, byte[] stream) {
    InvalidObjectException e = assertThrows(InvalidObjectException.class, () -> object(stream));
    assertTrue(e.getMessage().contains(says), e.getMessage());
  }

  @Test
  void whatIsWrongInAStreamIsRefused() throws Exception {
    refused("not a valid schema", serial(null, null, null));
    refused("not a valid schema", serial(null, new String[] {"a"}, null));
    refused("not a valid schema", serial(null, new String[] {"a", null}, null));
    refused("not a valid schema", serial(null, new String[] {"a", "colour"}, null));
    refused("not a valid schema", serial(null, new String[] {"a", "u64", "a", "u64"}, null));
    refused("not a valid layout", serial("{a", new String[] {"a", "u64"}, null));
    refused("not a valid layout", serial("{b}", new String[] {"a", "u64"}, null));
    refused("not a valid layout", serial("{b}", null, null));
    refused("not a valid sketch", serial(null, null, new byte[0]));
    refused("not a valid sketch", serial(null, null, new byte[100]));
  }

  /** A class name of the same length in the place of the proxy's, with none of its fields. */
  @Test
  void fieldsInTheStreamAreRefused() throws Exception {
    for (Class<?> type : Arrays.asList(Schema.class, RowKeyLayout.class, Sketch.class)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(new byte[] {(byte) 0xac, (byte) 0xed, 0, 5, 's', 'r', 0});
      byte[] name = type.getName().getBytes(StandardCharsets.UTF_8);
      out.write(name.length);
      out.write(name);
      out.write(new byte[] {0, 0, 0, 0, 0, 0, 0, 1}); // serialVersionUID
      out.write(new byte[] {2, 0, 0, 'x', 'p'}); // serializable, no fields, no class above
      refused("by its fields", out.toByteArray());
    }
  }

  @Test
  void damagedStreamsEndInExceptionsOfStreams() throws Exception {
    byte[] whole = bytes(RowKeyLayout.compile(TEMPLATE, SCHEMA));
    Random random = new Random(Long.getLong("rowkey.seed", 5));
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] stream = Arrays.copyOf(whole, whole.length - (i % 7 == 0 ? random.nextInt(40) : 0));
      stream[random.nextInt(stream.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        object(stream);
      } catch (IOException | ClassNotFoundException | ClassCastException e) {
        refused++;
      } catch (RuntimeException | Error e) {
        // The JDK's own, such as for an array of 2^31 elements: none of this package.
        for (StackTraceElement element : e.getStackTrace()) {
          assertNotEquals(Serial.class.getName(), element.getClassName(), e.toString());
        }
      }
    }
    assertTrue(refused > 100, refused + " refused");
  }
}
