package io.rowkey.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rowkey.ColumnType;
import io.rowkey.RowKeyLayout;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys of named layouts, byte for byte as the command-line tool makes them. */
class GoldenTest extends AllocatorTest {
  private static final int ROWS = 4_000;

  @TempDir Path folder;

  private List<String> tool(String layout, String columns, List<String> lines) throws Exception {
    Path input = Files.write(folder.resolve("input.csv"), lines);
    Process tool =
        new ProcessBuilder(
                System.getProperty("rowkey.tool"),
                "encode",
                "--quiet",
                "--layout=" + layout,
                "--columns=" + columns,
                "--input=csv",
                "--output=hex",
                input.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(new File(folder.toFile(), "keys"))
            .start();
    assertEquals(0, tool.waitFor());
    return Files.readAllLines(folder.resolve("keys"));
  }

  /** A vector of random values, which are added to the lines. */
  private FieldVector column(String name, ColumnType type, List<String> lines, Random random) {
    String[] texts = new String[ROWS];
    for (int i = 0; i < ROWS; i++) {
      if (type.equals(ColumnType.TEXT)) {
        texts[i] = Integer.toString(random.nextInt() >>> random.nextInt(32), 36);
      } else {
        texts[i] = Integer.toString(random.nextInt(1 << 24));
      }
      lines.set(i, lines.get(i) + (lines.get(i).isEmpty() ? "" : ",") + texts[i]);
    }
    if (type.equals(ColumnType.TEXT)) {
      return texts(name, texts);
    } else if (type.equals(ColumnType.I64)) {
      return filled(
          new BigIntVector(name, allocator), ROWS, (v, i) -> v.set(i, Long.parseLong(texts[i])));
    } else {
      assertEquals(ColumnType.U64, type);
      return filled(
          new UInt8Vector(name, allocator), ROWS, (v, i) -> v.set(i, Long.parseLong(texts[i])));
    }
  }

  @Test
  void namedLayouts() throws Exception {
    for (String name :
        new String[] {
          "@paper-md5mod",
          "@phoenix-salted(buckets=16)",
          "@phoenix-salted-varchar",
          "@phoenix-salted-composite",
          "@opentsdb(buckets=8)",
          "@hbasewd",
          "@gbif",
          "@kafka-partition",
          "@hbase-composite-hashes",
          "@hbase-record-types"
        }) {
      io.rowkey.Schema columns = RowKeyLayout.compile(name).schema();
      List<String> lines = new ArrayList<>(Collections.nCopies(ROWS, ""));
      Random random = new Random(name.hashCode());
      FieldVector[] vectors = new FieldVector[columns.size()];
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] = column(columns.name(i), columns.type(i), lines, random);
      }
      List<String> expected = tool(name, columns.toString(), lines);
      try (VectorSchemaRoot root = root(vectors);
          RowKeyLayout layout = ArrowKeys.compile(name, root.getSchema());
          ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, root.getSchema());
          FieldVector keys = encoder.encode(root)) {
        assertEquals(columns, layout.schema());
        for (int i = 0; i < ROWS; i++) {
          assertEquals(expected.get(i), hex((byte[]) keys.getObject(i)), name + ", row " + i);
        }
      }
    }
  }

  private static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      text.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
    return text.toString();
  }

  @Test
  void theArrowThatIsMeant() {
    String path = FieldVector.class.getProtectionDomain().getCodeSource().getLocation().toString();
    assertEquals(
        "arrow-vector-" + System.getProperty("rowkey.arrow") + ".jar",
        path.substring(path.lastIndexOf('/') + 1));
  }
}
