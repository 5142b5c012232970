package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/**
 * What the packed jar has in it. The property {@code rowkey.systems} names the systems that it is
 * for, where there are more than this one.
 */
class JarTest {
  private static final int JAVA_8 = 52;

  @Test
  void hasClassesOfJava8AndTheNativeLibraries() throws Exception {
    Path place =
        Paths.get(RowKey.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(place), "the classes are not packed yet");
    Set<String> systems = new TreeSet<>();
    try (JarFile jar = new JarFile(place.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        String name = entry.getName();
        if (name.endsWith(".class")) {
          assertTrue(name.matches("io/rowkey/[^/]+"), name);
          try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
            assertEquals(0xcafebabe, in.readInt(), name);
            in.readUnsignedShort();
            assertEquals(JAVA_8, in.readUnsignedShort(), name);
          }
        } else if (name.startsWith("io/rowkey/natives/") && !entry.isDirectory()) {
          String[] parts = name.split("/");
          assertEquals("librowkey_jni.so", parts[4], name);
          assertTrue(systems.add(parts[3]), name);
        } else {
          assertTrue(entry.isDirectory() || name.startsWith("META-INF/"), name);
        }
      }
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertEquals("io.rowkey", manifest.getValue("Automatic-Module-Name"));
    }
    String expected = System.getProperty("rowkey.systems", "");
    expected = expected.isEmpty() ? NativeLoader.system() : expected;
    assertEquals(expected, String.join(" ", systems));
  }
}
