package rowkey.tests.hbase;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says how long each part of a test took. */
final class Stopwatch {
  private final List<String> laps = new ArrayList<>();
  private long last = System.nanoTime();

  /** Ends a part and begins the next one. */
  void lap(String part) {
    long now = System.nanoTime();
    laps.add(String.format(Locale.ROOT, "%s %.1f s", part, (now - last) / 1e9));
    last = now;
  }

  @Override
  public String toString() {
    return String.join(", ", laps);
  }
}
