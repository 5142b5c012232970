package io.rowkey;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Calls of public methods, with whatever they can be given: each returns, or throws one of the
 * exceptions that are documented.
 */
final class Nonsense implements AutoCloseable {
  private static final String[] TEXTS = {
    "",
    "a",
    "id",
    "s",
    "u",
    "f",
    "x",
    "@phoenix-salted",
    "@",
    "{id:u64}",
    "{s}|{id:d}",
    "{",
    "s:text,id:i64",
    "id:u64,f:f32,u:uuid,s:text",
    "time(ms)",
    "enum(",
    "id = 3",
    "s = ?, id within 3 of ?",
    "id >= 2, s = a",
    "s begins b",
    "\0",
    "\ud800",
    "00",
    "ff",
    "12345678901234567890123456789"
  };

  static final Class<?>[] CLASSES = {
    RowKeyLayout.class,
    Encoder.class,
    Decoder.class,
    Batch.class,
    Keys.class,
    KeyOrder.class,
    Router.class,
    Splits.class,
    Sketch.class,
    Simulation.class,
    Load.class,
    MadeRows.class,
    RecordFormat.class,
    Records.class,
    Schema.class,
    ColumnType.class,
    Record.class,
    Columns.class,
    KeyRange.class,
    KeyRanges.class,
    KeyFields.class,
    KeyFields.Field.class,
    Explanation.class,
    NamedLayout.class
  };

  private static final List<Method> METHODS = methods();

  private final Random random;
  private final Supplier<String> texts;
  private final List<Object> objects = new ArrayList<>();
  private int good;
  private int refused;

  /**
   * @param random decides what is called, and with what
   * @param texts gives the strings, such as {@link #text}
   */
  Nonsense(Random random, Supplier<String> texts) {
    this.random = random;
    this.texts = texts;
    begin();
  }

  /** A template, a condition, a number or another text that something takes. */
  static String text(Random random) {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  /** How many calls have returned. */
  int good() {
    return good;
  }

  /** How many calls have thrown one of the documented exceptions. */
  int refused() {
    return refused;
  }

  private static List<Method> methods() {
    List<Method> methods = new ArrayList<>();
    for (Class<?> type : CLASSES) {
      for (Method method : type.getMethods()) {
        if (method.getDeclaringClass() == type && Modifier.isPublic(type.getModifiers())) {
          methods.add(method);
        }
      }
    }
    // The JVM gives them in any order: a seed means the same calls everywhere.
    methods.sort(Comparator.comparing(Method::toGenericString));
    return methods;
  }

  private int small() {
    switch (random.nextInt(6)) {
      case 0:
        return random.nextInt();
      case 1:
        return random.nextInt(3) - 1;
      default:
        return random.nextInt(12);
    }
  }

  private long number() {
    return random.nextInt(3) == 0 ? random.nextLong() >> random.nextInt(64) : small();
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(40)];
    if (random.nextBoolean()) {
      random.nextBytes(bytes);
    }
    return bytes;
  }

  private int[] offsets() {
    int[] offsets = new int[random.nextInt(6)];
    for (int i = 0, at = 0; i < offsets.length; i++, at += random.nextInt(5)) {
      offsets[i] = random.nextInt(9) == 0 ? small() : at;
    }
    return offsets;
  }

  private ByteBuffer buffer() {
    int size = random.nextInt(100);
    ByteBuffer buffer =
        random.nextInt(5) == 0 ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
    buffer.position(random.nextInt(size + 1));
    if (random.nextInt(8) == 0) {
      buffer = buffer.asReadOnlyBuffer();
    }
    return (random.nextBoolean() ? buffer : buffer.slice())
        .order(random.nextInt(6) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.nativeOrder());
  }

  private Object some(Class<?> type) {
    if (!type.isPrimitive() && random.nextInt(25) == 0) {
      return null;
    }
    if (type == int.class) {
      return small();
    } else if (type == long.class) {
      return number();
    } else if (type == boolean.class) {
      return random.nextBoolean();
    } else if (type == String.class) {
      return texts.get();
    } else if (type == byte[].class) {
      return bytes();
    } else if (type == int[].class) {
      return offsets();
    } else if (type == long[].class) {
      return random.longs(random.nextInt(5)).toArray();
    } else if (type == double[].class) {
      return new double[random.nextInt(5)];
    } else if (type == float[].class) {
      return new float[random.nextInt(5)];
    } else if (type == boolean[].class) {
      return new boolean[random.nextInt(5)];
    } else if (type == BigDecimal.class) {
      return BigDecimal.valueOf(number(), small());
    } else if (type == InputStream.class) {
      return new ByteArrayInputStream(texts.get().getBytes(StandardCharsets.UTF_8));
    } else if (type == char.class) {
      return (char) number();
    } else if (type == Simulation.Picture.class) {
      return Simulation.Picture.values()[random.nextInt(3)];
    } else if (type == TimeUnit.class) {
      return TimeUnit.values()[random.nextInt(TimeUnit.values().length)];
    } else if (type == ByteBuffer.class) {
      return buffer();
    } else if (type == IntBuffer.class) {
      return buffer().asIntBuffer();
    } else if (type == LongBuffer.class) {
      return buffer().asLongBuffer();
    } else if (type == DoubleBuffer.class) {
      return buffer().asDoubleBuffer();
    } else if (type == FloatBuffer.class) {
      return buffer().asFloatBuffer();
    } else if (type.isArray()) {
      Object[] array = (Object[]) Array.newInstance(type.getComponentType(), random.nextInt(5));
      for (int i = 0; i < array.length; i++) {
        array[i] = some(type.getComponentType());
      }
      return array;
    } else if (type == Object.class) {
      Class<?>[] types = {
        long.class, String.class, byte[].class, int.class, boolean.class, BigDecimal.class
      };
      return some(types[random.nextInt(types.length)]);
    }
    List<Object> known = new ArrayList<>();
    for (Object object : objects) {
      if (type.isInstance(object)) {
        known.add(object);
      }
    }
    return known.isEmpty() ? null : known.get(random.nextInt(known.size()));
  }

