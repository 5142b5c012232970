package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Calls every public method with whatever it can be given, over and over. The properties {@code
 * rowkey.seed} and {@code rowkey.calls} change which calls, and how many.
 */
class NonsenseTest {
  @Test
  void noClassHasAConstructorToCall() {
    for (Class<?> type : Nonsense.CLASSES) {
      assertEquals(0, type.getConstructors().length, type.getName());
    }
  }

  @Test
  void noCallCrashesTheJvm() throws Exception {
    long calls = Long.getLong("rowkey.calls", 300_000);
    Random random = new Random(Long.getLong("rowkey.seed", 7));
    try (Nonsense nonsense = new Nonsense(random, () -> Nonsense.text(random))) {
      for (long i = 0; i < calls; i++) {
        nonsense.call();
      }
      assertTrue(
          nonsense.good() > calls / 300 && nonsense.refused() > calls / 300,
          nonsense.good() + " good calls, " + nonsense.refused() + " refused");
    }
  }
}
