package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The keys of tests/kept_keys/keys.tsv, which never change: of rows, of batches, and back. */
class KeptKeysTest {
  /** A line of the file, which says what its fields hold. */
  private static final class Kept {
    final String line;
    final String layout;
    final Schema schema;
    final Object[] values;
    final long seed;
    final long row;
    final String key;

    Kept(String line, Path folder) {
      this.line = line;
      String[] fields = line.split("\t", -1);
      layout = fields[0];
      schema = Schema.parse(fields[1].replace("uid(", "uid(" + folder + "/"));
      String[] texts = fields[2].split(",", -1);
      assertEquals(schema.size(), texts.length, line);
      values = new Object[texts.length];
      for (int i = 0; i < texts.length; i++) {
        values[i] = value(schema.type(i), texts[i]);
      }
      seed = Long.parseUnsignedLong(fields[3]);
      row = Long.parseLong(fields[4]);
      key = fields[5];
    }

    boolean isBeside(Kept other) {
      return layout.equals(other.layout)
          && schema.equals(other.schema)
          && seed == other.seed
          && row == other.row;
    }
  }

  private static final List<Kept> LINES = new ArrayList<>();

  @BeforeAll
  static void read() throws Exception {
    Path file = Paths.get(KeptKeysTest.class.getResource("/kept_keys/keys.tsv").toURI());
    for (String line : Files.readAllLines(file, StandardCharsets.US_ASCII)) {
      if (!line.startsWith("#")) {
        LINES.add(new Kept(line, file.getParent()));
      }
    }
    assertTrue(LINES.size() > 1000);
  }

