import io.rowkey.RowKeyLayout;
import java.nio.charset.StandardCharsets;

/** Makes a key, and finds a class of each artifact that HBase or Arrow is needed to run. */
public final class Stranger {
  private Stranger() {}

  public static void main(String[] arguments) throws Exception {
    try (RowKeyLayout layout = RowKeyLayout.compile("{md5(id) % 1000000:07d}{id:010d}")) {
      System.out.println(new String(layout.key(1), StandardCharsets.UTF_8));
    }
    for (String name : new String[] {"io.rowkey.hbase.LayoutScans", "io.rowkey.arrow.ArrowKeys"}) {
      Class.forName(name, false, Stranger.class.getClassLoader());
    }
  }
}
