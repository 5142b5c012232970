package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The command-line tool, whose keys are the right ones. */
final class Tool {
  private Tool() {}

  static List<String> run(String input, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("rowkey.tool"));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().remove("LD_PRELOAD");
    Process process = builder.start();
    Thread writer =
        new Thread(
            () -> {
              try (OutputStream out = process.getOutputStream()) {
                out.write(input.getBytes(StandardCharsets.UTF_8));
              } catch (IOException e) {
                throw new IllegalStateException("the tool does not read its input", e);
              }
            });
    writer.start();
    byte[] output = readAll(process.getInputStream());
    writer.join();
    assertEquals(0, process.waitFor(), () -> "exit status of " + command);
    return Arrays.asList(new String(output, StandardCharsets.UTF_8).split("\n"));
  }

  static byte[] readAll(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 16];
    for (int n; (n = in.read(buffer)) > 0; ) {
      out.write(buffer, 0, n);
    }
    return out.toByteArray();
  }

  static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder(2 * bytes.length);
    for (byte b : bytes) {
      text.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
    return text.toString();
  }
}
