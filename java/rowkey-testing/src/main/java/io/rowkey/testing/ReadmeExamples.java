package io.rowkey.testing;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The Java blocks of a page of Markdown, compiled and run one after the other in one method, so
 * that a block sees the variables of those before it.
 *
 * <p>A line that begins with {@code static}, as a class of a page does, is one of the method
 * without that word. The loader of the blocks is that of the thread while they run: Hadoop looks
 * there.
 *
 * <p>A comment behind a declaration, as in {@code long ts = record.getLong("ts"); // 17}, is the
 * value: arrays of bytes as {@code web\x00}, all else as {@link String#valueOf}. Comments that tell
 * something else have to be named as {@link #remark remarks}. Comments behind other statements, and
 * in blocks of braces, are not looked at.
 *
 * <pre>{@code
 * ReadmeExamples.of(page)
 *     .imports("org.apache.hadoop.hbase.client.*")
 *     .given(2, "Table", "table", table)
 *     .remark("for Admin.createTable")
 *     .run(temporaryFolder);
 * }</pre>
 */
public final class ReadmeExamples {
  private static final Pattern IMPORT = Pattern.compile("import [\\w.*]+;");
  private static final Pattern DECLARATION = Pattern.compile("(\\w\\S* (\\w+) = .*;) *// (.*)");

  private final Path page;
  private final List<String> lines;
  private final List<String> imports = new ArrayList<>();
  private final Map<Integer, String> declarations = new HashMap<>();
  private final Map<String, Object> arguments = new HashMap<>();
  private final List<String> remarks = new ArrayList<>();

  /** What comments say of the variables that they stand behind. */
  private final Map<String, String> comments = new LinkedHashMap<>();

  private ReadmeExamples(Path page) throws IOException {
    this.page = page;
    lines = Files.readAllLines(page, StandardCharsets.UTF_8);
  }

  /** The blocks of a page. */
  public static ReadmeExamples of(Path page) throws IOException {
    return new ReadmeExamples(page);
  }

  /** Imports what the page does not, such as {@code java.util.List}. */
  public ReadmeExamples imports(String... names) {
    for (String name : names) {
      imports.add("import " + name + ";");
    }
    return this;
  }

  /**
   * A variable that a block uses and the page does not declare.
   *
   * @param block the number of the block, from 1 on; those after it see the variable, too
   */
  public ReadmeExamples given(int block, String type, String name, Object value) {
    String key = block + "." + name;
    arguments.put(key, value);
    declarations.merge(
        block,
        String.format("%s %s = (%s) $given.get(\"%s\");", type, name, type, key),
        (before, next) -> before + " " + next);
    return this;
  }

  /** A comment that is not the value of the variable that it stands behind. */
  public ReadmeExamples remark(String comment) {
    remarks.add(comment);
    return this;
  }

  /**
   * Compiles and runs the blocks, and compares all values.
   *
   * @param folder for files of the compiler
   * @return the variables whose values were compared, in the order of the page
   * @throws AssertionError when a block does not compile, or a value differs
   * @throws Exception what a block throws; its stack trace has the lines of the page
   */
  public List<String> run(Path folder) throws Exception {
    compile(folder);
    Map<String, Object> values = new HashMap<>();
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Thread.currentThread().setContextClassLoader(loader);
      loader
          .loadClass("Example")
          .getMethod("run", Map.class, Map.class)
          .invoke(null, arguments, values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception) {
        throw (Exception) e.getCause();
      }
      throw e;
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    comments.forEach(
        (name, comment) -> {
          if (!text(values.get(name)).equals(comment)) {
            throw new AssertionError(
                page
                    + ": "
                    + name
                    + " is "
                    + text(values.get(name))
                    + ", the page says "
                    + comment);
          }
        });
    return new ArrayList<>(comments.keySet());
  }

  private void compile(Path folder) throws IOException {
    Path source = folder.resolve("Example.java");
    Files.write(source, source().getBytes(StandardCharsets.UTF_8));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null)) {
      List<String> options =
          Arrays.asList(
              "-d", folder.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
      if (!compiler
          .getTask(
              null,
              files,
              problems,
              options,
              null,
              files.getJavaFileObjectsFromFiles(Collections.singleton(source.toFile())))
          .call()) {
        throw new AssertionError(complaint(problems.getDiagnostics()));
      }
    }
  }

  /** A class whose lines have the numbers of the page's lines. */
  private String source() {
    List<String> code = new ArrayList<>();
    int block = 0;
    boolean inBlock = false;
    for (String line : lines) {
      String put = "";
      if (line.startsWith("```")) {
        inBlock = line.equals("```java");
        put = inBlock ? declarations.getOrDefault(++block, "") : "";
      } else if (inBlock && IMPORT.matcher(line).matches()) {
        imports.add(line);
      } else if (inBlock) {
        put = withValue(line.startsWith("static ") ? line.substring("static ".length()) : line);
      }
      code.add(put);
    }
    int expected = declarations.keySet().stream().reduce(1, Math::max);
    if (block < expected) {
      throw new AssertionError(page + " has " + block + " blocks of Java, expected " + expected);
    }
    String head =
        String.join(" ", imports)
            + " public final class Example { public static void run(java.util.Map<String, Object>"
            + " $given, java.util.Map<String, Object> $values) throws Exception { ";
    return head + String.join("\n", code) + "\n}}\n";
  }

  private String withValue(String line) {
    Matcher declaration = DECLARATION.matcher(line);
    if (!declaration.matches() || remarks.contains(declaration.group(3))) {
      return line;
    }
    String name = declaration.group(2);
    comments.put(name, declaration.group(3));
    return String.format("%s $values.put(\"%s\", %s);", declaration.group(1), name, name);
  }

  private String complaint(List<Diagnostic<? extends JavaFileObject>> problems) {
    StringBuilder text = new StringBuilder();
    for (Diagnostic<?> problem : problems) {
      if (problem.getKind() == Diagnostic.Kind.ERROR) {
        text.append(page).append(':').append(problem.getLineNumber()).append(": ");
        text.append(problem.getMessage(null)).append('\n');
      }
    }
    return text.toString();
  }

  private static String text(Object value) {
    if (!(value instanceof byte[])) {
      return String.valueOf(value);
    }
    StringBuilder text = new StringBuilder();
    for (byte b : (byte[]) value) {
      boolean plain = b >= ' ' && b <= '~' && b != '\\';
      text.append(plain ? String.valueOf((char) b) : String.format("\\x%02X", b));
    }
    return text.toString();
  }
}
