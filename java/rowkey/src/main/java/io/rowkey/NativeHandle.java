package io.rowkey;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

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
   * @param bytes the memory of C that it holds, about
   */
  NativeHandle(long address, String name, int most, long bytes, LongConsumer free) {
    this.address = address;
    this.name = name;
    this.most = most;
    this.free = free;
    this.reaper = Reaper.watch(this, () -> free.accept(address), bytes);
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

  <T> T call(LongFunction<T> call) {
    long at = enter();
    try {
      return call.apply(at);
    } finally {
      leave();
    }
  }

  boolean isClosed() {
    return state.get() < 0;
  }

  /**
   * Says that it holds so much memory of C by now, during a call, of which there is one at a time.
   */
  void weigh(long bytes) {
    reaper.weigh(bytes);
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
