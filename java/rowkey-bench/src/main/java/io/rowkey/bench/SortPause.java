package io.rowkey.bench;

import io.rowkey.KeyOrder;
import io.rowkey.Keys;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** How long a thread that allocates stands still, while another one sorts 8 million keys. */
public final class SortPause {
  private static final int ROWS = 8_000_000;
  private static final int WIDTH = 17;
  private static Object last;

  private SortPause() {}

  /** Milliseconds of the longest gap between two allocations. */
  private static double longestGap(AtomicBoolean done) {
    long before = System.nanoTime();
    long longest = 0;
    while (!done.get()) {
      last = new byte[1 << 14];
      long now = System.nanoTime();
      longest = Math.max(longest, now - before);
      before = now;
    }
    return longest / 1e6;
  }

  private static double pause(Runnable work) throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    Thread worker =
        new Thread(
            () -> {
              work.run();
              done.set(true);
            });
    long begin = System.nanoTime();
    worker.start();
    double longest = longestGap(done);
    worker.join();
    System.out.printf(
        "  %.0f ms, longest gap %.1f ms%n", (System.nanoTime() - begin) / 1e6, longest);
    return longest;
  }

  /**
   * Sorts and copies keys of one width and keys between offsets, three times each.
   *
   * @param arguments none
   * @throws InterruptedException never
   */
  public static void main(String[] arguments) throws InterruptedException {
    byte[] data = new byte[ROWS * WIDTH];
    new Random(1).nextBytes(data);
    int[] offsets = new int[ROWS + 1];
    for (int i = 0; i <= ROWS; i++) {
      offsets[i] = i * WIDTH;
    }
    Keys[] all = {Keys.of(data, WIDTH), Keys.of(data, offsets)};
    Keys sorted = Keys.growing();
    KeyOrder[] order = new KeyOrder[1];
    for (int i = 0; i < 6; i++) {
      Keys keys = all[i % 2];
      System.out.println(i % 2 == 0 ? "keys of one width" : "keys between offsets");
      pause(() -> order[0] = keys.order());
      pause(() -> order[0].gather(keys, sorted));
    }
  }
}
