package io.rowkey.arrow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.Router;
import io.rowkey.RowKeyLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;

/** The example of the README, which stands here too. */
class ReadmeTest extends AllocatorTest {
  @Test
  void example() {
    try (VectorSchemaRoot root = root(texts("host", "web-1"), longs("ts", 1_700_000_000L))) {
      RowKeyLayout layout =
          ArrowKeys.compile("{md5(host) % 1000:03d}|{host}|{ts:u64}", root.getSchema());
      try (ArrowEncoder encoder = ArrowEncoder.of(allocator, layout, root.getSchema());
          FieldVector keys = encoder.encode(root);
          ArrowDecoder decoder = ArrowDecoder.of(allocator, layout, encoder.keyField());
          VectorSchemaRoot records = decoder.decode(keys);
          UInt4Vector regions = ArrowKeys.regions(allocator, Router.of(layout.splits(220)), keys)) {
        byte[] first = ((VarBinaryVector) keys).get(0);
        long ts = ((BigIntVector) records.getVector("ts")).get(0);
        int region = regions.get(0);

        assertArrayEquals(
            "072|web-1|\0\0\0\0eS\u00F1\0".getBytes(StandardCharsets.ISO_8859_1), first);
        assertEquals(1_700_000_000L, ts);
        assertEquals(16, region);
      }
    }
  }

  private static String text(Path path) throws Exception {
    return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
  }

  @Test
  void exampleIsThatOfTheReadme() throws Exception {
    String readme = text(Paths.get("README.md"));
    int begin = readme.indexOf("```java") + "```java".length();
    String example = readme.substring(begin, readme.indexOf("```", begin));
    String own = text(Paths.get("src/test/java/io/rowkey/arrow/ReadmeTest.java"));
    // Without comments, the last brace, and what the two differ in: breaks of lines.
    example = example.replaceAll("//.*", "").replaceAll("\\s+", "").replaceAll("\\}$", "");
    assertTrue(own.replaceAll("\\s+", "").contains(example), example);
  }
}
