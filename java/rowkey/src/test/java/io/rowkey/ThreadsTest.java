package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Layouts that threads share, close and lose. The property {@code rowkey.seconds} makes the first
 * test longer.
 */
class ThreadsTest {
  private static final int THREADS = 32;
  private static final String TEMPLATE = "{md5(host) % 1000:03d}|{host}|{ts:u64}";
  private static final Schema SCHEMA = Schema.parse("host:text,ts:u64");

  private interface Work {
    void run(int thread) throws Exception;
  }

  private static void inThreads(Work work) throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      Thread thread =
          new Thread(
              () -> {
                try {
                  work.run(number);
                } catch (Throwable e) {
                  failure.compareAndSet(null, e);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw new AssertionError("a thread failed", failure.get());
    }
  }

  @Test
  void layoutsAreShared() throws Exception {
    byte[][] expected = new byte[256][];
    try (RowKeyLayout layout = RowKeyLayout.compile(TEMPLATE, SCHEMA)) {
      for (int i = 0; i < expected.length; i++) {
        expected[i] = layout.key("host" + i, (long) i);
      }
      long end = System.nanoTime() + Long.getLong("rowkey.seconds", 5) * 1_000_000_000L;
      AtomicLong keys = new AtomicLong();
      inThreads(
          thread -> {
            long made = 0;
            for (int i = thread; System.nanoTime() < end; i = (i + 7) % expected.length) {
              assertArrayEquals(expected[i], layout.key("host" + i, (long) i));
              assertEquals("host" + i, layout.decode(expected[i]).getString(0));
              assertEquals("host" + i, layout.fields(expected[i]).record().getString(0));
              made++;
            }
            keys.addAndGet(made);
          });
      assertTrue(keys.get() > THREADS);
    }
  }

  @Test
  void layoutsAreClosedInUse() throws Exception {
    for (int round = 0; round < 200; round++) {
      RowKeyLayout layout = RowKeyLayout.compile(TEMPLATE, SCHEMA);
      byte[] expected = layout.key("a", 1L);
      inThreads(
          thread -> {
            try {
              if (thread == 0) {
                Thread.yield();
                layout.close();
              }
              for (int i = 0; i < 50; i++) {
                assertArrayEquals(expected, layout.key("a", 1L));
                layout.splits(10);
              }
            } catch (IllegalStateException e) {
              assertEquals("the layout is closed", e.getMessage());
            }
          });
    }
  }

  @Test
  void encodersAreClosedAndUsedByTwo() throws Exception {
    RowKeyLayout layout = RowKeyLayout.compile("{id:010d}", Schema.parse("id:i64"));
    AtomicInteger refused = new AtomicInteger();
    for (int round = 0; round < 50; round++) {
      Encoder encoder = layout.encoder();
      Decoder decoder = layout.decoder();
      Batch batch = layout.batch();
      Keys keys = Keys.growing();
      inThreads(
          thread -> {
            for (int i = 0; i < 20; i++) {
              try {
                batch.longs("id", new long[(thread * 31 + i) % 500]);
                encoder.encode(batch, keys);
                keys.toArrays();
                decoder.decode(keys);
                if (thread == 5 && i == 15) {
                  encoder.close();
                  decoder.close();
                }
              } catch (RowKeyException | IllegalStateException | IndexOutOfBoundsException e) {
                refused.incrementAndGet();
              } catch (IllegalArgumentException e) {
                refused.incrementAndGet();
              }
            }
          });
    }
    assertTrue(refused.get() > 0);
  }

  @Test
  void layoutsAreCollectedInUse() throws Exception {
    Thread collector =
        new Thread(
            () -> {
              try {
                while (true) {
                  System.gc();
                  // Without a gap other threads may stand still, where collections take long.
                  Thread.sleep(1);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    collector.start();
    try {
      long[] ids = new long[100];
      // Not a number of rounds: each may wait for some collections.
      long end = System.nanoTime() + 3_000_000_000L;
      for (int i = 0; i == 0 || System.nanoTime() < end; i++) {
        // Nothing holds the layout once its method runs, nor the encoder.
        assertEquals(10, RowKeyLayout.compile("{id:010d}", Schema.parse("id:i64")).key(i).length);
        RowKeyLayout layout = RowKeyLayout.compile("{id:u64}", Schema.parse("id:i64"));
        Batch batch = layout.batch().longs("id", ids);
        Encoder encoder = layout.encoder();
        layout = null;
        assertEquals(100, encoder.encode(batch).length);
      }
    } finally {
      collector.interrupt();
      collector.join();
    }
  }

  @Test
  void whatIsCollectedIsFreed() throws Exception {
    CountDownLatch freed = new CountDownLatch(3);
    makeHandles(freed);
    for (int i = 0; i < 500 && freed.getCount() > 0; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertEquals(0, freed.getCount());
  }

  private static void makeHandles(CountDownLatch freed) {
    for (int i = 0; i < 3; i++) {
      assertEquals(i, new NativeHandle(i, "test", 1, 0, address -> freed.countDown()).enter());
    }
  }

  @Test
  void whatIsClosedIsFreedOnce() {
    List<Long> freed = new ArrayList<>();
    NativeHandle handle = new NativeHandle(42, "test", 2, 0, freed::add);
    handle.enter();
    handle.enter();
    handle.close();
    handle.leave();
    assertEquals(0, freed.size());
    handle.leave();
    handle.close();
    assertEquals(1, freed.size());
  }
}
