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
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where the native library is loaded from, each case in a JVM of its own. The classes under test
 * are a folder or a jar.
 */
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
    bare = Files.createDirectory(folder.resolve("bare"));
    library = folder.resolve("library/librowkey_jni.so");
    Files.createDirectories(library.getParent());
    if (Files.isDirectory(full)) {
      takeApart(full);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(full, (ClassLoader) null)) {
        takeApart(jar.getPath("/"));
      }
    }
  }

  private static void takeApart(Path from) throws IOException {
    Files.copy(
        from.resolve("io/rowkey/natives/" + NativeLoader.system() + "/librowkey_jni.so"), library);
    Path classes = Files.createDirectories(bare.resolve("io/rowkey"));
    try (Stream<Path> files = Files.list(from.resolve("io/rowkey"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.getFileName().toString();
        if (name.endsWith(".class")) {
          Files.copy(file, classes.resolve(name));
        }
      }
    }
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
    loaded(runAfter(prepare, full, "-Djava.io.tmpdir=" + mount));
    says(
        runAfter(prepare, full, "-Dio.rowkey.tmpdir=" + mount, "-Djava.library.path=/nowhere"),
        "the file " + mount,
        "failed to map segment",
        "java.library.path=/nowhere: ");
  }

  @Test
  void whereAllIsReadOnly() throws Exception {
    StringBuilder prepare = new StringBuilder("true");
    for (String place :
        new String[] {"/tmp", "/var/tmp", "/dev/shm", "/run", System.getProperty("user.home")}) {
      if (Files.isDirectory(Paths.get(place))) {
        prepare.append(" && mount --rbind ").append(place).append(' ').append(place);
        prepare.append(" && mount -o remount,bind,ro ").append(place);
      }
    }
    says(
        runAfter(prepare.toString(), full, "-Djava.library.path=/nowhere"),
        "the jar, through a file in ",
        "Read-only file system",
        "java.library.path=/nowhere: ",
        "io.rowkey.tmpdir");
    loaded(runAfter(prepare.toString(), full, "-Djava.library.path=" + library.getParent()));
    loaded(runAfter(prepare.toString(), bare, "-Dio.rowkey.library=" + library));
  }

  /** Runs the program once mounts are made that it alone sees. */
  private static String runAfter(String prepare, Path classes, String... options) throws Exception {
    List<String> apart =
        Arrays.asList("unshare", "--user", "--map-root-user", "--mount", "sh", "-c");
    List<String> command = new ArrayList<>(apart);
    command.add(prepare);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(Tool.readAll(process.getInputStream()), StandardCharsets.UTF_8);
    assumeTrue(process.waitFor() == 0, "no mounts can be made here: " + output);
    command = new ArrayList<>(apart);
    command.add(prepare + " && exec \"$0\" \"$@\"");
    command.addAll(Arrays.asList(java(), "-Xmx64m", "-XX:-UsePerfData"));
    command.addAll(Arrays.asList(options));
    command.addAll(
        Arrays.asList("-cp", classes + File.pathSeparator + tests(), Program.class.getName()));
    return run(command);
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
    assumeTrue(version() >= 24);
    says(run(full), "WARNING: ", "--enable-native-access");
    says(
        run(full, "--illegal-native-access=deny"),
        "IllegalCallerException",
        "expected the option --enable-native-access=ALL-UNNAMED");
    String output = run(full, "--illegal-native-access=deny", "--enable-native-access=ALL-UNNAMED");
    assertEquals(KEY + "\n" + KEY + "\n", output);
  }

  @Test
  void asAModule() throws Exception {
    assumeTrue(
        Files.isRegularFile(full), "a folder is no module: the packed jar is tested as well");
    assumeTrue(!System.getProperty("java.specification.version").startsWith("1."));
    List<String> command = new ArrayList<>(Arrays.asList(java(), "-Xmx64m"));
    if (version() >= 22) {
      command.add("--enable-native-access=io.rowkey");
    }
    if (version() >= 24) {
      command.add("--illegal-native-access=deny");
    }
    command.addAll(Arrays.asList("--module-path", full.toString()));
    command.addAll(Arrays.asList("--patch-module", "io.rowkey=" + tests()));
    command.addAll(Arrays.asList("--module", "io.rowkey/" + Program.class.getName()));
    assertEquals(KEY + "\n" + KEY + "\n", run(command));
  }

  private static double version() {
    return Double.parseDouble(System.getProperty("java.specification.version"));
  }
}
