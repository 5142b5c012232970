package rowkey.tests.hbase;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Runs the command-line tool. */
final class Tool {
  private Tool() {}

  /** The lines that the tool prints; text of UTF-8. */
  static List<String> lines(String... arguments) {
    return text(new byte[0], arguments).lines().toList();
  }

  /** The lines that the tool prints for this standard input. */
  static List<String> linesFrom(byte[] input, String... arguments) {
    return text(input, arguments).lines().toList();
  }

  /** All that the tool prints, as text. */
  static String text(byte[] input, String... arguments) {
    return new String(run(input, arguments), StandardCharsets.UTF_8);
  }

  /** How a run ended: its exit status, and all that it printed. */
  record Result(int status, byte[] output, String complaint) {}

  /**
   * All that the tool prints. A run that fails, or says anything on standard error, is an error.
   */
  static byte[] run(byte[] input, String... arguments) {
    Result result = attempt(input, arguments);
    if (result.status != 0 || !result.complaint.isEmpty()) {
      throw new IllegalStateException(
          String.format(
              "rowkey %s: exit status %d, expected 0 and no message: %s",
              String.join(" ", arguments), result.status, result.complaint));
    }
    return result.output;
  }

  /** Runs the tool, which may fail. */
  static Result attempt(byte[] input, String... arguments) {
    List<String> command = new ArrayList<>(List.of(Settings.TOOL.toString()));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).start();
      try {
        CompletableFuture<String> complaint =
            CompletableFuture.supplyAsync(() -> complaint(process));
        CompletableFuture<Void> writer =
            CompletableFuture.runAsync(() -> write(process.getOutputStream(), input));
        byte[] output = process.getInputStream().readAllBytes();
        writer.join();
        return new Result(process.waitFor(), output, complaint.join());
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while rowkey runs", e);
    }
  }

  /** What the tool wrote into the file that {@code --output-file} names. */
  static Path into(Path file, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--quiet", "--output-file", file.toString()));
    run(new byte[0], all.toArray(String[]::new));
    return file;
  }

  private static void write(OutputStream to, byte[] input) {
    try (to) {
      to.write(input);
    } catch (IOException e) {
      // A tool that refuses its options reads no input; its exit status tells the rest.
    }
  }

  private static String complaint(Process process) {
    try (InputStream from = process.getErrorStream()) {
      return new String(from.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
