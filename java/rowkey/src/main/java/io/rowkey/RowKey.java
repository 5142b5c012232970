package io.rowkey;

/** The library itself. */
public final class RowKey {
  private RowKey() {}

  /**
   * Loads the native library, which the first use does otherwise. Programs that call this when they
   * start learn then whether it works on their machine.
   *
   * @throws UnsatisfiedLinkError when the library cannot be loaded; the message lists what was
   *     tried, and why each of it failed
   */
  public static void load() {
    NativeLoader.load();
  }

  /**
   * The version of the native library.
   *
   * @return its three numbers, such as {@code 1.0.0}, also of a candidate for that
   */
  public static String version() {
    NativeLoader.load();
    int version = Native.version();
    return version / 10000 + "." + version / 100 % 100 + "." + version % 100;
  }

  /**
   * The instruction set that the library uses on this CPU. The environment variable {@code
   * ROWKEY_ISA} chooses another one. All of them make the same keys.
   *
   * @return such as {@code avx2} or {@code neon}
   */
  public static String instructionSet() {
    NativeLoader.load();
    return new Wire(Native.instructionSet()).text();
  }
}
