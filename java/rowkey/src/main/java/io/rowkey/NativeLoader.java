package io.rowkey;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Loads the native library, once for each class loader: from the file that the system property
 * {@code io.rowkey.library} names, and from nowhere else where it is set; else from the jar,
 * through a file in a temporary folder; else by {@code System.loadLibrary("rowkey_jni")}.
 */
final class NativeLoader {
  private static final int VERSION = 10000;
  private static final String PROPERTY = "io.rowkey.library";
  private static final String FOLDER_PROPERTY = "io.rowkey.tmpdir";
  private static final String FILE = "librowkey_jni.so";

  private static boolean loaded;
  private static String failure;

  private NativeLoader() {}

  /**
   * Does nothing when the library is loaded.
   *
   * @throws UnsatisfiedLinkError when it cannot be loaded, with all that was tried
   */
  static synchronized void load() {
    if (loaded) {
      return;
    }
    if (failure == null) {
      List<String> tried = new ArrayList<>();
      if (loadFromAnywhere(tried)) {
        loaded = true;
        return;
      }
      failure =
          "the native library of rowkey for "
              + system()
              + " cannot be loaded. Tried:\n  "
              + String.join("\n  ", tried)
              + "\nSet the system property "
              + PROPERTY
              + " to the path of the library, or "
              + FOLDER_PROPERTY
              + " to a folder that files can be executed from.";
    }
    throw new UnsatisfiedLinkError(failure);
  }

  private static boolean loadFromAnywhere(List<String> tried) {
    String path = System.getProperty(PROPERTY);
    if (path != null && !path.isEmpty()) {
      return loadFile(Paths.get(path).toAbsolutePath(), PROPERTY + "=" + path, tried);
    }
    return loadFromJar(tried) || loadFromPath(tried);
  }

  // ---- Where it may be

  /** The folder of the jar that has this system's library: {@code linux-x86_64-glibc}. */
  static String system() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "");
    String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    if (arch.equals("amd64")) {
      arch = "x86_64";
    }
    return os.equals("linux") ? os + "-" + arch + "-" + libc() : os + "-" + arch;
  }

  private static String libc() {
    try {
      for (String line :
          Files.readAllLines(Paths.get("/proc/self/maps"), StandardCharsets.ISO_8859_1)) {
        if (line.contains("/ld-musl-")) {
          return "musl";
        }
      }
    } catch (IOException unknown) {
      // Without /proc there is no telling: most systems have glibc.
    }
    return "glibc";
  }

  private static boolean loadFromJar(List<String> tried) {
    String resource = "natives/" + system() + "/" + FILE;
    if (NativeLoader.class.getResource(resource) == null) {
      tried.add("the jar: it has no io/rowkey/" + resource);
      return false;
    }
    for (String folder : folders()) {
      try (InputStream in = NativeLoader.class.getResourceAsStream(resource)) {
        if (loadCopy(in, folder, tried)) {
          return true;
        }
      } catch (IOException | RuntimeException e) {
        tried.add("the jar, through a file in " + folder + ": " + e);
      }
    }
    return false;
  }

  /** Folders that a temporary file may be executed from, the usual one first. */
  private static Set<String> folders() {
    Set<String> folders = new LinkedHashSet<>();
    String chosen = System.getProperty(FOLDER_PROPERTY);
    if (chosen != null && !chosen.isEmpty()) {
      folders.add(chosen);
      return folders;
    }
    folders.add(System.getProperty("java.io.tmpdir"));
    if (system().startsWith("linux")) {
      folders.add("/var/tmp");
      folders.add("/dev/shm");
      folders.add("/run/user/" + userId());
    }
    folders.add(System.getProperty("user.home"));
    folders.removeIf(
        folder -> folder == null || folder.isEmpty() || !new File(folder).isDirectory());
    return folders;
  }

  private static String userId() {
    try {
      return String.valueOf(Files.getAttribute(Paths.get("/proc/self"), "unix:uid"));
    } catch (IOException | RuntimeException unknown) {
      return "0";
    }
  }

  private static boolean loadFromPath(List<String> tried) {
    String what = "java.library.path=" + System.getProperty("java.library.path");
    try {
      System.loadLibrary("rowkey_jni");
      return isRight(what, tried);
    } catch (UnsatisfiedLinkError e) {
      if (isTaken(e)) {
        for (String folder : System.getProperty("java.library.path").split(File.pathSeparator)) {
          Path file = Paths.get(folder, FILE);
          if (Files.isReadable(file)) {
            return loadCopyOf(file, what, tried);
          }
        }
      }
      tried.add(what + ": " + e.getMessage());
    } catch (RuntimeException e) {
      tried.add(what + ": " + e);
    }
    return false;
  }

  // ---- Loading a file

  private static boolean loadFile(Path file, String what, List<String> tried) {
    try {
      System.load(file.toString());
      return isRight(what, tried);
    } catch (UnsatisfiedLinkError e) {
      if (isTaken(e)) {
        return loadCopyOf(file, what, tried);
      }
      tried.add(what + ": " + e.getMessage());
    } catch (RuntimeException e) {
      // IllegalCallerException where Java 24 and later deny native access, which Java 8 does not
      // know.
      tried.add(
          what
              + ": "
              + e
              + " (expected the option --enable-native-access=ALL-UNNAMED, or io.rowkey)");
    }
    return false;
  }

  /** A JVM loads a file for one class loader alone; another one takes a copy. */
  private static boolean isTaken(UnsatisfiedLinkError e) {
    return String.valueOf(e.getMessage()).contains("already loaded in another classloader");
  }

  private static boolean loadCopyOf(Path file, String what, List<String> tried) {
    for (String folder : folders()) {
      try (InputStream in = Files.newInputStream(file)) {
        if (loadCopy(in, folder, tried)) {
          return true;
        }
      } catch (IOException | RuntimeException e) {
        tried.add(what + ", through a copy in " + folder + ": " + e);
      }
    }
    return false;
  }

  private static boolean loadCopy(InputStream in, String folder, List<String> tried)
      throws IOException {
    Path copy = Files.createTempFile(Paths.get(folder), "rowkey_jni", ".so");
    try {
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      return loadFile(copy, "the file " + copy, tried);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  private static boolean isRight(String what, List<String> tried) {
    int version = Native.version();
    if (version != VERSION) {
      tried.add(
          what + ": it is of version " + version + " (expected " + VERSION + ", that of the jar)");
    }
    return version == VERSION;
  }
}
