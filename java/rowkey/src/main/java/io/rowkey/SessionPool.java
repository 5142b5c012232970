package io.rowkey;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Encoders that threads take and give back: each thread finds its own in its place, unless another
 * one shares the place at that moment. There are at most as many as places, for any number of
 * threads.
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
  private final AtomicReferenceArray<RowSession> places =
      new AtomicReferenceArray<>(PLACES * STRIDE);
  private volatile boolean closed;

  SessionPool(LayoutInfo info) {
    this.info = info;
  }

  private static int place() {
    return ((int) Thread.currentThread().getId() & PLACES - 1) * STRIDE;
  }

  RowSession take() {
    RowSession session = places.getAndSet(place(), null);
    if (session != null) {
      return session;
    }
    if (closed) {
      throw new IllegalStateException("the layout is closed");
    }
    return new RowSession(info, SEEDS.nextLong());
  }

  void give(RowSession session) {
    int place = place();
    if (session.isLarge() || !places.compareAndSet(place, null, session)) {
      session.close();
    } else if (closed) {
      empty(place);
    }
  }

  private void empty(int place) {
    RowSession session = places.getAndSet(place, null);
    if (session != null) {
      session.close();
    }
  }

  void close() {
    closed = true;
    for (int i = 0; i < PLACES; i++) {
      empty(i * STRIDE);
    }
  }
}
