package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the native library is loaded from, each case in a JVM of its own. */
class LoaderTest {
  private static final String KEY = "00123";

  /** The classes with the native library, those without it, and the library. */
  private static Path full;

  private static Path bare;
  private static Path library;

  @TempDir static Path folder;

  /** What the JVMs run. */
  public static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      for (int i = 0; i < 2; i++) {
        try {
          System.out.println(new String(key(), StandardCharsets.UTF_8));
        } catch (UnsatisfiedLinkError e) {
          System.out.println(e.getMessage());
        }
      }
    }

    public static byte[] key() {
      return RowKeyLayout.compile("{id:05d}").key(123);
    }
  }

  @BeforeAll
  static void layOut() throws Exception {
    full = Paths.get(Native.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    library = full.resolve("io/rowkey/natives/" + NativeLoader.system() + "/librowkey_jni.so");
    bare = Files.createDirectories(folder.resolve("bare/io/rowkey"));
    for (Path classes : new Path[] {full, tests()}) {
      try (Stream<Path> files = Files.list(classes.resolve("io/rowkey"))) {
        for (Path file : (Iterable<Path>) files::iterator) {
          if (file.toString().endsWith(".class")) {
            Files.copy(file, bare.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
    }
    bare = folder.resolve("bare");
  }

  private static Path tests() throws Exception {
    return Paths.get(LoaderTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static String java() {
    return Paths.get(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(Tool.readAll(process.getInputStream()), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  private static String run(Path classes, String... options) throws Exception {
    List<String> command = new ArrayList<>(Arrays.asList(java(), "-Xmx64m"));
    command.addAll(Arrays.asList(options));
    command.add("-cp");
    command.add(classes + File.pathSeparator + tests());
    command.add(Program.class.getName());
    return run(command);
  }

  private static void loaded(String output) {
    assertTrue(
        output.startsWith(KEY + "\n" + KEY + "\n") || output.contains("\n" + KEY + "\n"), output);
  }

  private static void says(String output, String... parts) {
    int at = 0;
    for (String part : parts) {
      at = output.indexOf(part, at);
      assertTrue(at >= 0, part + " in: " + output);
    }
  }

  @Test
  void fromTheJarThroughAFileThatIsRemoved() throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    loaded(run(full, "-Djava.io.tmpdir=" + temporary));
    assertEquals(0, temporary.toFile().list().length);
    loaded(run(full, "-Dio.rowkey.tmpdir=" + temporary, "-Djava.io.tmpdir=/nowhere"));
    assertEquals(0, temporary.toFile().list().length);
  }

  @Test
  void fromAPath() throws Exception {
    loaded(run(bare, "-Dio.rowkey.library=" + library));
    loaded(run(bare, "-Djava.library.path=" + library.getParent()));
  }

  @Test
  void fromNowhere() throws Exception {
    String output = run(bare, "-Djava.library.path=/nowhere");
    says(
        output,
        "cannot be loaded. Tried:",
        "the jar: it has no io/rowkey/natives/",
        "java.library.path=/nowhere: ",
        "io.rowkey.library");
    // The second use says the same.
    says(output, "Tried:", "Tried:");
    says(run(full, "-Dio.rowkey.library=/nowhere.so"), "Tried:\n  io.rowkey.library=/nowhere.so: ");
    Path text = Files.write(folder.resolve("text.so"), "text".getBytes(StandardCharsets.UTF_8));
    says(run(full, "-Dio.rowkey.library=" + text), text + ": ");
  }

  @Test
  void whereNoFileCanBeMade() throws Exception {
    says(
        run(full, "-Dio.rowkey.tmpdir=/proc", "-Djava.library.path=/nowhere"),
        "the jar, through a file in /proc: ",
        "java.library.path=/nowhere: ");
    // The other folders are tried as well.
    loaded(run(full, "-Djava.io.tmpdir=/proc"));
    loaded(run(full, "-Dio.rowkey.tmpdir=/proc", "-Djava.library.path=" + library.getParent()));
  }

  @Test
  void whereFilesCannotBeExecuted() throws Exception {
    Path mount = Files.createDirectory(folder.resolve("noexec"));
    String prepare = "mount -t tmpfs -o noexec none " + mount;
    Process process =
        new ProcessBuilder("unshare", "--mount", "sh", "-c", prepare)
            .redirectErrorStream(true)
            .start();
    Tool.readAll(process.getInputStream());
    assumeTrue(process.waitFor() == 0, "mounting takes root");
    for (String option : new String[] {"java.io.tmpdir", "io.rowkey.tmpdir"}) {
      String output =
          run(
              Arrays.asList(
                  "unshare",
                  "--mount",
                  "sh",
                  "-c",
                  prepare
                      + " && exec \"$0\" -Xmx64m -XX:-UsePerfData -D"
                      + option
                      + "="
                      + mount
                      + " -Djava.library.path=/nowhere -cp \"$1\" \"$2\"",
                  java(),
                  full + File.pathSeparator + tests(),
                  Program.class.getName()));
      if (option.equals("java.io.tmpdir")) {
        loaded(output);
      } else {
        says(output, "the file " + mount, "failed to map segment", "java.library.path=/nowhere: ");
      }
    }
  }

  @Test
  void byTwoClassLoaders() throws Exception {
    useTwice(full);
    System.setProperty("io.rowkey.library", library.toString());
    try {
      useTwice(bare);
    } finally {
      System.clearProperty("io.rowkey.library");
    }
  }

  private static void useTwice(Path classes) throws Exception {
    URL[] places = {classes.toUri().toURL(), tests().toUri().toURL()};
    List<Class<?>> programs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      try (URLClassLoader loader = new URLClassLoader(places, null)) {
        Class<?> program = loader.loadClass(Program.class.getName());
        byte[] key = (byte[]) program.getMethod("key").invoke(null);
        assertEquals(KEY, new String(key, StandardCharsets.UTF_8));
        programs.add(program);
      }
    }
    assertNotSame(programs.get(0), programs.get(1));
  }

  @Test
  void whereNativeAccessIsDenied() throws Exception {
    assumeTrue(Double.parseDouble(System.getProperty("java.specification.version")) >= 24);
    says(
        run(full, "--illegal-native-access=deny"),
        "IllegalCallerException",
        "expected the option --enable-native-access=ALL-UNNAMED");
    String output = run(full, "--illegal-native-access=deny", "--enable-native-access=ALL-UNNAMED");
    assertEquals(KEY + "\n" + KEY + "\n", output);
  }
}
