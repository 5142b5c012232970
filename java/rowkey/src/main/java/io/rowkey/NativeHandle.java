package io.rowkey;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * An object of the native library. Calls on it stand between {@link #enter} and {@link #leave}; it
 * is freed when it is closed and no call is under way any more, whoever comes last, or when this
 * handle is collected. That cannot happen during a call, which still has to leave.
 */
final class NativeHandle {
  private static final int CLOSED = Integer.MIN_VALUE;

  /** The number of calls under way, and whether the object is closed. */
  private final AtomicInteger state = new AtomicInteger();

  private final long address;
  private final String name;
  private final int most;
  private final LongConsumer free;
  private final Reaper reaper;

  /**
   * @param name what the object is called in messages
   * @param most how many calls may be under way at the same time
   */
  NativeHandle(long address, String name, int most, LongConsumer free) {
    this.address = address;
    this.name = name;
    this.most = most;
    this.free = free;
    this.reaper = Reaper.watch(this, () -> free.accept(address));
  }

  /** Begins a call and returns the address for it. */
  long enter() {
    for (; ; ) {
      int calls = state.get();
      if (calls < 0) {
        throw new IllegalStateException("the " + name + " is closed");
      }
      if (calls >= most) {
        throw new IllegalStateException(
            "the " + name + " is in use by another thread (expected one call at a time)");
      }
      if (state.compareAndSet(calls, calls + 1)) {
        return address;
      }
    }
  }

  void leave() {
    if (state.decrementAndGet() == CLOSED) {
      free();
    }
  }

  /** Closes the object for calls that begin from now on. */
  void close() {
    for (; ; ) {
      int calls = state.get();
      if (calls < 0) {
        return;
      }
      if (state.compareAndSet(calls, calls | CLOSED)) {
        if (calls == 0) {
          free();
        }
        return;
      }
    }
  }

  private void free() {
    reaper.forget();
    free.accept(address);
  }
}