  private static byte[] unescaped(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\\') {
        assertEquals('x', text.charAt(i + 1), text);
        bytes.write(Integer.parseInt(text.substring(i + 2, i + 4), 16));
        i += 3;
      } else {
        bytes.write(text.charAt(i));
      }
    }
    return bytes.toByteArray();
  }

  private static Object value(ColumnType type, String text) {
    if (text.equals("\\N")) {
      return null;
    }
    if (type.isConverted) {
      return new String(unescaped(text), StandardCharsets.UTF_8);
    }
    switch (type.code) {
      case ColumnType.CODE_U64:
        return new BigInteger(text);
      case ColumnType.CODE_I64:
        return Long.valueOf(text);
      case ColumnType.CODE_F64:
        return Double.valueOf(text);
      case ColumnType.CODE_F32:
        return Float.valueOf(text);
      default:
        return unescaped(text);
    }
  }

  /** One column of a batch. */
  private static void add(Batch batch, List<Kept> group, int column) {
    String name = group.get(0).schema.name(column);
    ColumnType type = group.get(0).schema.type(column);
    int count = group.size();
    Object[] values = group.stream().map(kept -> kept.values[column]).toArray();
    byte[] present = new byte[(count + 7) / 8];
    long[] longs = new long[count];
    double[] doubles = new double[count];
    float[] floats = new float[count];
    byte[][] texts = new byte[count][];
    String[] strings = new String[count];
    for (int i = 0; i < count; i++) {
      if (values[i] == null) {
        continue;
      }
      present[i / 8] |= 1 << i % 8;
      if (values[i] instanceof byte[]) {
        texts[i] = (byte[]) values[i];
      } else if (values[i] instanceof String) {
        strings[i] = (String) values[i];
      } else {
        longs[i] = ((Number) values[i]).longValue();
        doubles[i] = ((Number) values[i]).doubleValue();
        floats[i] = ((Number) values[i]).floatValue();
      }
    }
    if (type.isConverted) {
      batch.strings(name, strings);
    } else if (type.code == ColumnType.CODE_TEXT) {
      batch.texts(name, texts);
    } else if (type.code == ColumnType.CODE_F64) {
      batch.doubles(name, doubles).nulls(name, present);
    } else if (type.code == ColumnType.CODE_F32) {
      batch.floats(name, floats).nulls(name, present);
    } else {
      batch.longs(name, longs).nulls(name, present);
    }
  }

  private int compared; // fields

  private void checkGroup(List<Kept> group) {
    Kept first = group.get(0);
    try (RowKeyLayout layout = RowKeyLayout.compile(first.layout, first.schema);
        Encoder encoder = layout.encoder(first.seed)) {
      // Of a group, random() gives only the first row its number.
      List<Kept> batched = layout.template().contains("random()") ? group.subList(0, 1) : group;
      Batch batch = layout.batch().firstRow(first.row);
      for (int i = 0; i < first.schema.size(); i++) {
        add(batch, batched, i);
      }
      byte[][] keys = encoder.encode(batch);
      assertEquals(batched.size(), keys.length, first.line);
      for (int i = 0; i < keys.length; i++) {
        assertEquals(batched.get(i).key, Tool.hex(keys[i]), batched.get(i).line);
      }
      Map<String, Optional<Encoder>> alone = new HashMap<>();
      for (Kept kept : group) {
        byte[] key = encoder.keyOfRow(kept.row, kept.values);
        assertEquals(kept.key, Tool.hex(key), kept.line);
        checkRecord(layout.decode(key), encoder, kept);
        checkFields(layout.fields(key), kept, alone);
      }
    }
  }

  /** What is recovered is what went in, and makes the key again, also as text. */
  private static void checkRecord(Record record, Encoder encoder, Kept kept) {
    Object[] values = kept.values.clone();
    Object[] texts = kept.values.clone();
    for (int i = 0; i < values.length; i++) {
      if (!record.has(i)) {
        continue;
      }
      Object value = record.get(i);
      boolean isConverted = kept.schema.type(i).isConverted;
      if (values[i] instanceof byte[]) {
        assertArrayEquals((byte[]) values[i], (byte[]) value, kept.line);
      } else if (values[i] != null && !isConverted) {
        assertEquals(values[i], value, kept.line);
      }
      values[i] = value;
      texts[i] = isConverted && !record.isNull(i) ? record.getString(i) : value;
    }
    assertEquals(kept.key, Tool.hex(encoder.keyOfRow(kept.row, values)), kept.line);
    assertEquals(kept.key, Tool.hex(encoder.keyOfRow(kept.row, texts)), kept.line);
  }

  /** An encoder of a field by itself; none of a field that needs the others. */
  private static Optional<Encoder> alone(String source, Kept kept) {
    try {
      return source.contains("random()")
          ? Optional.empty()
          : Optional.of(RowKeyLayout.compile(source, kept.schema).encoder(kept.seed));
    } catch (RowKeyException e) {
      return Optional.empty();
    }
  }

  /** Fields are all of the key, and have the bytes that they have by themselves. */
  private void checkFields(KeyFields fields, Kept kept, Map<String, Optional<Encoder>> alone) {
    StringBuilder key = new StringBuilder();
    for (KeyFields.Field field : fields) {
      String bytes = Tool.hex(field.bytes());
      key.append(bytes);
      Optional<Encoder> encoder =
          alone.computeIfAbsent(field.source(), source -> alone(source, kept));
      if (encoder.isPresent()) {
        String made = Tool.hex(encoder.get().keyOfRow(kept.row, kept.values));
        assertEquals(made, bytes, kept.line);
        compared++;
      }
    }
    assertEquals(kept.key, key.toString(), kept.line);
  }

  @Test
  void rowsBatchesAndBack() {
    List<Kept> group = new ArrayList<>();
    for (Kept kept : LINES) {
      if (!group.isEmpty() && !kept.isBeside(group.get(0))) {
        checkGroup(group);
        group.clear();
      }
      group.add(kept);
    }
    checkGroup(group);
    assertTrue(compared > 2000, compared + " fields");
  }

  @Test
  void everyNamedLayoutIsKept() {
    for (NamedLayout named : NamedLayout.all()) {
      String name = "@" + named.name();
      assertTrue(
          LINES.stream().anyMatch(kept -> kept.layout.replaceAll("\\(.*", "").equals(name)), name);
    }
  }
}
