package rowkey.tests.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rowkey.hbase.testing.LocalHBase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.mapreduce.ImportTsv;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.ToolRunner;

/** The three ways by which rows come into a table. */
final class Writers {
  private static final String QUALIFIER = "v";

  private Writers() {}

  /** Puts through a BufferedMutator. */
  static void put(LocalHBase hbase, TableName name, String family, Path keyed, Design.Form form)
      throws IOException {
    byte[] familyBytes = Bytes.toBytes(family);
    byte[] qualifier = Bytes.toBytes(QUALIFIER);
    try (BufferedMutator mutator = hbase.connection().getBufferedMutator(name);
        KeyedRecords rows = new KeyedRecords(keyed, form)) {
      while (rows.next()) {
        mutator.mutate(new Put(rows.key()).addColumn(familyBytes, qualifier, rows.record()));
      }
    }
  }

  /** A job of ImportTsv, in this process. */
  static void importTsv(
      LocalHBase hbase, TableName name, String family, Path keyed, Design.Form form)
      throws Exception {
    Configuration settings = new Configuration(hbase.settings());
    String column = family + ":" + QUALIFIER;
    settings.set("importtsv.columns", "HBASE_ROW_KEY," + column);
    settings.setBoolean("importtsv.skip.bad.lines", false);
    if (form == Design.Form.HEX) {
      settings.set("importtsv.mapper.class", HexKeyMapper.class.getName());
      settings.set(HexKeyMapper.COLUMN, column);
    }
    String[] arguments = {name.getNameAsString(), keyed.toUri().toString()};
    assertEquals(
        0,
        ToolRunner.run(settings, new ImportTsv(), arguments),
        name + ": exit status of ImportTsv of " + keyed);
  }

  /**
   * HFiles written from sorted rows, one for each file that has any, and loaded. HBase cuts an
   * HFile that holds rows of several regions: then it loads others than were written.
   */
  static void bulkLoad(
      LocalHBase hbase, TableName name, String family, Iterable<Path> sorted, Design.Form form)
      throws IOException {
    Path folder = Files.createTempDirectory(hbase.folder(), "hfiles");
    Path files = Files.createDirectories(folder.resolve(family));
    FileSystem system = FileSystem.getLocal(hbase.settings());
    Map<String, Path> written = new TreeMap<>();
    for (Path rows : sorted) {
      if (Files.size(rows) > 0) {
        Path file = files.resolve(rows.getFileName());
        writeHFile(hbase.settings(), system, file, family, rows, form);
        written.put(file.toString(), rows);
      }
    }
    Set<String> loaded =
        BulkLoadHFiles.create(hbase.settings())
            .bulkLoad(name, new org.apache.hadoop.fs.Path(folder.toUri()))
            .keySet()
            .stream()
            .map(item -> item.getFilePath().toUri().getPath())
            .collect(Collectors.toSet());
    assertEquals(written.keySet(), loaded, name + ": HFiles written, and those loaded as they are");
  }

  private static void writeHFile(
      Configuration settings,
      FileSystem system,
      Path file,
      String family,
      Path sorted,
      Design.Form form)
      throws IOException {
    byte[] familyBytes = Bytes.toBytes(family);
    byte[] qualifier = Bytes.toBytes(QUALIFIER);
    long now = System.currentTimeMillis();
    try (KeyedRecords rows = new KeyedRecords(sorted, form);
        HFile.Writer writer =
            HFile.getWriterFactory(settings, new CacheConfig(settings))
                .withPath(system, new org.apache.hadoop.fs.Path(file.toUri()))
                .withFileContext(
                    new HFileContextBuilder()
                        .withBlockSize(HConstants.DEFAULT_BLOCKSIZE)
                        .withCreateTime(now)
                        .build())
                .create()) {
      while (rows.next()) {
        writer.append(new KeyValue(rows.key(), familyBytes, qualifier, now, rows.record()));
      }
    }
  }
}
