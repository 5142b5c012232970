package io.rowkey;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/**
 * Runs an action once its object has been collected. The thread that does it lives while there are
 * such objects, and does not keep a class loader alive that nothing else does.
 */
final class Reaper extends PhantomReference<Object> {
  private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();
  private static final Set<Reaper> WAITING = new HashSet<>();
  private static boolean running;

  private final Runnable action;
  private long bytes;

  private Reaper(Object object, Runnable action) {
    super(object, QUEUE);
    this.action = action;
  }

  /**
   * Registers the action, which must not refer to the object.
   *
   * @param bytes the memory of C that the action frees, about
   * @return what {@link #forget} takes when the object has been closed
   */
  static Reaper watch(Object object, Runnable action, long bytes) {
    Reaper reaper = new Reaper(object, action);
    synchronized (WAITING) {
      WAITING.add(reaper);
      if (!running) {
        Thread thread = new Thread(Reaper::run, "rowkey-reaper");
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
        running = true;
      }
    }
    reaper.weigh(bytes);
    return reaper;
  }

  /** Says how much memory of C the action frees by now. For one thread at a time. */
  void weigh(long nowBytes) {
    long more = nowBytes - bytes;
    bytes = nowBytes;
    NativeMemory.add(more);
  }

  void forget() {
    synchronized (WAITING) {
      WAITING.remove(this);
    }
    clear();
    weigh(0);
  }

  private static void run() {
    for (; ; ) {
      try {
        // The time limit is for objects that were closed, which never come through the queue.
        Reaper reaper = (Reaper) QUEUE.remove(10_000);
        if (reaper != null) {
          synchronized (WAITING) {
            WAITING.remove(reaper);
          }
          reaper.action.run();
          reaper.weigh(0);
        }
      } catch (InterruptedException stop) {
        // Nobody but the JVM's end stops this thread.
      }
      synchronized (WAITING) {
        if (WAITING.isEmpty()) {
          running = false;
          return;
        }
      }
    }
  }
}
