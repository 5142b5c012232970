package rowkey.tests.hbase;

import io.rowkey.hbase.testing.LocalHBase;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** HBase's shell in a process of its own, which ends when it is closed or this process ends. */
final class Shell implements AutoCloseable {
  /** What the shell prints after the output of each command. */
  private static final String DONE = "== done ==";

  private static final Pattern VALUE = Pattern.compile("value=row(\\d+);");

  private final Process process;
  private final BufferedWriter commands;
  private final BufferedReader output;

  Shell(LocalHBase hbase) throws IOException {
    Path folder = Files.createTempDirectory(hbase.folder(), "shell");
    Configuration site = new Configuration(false);
    for (String name : List.of(HConstants.ZOOKEEPER_QUORUM, HConstants.ZOOKEEPER_CLIENT_PORT)) {
      site.set(name, hbase.settings().get(name));
    }
    try (OutputStream file = Files.newOutputStream(folder.resolve("hbase-site.xml"))) {
      site.writeXml(file);
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(LocalHBase.jvmOptions());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-Djava.io.tmpdir=" + folder,
            "-Drowkey.hbase.log=" + Settings.BUILD.resolve("shell.log"),
            "-Dlog4j.configuration=" + Shell.class.getResource("/log4j.properties"),
            "-cp",
            folder + ":" + Settings.BUILD.resolve("shell/jars") + "/*",
            "org.jruby.Main",
            Settings.property("rowkey.shell"),
            DONE));
    process =
        new ProcessBuilder(command)
            .redirectError(Settings.BUILD.resolve("shell.err").toFile())
            .start();
    commands =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII));
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** What the shell prints for a command; one that fails is an error. */
  List<String> run(String command) throws IOException {
    commands.write(command);
    commands.newLine();
    commands.flush();
    List<String> lines = new ArrayList<>();
    for (String line = output.readLine(); !DONE.equals(line); line = output.readLine()) {
      if (line == null) {
        throw new IllegalStateException(
            "the shell ended at " + command + ": see shell.err in " + Settings.BUILD);
      }
      lines.add(line);
    }
    if (lines.stream().anyMatch(line -> line.startsWith("ERROR"))) {
      throw new IllegalStateException("shell command " + command + ": " + lines);
    }
    return lines;
  }

  /** The value of a row with a number, by which {@link #rows} knows it. */
  static String value(int row) {
    return "row" + row + ";";
  }

  /** The numbers of the rows that commands print, in the order of the commands. */
  List<Integer> rows(List<String> commands) throws IOException {
    List<Integer> rows = new ArrayList<>();
    for (String command : commands) {
      String output = String.join("\n", run(command));
      for (MatchResult match : VALUE.matcher(output).results().toList()) {
        rows.add(Integer.parseInt(match.group(1)));
      }
    }
    return rows;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
