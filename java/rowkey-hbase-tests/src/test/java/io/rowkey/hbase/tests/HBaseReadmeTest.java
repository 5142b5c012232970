package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.ImportTsv;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs every block of code of README.md, in the order of the page. */
@ExtendWith(WithHBase.class)
class HBaseReadmeTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(java|sh)\\n(.*?)^```$");

  @TempDir private Path folder;

  private static List<String> blocks(String language) throws IOException {
    String page = Files.readString(Path.of(System.getProperty("rowkey.hbase.readme")));
    List<String> blocks = new ArrayList<>();
    for (Matcher matcher = BLOCK.matcher(page); matcher.find(); ) {
      if (matcher.group(1).equals(language)) {
        blocks.add(matcher.group(2));
      }
    }
    return blocks;
  }

  /** A class whose method {@code run} has all blocks, those that are classes before it. */
  private static String program(List<String> blocks) {
    StringBuilder members = new StringBuilder();
    StringBuilder first = new StringBuilder();
    StringBuilder rest = new StringBuilder();
    for (String block : blocks) {
      if (block.startsWith("static ")) {
        members.append(block);
      } else if (first.length() == 0) {
        // What the first block declares is known to all others.
        first.append(block);
      } else {
        rest.append("{\n").append(block).append("}\n");
      }
    }
    return ReadmeProgram.BEGIN + members + ReadmeProgram.RUN + first + rest + "}\n}\n";
  }

  @Test
  void javaRuns(LocalHBase hbase) throws Exception {
    List<String> blocks = blocks("java");
    assertEquals(9, blocks.size());
    Path source = folder.resolve("Readme.java");
    Files.writeString(source, program(blocks));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                List.of(
                    "-d",
                    folder.toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-proc:none"),
                null,
                compiler
                    .getStandardFileManager(null, null, null)
                    .getJavaFileObjects(source.toFile()))
            .call();
    assertTrue(compiled, messages.toString());
    ClassLoader parent = getClass().getClassLoader();
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, parent)) {
      // Jobs look for their classes here.
      Thread.currentThread().setContextClassLoader(loader);
      loader
          .loadClass("Readme")
          .getMethod("run", Connection.class, Path.class)
          .invoke(
              null, hbase.connection(), Files.createDirectory(hbase.folder().resolve("readme")));
    } catch (InvocationTargetException e) {
      throw new AssertionError("the code of README.md failed", e.getCause());
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Test
  void importTsvRuns(LocalHBase hbase) throws Exception {
    List<String> blocks = blocks("sh");
    assertEquals(1, blocks.size());
    TableName name = TableName.valueOf("metrics-tsv");
    try (var admin = hbase.connection().getAdmin()) {
      admin.createTable(ReadmeProgram.descriptor(name));
    }
    Path rows = Files.writeString(hbase.folder().resolve("rows.tsv"), "00090aff\t17\n");
    String[] words =
        blocks
            .get(0)
            .replace("\\\n", " ")
            .replace(" metrics ", " " + name + " ")
            .replace("/rows.tsv", rows.toUri().toString())
            .trim()
            .split(" +");
    assertArrayEquals(
        new String[] {"hbase", ImportTsv.class.getName()}, List.of(words).subList(0, 2).toArray());
    String[] arguments = List.of(words).subList(2, words.length).toArray(new String[0]);
    assertEquals(
        0, ToolRunner.run(new Configuration(hbase.settings()), new ImportTsv(), arguments));
    try (Table table = hbase.connection().getTable(name)) {
      byte[] value =
          table
              .get(new Get(new byte[] {0, '\t', '\n', -1}))
              .getValue(Bytes.toBytes("m"), Bytes.toBytes("load"));
      assertEquals("17", Bytes.toString(value));
    }
  }
}
