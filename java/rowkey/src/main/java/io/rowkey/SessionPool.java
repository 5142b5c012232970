package io.rowkey;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Encoders that threads take and give back. A layout that one thread uses at a time has one. Once
 * two have used it at the same time, each thread finds its own in its place, unless another one
 * shares the place at that moment. There are at most as many as places, for any number of threads.
 */
final class SessionPool {
  /** References between two places, so that they lie in different cache lines. */
  private static final int STRIDE = 16;

  private static final int PLACES =
      Integer.highestOneBit(Math.max(4, Math.min(64, Runtime.getRuntime().availableProcessors())))
          * 2;

  /** Of {@code random()}, which two processes must not count alike. */
  private static final SecureRandom SEEDS = new SecureRandom();

  private final LayoutInfo info;
  private final AtomicReference<RowSession> first = new AtomicReference<>();

  /** Null until two threads have been here at the same time: it takes up to 8 KB. */
  private volatile AtomicReferenceArray<RowSession> places;

  private volatile boolean closed;

  SessionPool(LayoutInfo info) {
    this.info = info;
  }

  private static int place() {
    return ((int) Thread.currentThread().getId() & PLACES - 1) * STRIDE;
  }

  RowSession take() {
    AtomicReferenceArray<RowSession> all = places;
    RowSession session = all == null ? null : all.getAndSet(place(), null);
    // Where there are places, one is left here at most.
    if (session == null && first.get() != null) {
      session = first.getAndSet(null);
    }
    if (session != null) {
      return session;
    }
    if (closed) {
      throw new IllegalStateException("the layout is closed");
    }
    return new RowSession(info, SEEDS.nextLong());
  }

  void give(RowSession session) {
    AtomicReferenceArray<RowSession> all = places;
    boolean kept =
        !session.isLarge()
            && (all == null && first.compareAndSet(null, session)
                || places().compareAndSet(place(), null, session));
    if (!kept) {
      session.close();
    } else if (closed) {
      close();
    }
  }

  private AtomicReferenceArray<RowSession> places() {
    AtomicReferenceArray<RowSession> all = places;
    if (all == null) {
      synchronized (this) {
        all = places;
        if (all == null) {
          all = new AtomicReferenceArray<>(PLACES * STRIDE);
          places = all;
        }
      }
    }
    return all;
  }

  private static void close(RowSession session) {
    if (session != null) {
      session.close();
    }
  }

  void close() {
    closed = true;
    close(first.getAndSet(null));
    AtomicReferenceArray<RowSession> all = places;
    for (int i = 0; all != null && i < PLACES; i++) {
      close(all.getAndSet(i * STRIDE, null));
    }
  }
}
