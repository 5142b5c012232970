package rowkey.tests.hbase;

import java.nio.file.Path;

/** What Maven's command line says about a run: see pom.xml. */
final class Settings {
  /** The command-line tool that is tested. */
  static final Path TOOL = path("tests.tool");

  /** Everything that the tests write lies below this folder. */
  static final Path BUILD = path("rowkey.build");

  /** How many rows the largest experiments write. */
  static final int ROWS = Integer.parseInt(property("tests.rows"));

  /** The start of all random choices. */
  static final long SEED = Long.parseLong(property("tests.seed"));

  private Settings() {}

  static String property(String name) {
    String value = System.getProperty(name);
    if (value == null || value.isBlank()) {
      throw new IllegalStateException("the system property " + name + " is missing");
    }
    return value;
  }

  private static Path path(String name) {
    return Path.of(property(name)).toAbsolutePath().normalize();
  }
}
