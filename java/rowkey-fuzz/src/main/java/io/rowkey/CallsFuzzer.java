package io.rowkey;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.util.Random;

/**
 * Sequences of calls of the public methods, chosen by Jazzer, which is guided by the Java code that
 * they reach. A call that ends otherwise than documented is a finding, and so is a JVM that dies.
 */
public final class CallsFuzzer {
  private static final int LONGEST_TEXT = 60;

  private CallsFuzzer() {}

  /** Jazzer calls it with each input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) throws Exception {
    Random random = new Choices(data);
    try (Nonsense nonsense =
        new Nonsense(
            random,
            () ->
                data.consumeBoolean() ? data.consumeString(LONGEST_TEXT) : Nonsense.text(random))) {
      while (data.remainingBytes() > 0) {
        nonsense.call();
      }
    }
  }

  /** Numbers out of the input; zeros once it is used up. */
  private static final class Choices extends Random {
    private static final long serialVersionUID = 1;

    // The constructor of Random draws nothing.
    private final transient FuzzedDataProvider data;

    Choices(FuzzedDataProvider data) {
      super(0);
      this.data = data;
    }

    @Override
    protected int next(int bits) {
      // A byte for most choices: the bounds of Nonsense are small.
      int number = bits > 31 ? data.consumeInt() : data.consumeByte() & 0xff;
      return bits < 8 ? number & (1 << bits) - 1 : number;
    }
  }
}
