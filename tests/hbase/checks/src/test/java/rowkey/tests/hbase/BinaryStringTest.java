package rowkey.tests.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The tool's hbase form of keys and HBase's {@code Bytes}, both ways, for every pair of bytes. */
class BinaryStringTest {
  /** Each pair by itself, and between letters, where its escapes meet others. */
  private static final List<byte[]> KEYS =
      IntStream.range(0, 0x20000)
          .mapToObj(
              n -> {
                byte first = (byte) (n >> 8);
                byte second = (byte) n;
                return n < 0x10000
                    ? new byte[] {first, second}
                    : new byte[] {'x', first, second, '0', 'x'};
              })
          .toList();

  @Test
  void hbaseReadsWhatTheToolWrites() {
    List<String> hex = KEYS.stream().map(HexFormat.of()::formatHex).toList();
    List<String> written =
        Tool.linesFrom(
            bytes(hex),
            "encode",
            "--layout",
            "{key}",
            "--columns",
            "key:hex",
            "--output",
            "hbase",
            "--quiet");
    assertEquals(KEYS.size(), written.size(), "number of keys");
    for (int i = 0; i < KEYS.size(); i++) {
      String form = written.get(i);
      assertEquals(
          hex.get(i),
          HexFormat.of().formatHex(Bytes.toBytesBinary(form)),
          () -> "Bytes.toBytesBinary of " + form);
    }
  }

  @Test
  void theToolReadsWhatHBaseWrites() {
    List<String> forms = KEYS.stream().map(Bytes::toStringBinary).toList();
    List<String> read =
        Tool.linesFrom(
            bytes(forms),
            "decode",
            "--layout",
            "{key}",
            "--columns",
            "key:hex",
            "--input",
            "hbase",
            "--quiet");
    assertEquals(KEYS.size(), read.size(), "number of keys");
    for (int i = 0; i < KEYS.size(); i++) {
      String form = forms.get(i);
      assertEquals(
          HexFormat.of().formatHex(KEYS.get(i)), read.get(i), () -> "rowkey decode of " + form);
    }
  }

  private static byte[] bytes(List<String> lines) {
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.ISO_8859_1);
  }
}
