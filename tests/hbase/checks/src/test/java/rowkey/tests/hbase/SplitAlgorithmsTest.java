package rowkey.tests.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.hbase.util.RegionSplitter;
import org.apache.hadoop.hbase.util.RegionSplitter.SplitAlgorithm;
import org.junit.jupiter.api.Test;

/** {@code rowkey splits --algorithm} beside HBase's own classes, for 2 to 1000 regions. */
class SplitAlgorithmsTest {
  private static final int MOST_REGIONS = 1000;

  @Test
  void uniform() {
    compare("uniform", new RegionSplitter.UniformSplit());
  }

  @Test
  void uniformBetweenRows() {
    RegionSplitter.UniformSplit split = new RegionSplitter.UniformSplit();
    split.setFirstRow("a\\x00");
    split.setLastRow("q\\xF0\\x01");
    compare("uniform:a\\x00,q\\xF0\\x01", split);
  }

  @Test
  void hexadecimal() {
    compare("hex", new RegionSplitter.HexStringSplit());
  }

  @Test
  void hexadecimalBetweenRows() {
    RegionSplitter.HexStringSplit split = new RegionSplitter.HexStringSplit();
    split.setFirstRow("0400");
    split.setLastRow("e3ff");
    compare("hex:0400,e3ff", split);
  }

  @Test
  void decimal() {
    compare("decimal", new RegionSplitter.DecimalStringSplit());
  }

  @Test
  void decimalBetweenRows() {
    RegionSplitter.DecimalStringSplit split = new RegionSplitter.DecimalStringSplit();
    split.setFirstRow("0000000");
    split.setLastRow("0999999");
    compare("decimal:0000000,0999999", split);
  }

  private static void compare(String name, SplitAlgorithm algorithm) {
    for (int regions = 2; regions <= MOST_REGIONS; regions++) {
      List<String> expected =
          Arrays.stream(algorithm.split(regions)).map(HexFormat.of()::formatHex).toList();
      List<String> found =
          Tool.lines(
              "splits",
              "--algorithm",
              name,
              "--regions",
              Integer.toString(regions),
              "--output",
              "hex");
      for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
        int point = i;
        assertEquals(
            expected.get(i),
            found.get(i),
            () -> String.format("%s: split point %d", name, point + 1));
      }
      assertEquals(expected.size(), found.size(), name + ": number of split points");
    }
  }
}