  private void remember(Object result) {
    if (result == null || result.getClass().getPackage() != RowKey.class.getPackage()) {
      return;
    }
    objects.add(result);
    // Which leaves the rest to the garbage collector.
    if (objects.size() > 150) {
      objects.remove(random.nextInt(objects.size()));
    }
  }

  private static boolean isDocumented(Throwable e) {
    return e instanceof RowKeyException
        || e instanceof IllegalArgumentException
        || e instanceof IllegalStateException
        || e instanceof NullPointerException
        || e instanceof IndexOutOfBoundsException;
  }

  private void begin() {
    for (String template :
        new String[] {"{id:u64}{s:esc}{u}", "{md5(s) % 9:d}|{s}|{f}", "{id:010d}", "{s}"}) {
      RowKeyLayout layout =
          RowKeyLayout.compile(template, Schema.parse("id:i64,s:text,u:uuid,f:f32"));
      objects.add(layout);
      objects.add(layout.encoder());
      objects.add(layout.decoder());
      objects.add(layout.batch().longs("id", new long[3]).strings("s", "a", "b", null));
      objects.add(
          layout
              .batch()
              .longs("id", new long[3])
              .strings("s", "a", "b", "c")
              .fixed("u", new byte[48])
              .floats("f", new float[3]));
    }
    objects.add(Keys.growing());
    objects.add(Keys.of(new byte[] {3}, new byte[] {1, 2}).order());
    objects.add(Router.of(new byte[][] {{1}, {2}}));
    objects.add(Sketch.create(1 << 16));
    objects.add(Simulation.create(2, 3));
    MadeRows made = MadeRows.create("sequential", 9, 0);
    RowKeyLayout ofMade = RowKeyLayout.compile("{id:d}", made.schema());
    RecordFormat format = RecordFormat.csv("id:u64,s:text");
    RowKeyLayout ofRecords = RowKeyLayout.compile("{id:d}|{s}", format.schema());
    objects.addAll(Arrays.asList(made, ofMade, ofMade.encoder(), format, ofRecords));
    objects.add(format.read(new ByteArrayInputStream("1,a\nx,b\n".getBytes()), ofRecords));
    objects.add(ColumnType.U64);
  }

  /**
   * Makes one call, or none where there is no object for it.
   *
   * @throws AssertionError when it throws anything that is not documented
   */
  void call() throws IllegalAccessException {
    if (objects.size() < 30) {
      begin();
    }
    Method method = METHODS.get(random.nextInt(METHODS.size()));
    boolean isStatic = Modifier.isStatic(method.getModifiers());
    Object receiver = isStatic ? null : some(method.getDeclaringClass());
    // A closed object is of little use: few are closed.
    if (!isStatic && receiver == null
        || method.getName().equals("close") && random.nextInt(20) > 0) {
      return;
    }
    Class<?>[] types = method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int j = 0; j < types.length; j++) {
      arguments[j] = some(types[j]);
    }
    // Millions of regions are legal, and take long.
    if (method.getName().matches("splits|addSplits|uniform|hex|decimal|digits|guideHex|bytes")
        && types.length > 0
        && types[types.length - 1] == int.class) {
      arguments[types.length - 1] = Math.min(2000, (Integer) arguments[types.length - 1]);
    }
    try {
      remember(method.invoke(receiver, arguments));
      good++;
    } catch (InvocationTargetException e) {
      if (!isDocumented(e.getCause())) {
        throw new AssertionError(method + " " + Arrays.deepToString(arguments), e.getCause());
      }
      refused++;
    }
  }

  /** Closes what the calls have made and still know. */
  @Override
  public void close() {
    for (Object object : objects) {
      if (object instanceof AutoCloseable) {
        try {
          ((AutoCloseable) object).close();
        } catch (Exception e) {
          throw new AssertionError("cannot be closed: " + object, e);
        }
      }
    }
  }
}
