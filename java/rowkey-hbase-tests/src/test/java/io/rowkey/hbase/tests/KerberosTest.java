package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rowkey.hbase.BulkLoad;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.LayoutScans;
import io.rowkey.hbase.SaltedScanner;
import io.rowkey.hbase.mapreduce.JobLayout;
import io.rowkey.hbase.mapreduce.SaltedTableInputFormat;
import io.rowkey.hbase.testing.LocalHBase;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.IdentityTableMapper;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.security.token.TokenProvider;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.SaslRpcServer.AuthMethod;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scans, a bulk load and the tasks of a job on an HBase that is secured with Kerberos. A process of
 * its own, as Hadoop has one Kerberos in each.
 */
class KerberosTest {
  @Test
  void securedHBase(@TempDir Path place) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(LocalHBase.jvmOptions());
    command.addAll(List.of("-Xmx512m", "-Drowkey.hbase.rows=" + Web.ROWS));
    command.add("-Drowkey.hbase.log=" + place.resolve("client.log"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Secured.class.getName(), place.toString()));
    File output = place.resolve("output").toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    try {
      assertEquals(0, process.waitFor(), () -> text(output.toPath()));
    } finally {
      process.destroyForcibly();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** A process whose user logs in with Kerberos. */
  static final class Secured {
    private static final String SERVER = "hbase/localhost";

    /** Servers move the HFiles of a load as its user, whose they have to be. */
    private static final String USER = System.getProperty("user.name");

    private static final TableName NAME = TableName.valueOf("secured");
    private static final int ROWS = 1000;

    private final LocalHBase hbase;

    private Secured(LocalHBase hbase) {
      this.hbase = hbase;
    }

    public static void main(String[] arguments) throws Exception {
      Path place = Path.of(arguments[0]);
      MiniKdc kdc = new MiniKdc(MiniKdc.createConf(), place.resolve("kdc").toFile());
      kdc.start();
      int status = 1;
      try {
        File keys = place.resolve("keytab").toFile();
        kdc.createPrincipal(keys, SERVER, USER);
        Map<String, String> settings = settings(kdc.getRealm(), keys);
        Configuration secured = new Configuration();
        settings.forEach(secured::set);
        UserGroupInformation.setConfiguration(secured);
        UserGroupInformation.loginUserFromKeytab(USER, keys.toString());
        try (LocalHBase hbase = LocalHBase.start(place, 2, settings)) {
          new Secured(hbase).check();
        }
        status = 0;
      } catch (Throwable e) {
        e.printStackTrace();
      } finally {
        kdc.stop();
        // Threads of the KDC would go on.
        Runtime.getRuntime().halt(status);
      }
    }

    private static Map<String, String> settings(String realm, File keys) {
      Map<String, String> settings = new HashMap<>();
      settings.put("hadoop.security.authentication", "kerberos");
      settings.put("hbase.security.authentication", "kerberos");
      for (String role : List.of("hbase.master.", "hbase.regionserver.")) {
        settings.put(role + "kerberos.principal", SERVER + "@" + realm);
        settings.put(role + "keytab.file", keys.toString());
      }
      // It gives tokens.
      settings.put("hbase.coprocessor.region.classes", TokenProvider.class.getName());
      return settings;
    }

    private void check() throws Exception {
      load();
      readsRows();
      readsWithToken();
      refusesOthers();
    }

    private void load() throws IOException {
      String[] hosts = new String[ROWS];
      long[] times = new long[ROWS];
      byte[][] values = new byte[ROWS][];
      for (int i = 0; i < ROWS; i++) {
        hosts[i] = Web.host(i);
        times[i] = Web.time(i);
        values[i] = Bytes.toBytes(i);
      }
      try (Admin admin = hbase.connection().getAdmin();
          BulkLoad rows =
              BulkLoad.into(hbase.connection(), create(admin), Web.LAYOUT)
                  .column(Web.FAMILY, Web.QUALIFIER)
                  .temporary(hbase.folder())
                  .open()) {
        rows.add(Web.LAYOUT.batch().strings("host", hosts).longs("ts", times), values);
        assertEquals(ROWS, rows.load().rows(), "loaded rows");
      }
    }

    private static TableName create(Admin admin) throws IOException {
      HBaseKeys.createTable(admin, Web.descriptor(NAME.getNameAsString()), Web.LAYOUT, 4);
      return NAME;
    }

    private static byte[][] sorted(List<byte[]> keys) {
      byte[][] sorted = keys.toArray(new byte[0][]);
      Arrays.sort(sorted, Bytes::compareTo);
      return sorted;
    }

    private void readsRows() throws IOException {
      LayoutScans all = LayoutScans.of(Web.LAYOUT, "");
      try (Table table = hbase.connection().getTable(NAME)) {
        List<byte[]> keys = Web.scan(table);
        assertEquals(ROWS, keys.size(), "rows of the table");
        assertArrayEquals(sorted(keys), Web.keys(all.open(table)).toArray());
        assertArrayEquals(
            sorted(keys), sorted(Web.keys(SaltedScanner.open(table, all))), "SaltedScanner");
      }
    }

    /** The splits are the user's, as of the one who submits a job; its tasks have a token alone. */
    private void readsWithToken() throws Exception {
      Job job = Job.getInstance(hbase.settings());
      JobLayout.set(job.getConfiguration(), Web.LAYOUT, "");
      TableMapReduceUtil.initTableMapperJob(
          NAME.getNameAsString(),
          new Scan(),
          IdentityTableMapper.class,
          ImmutableBytesWritable.class,
          Result.class,
          job,
          false,
          SaltedTableInputFormat.class);
      List<InputSplit> splits = new SaltedTableInputFormat().getSplits(job);
      UserGroupInformation task = UserGroupInformation.createRemoteUser(USER, AuthMethod.TOKEN);
      Configuration impatient = impatient(job.getConfiguration());
      assertThrows(
          IOException.class, () -> read(task, impatient, splits), "a task without a token");
      task.addCredentials(job.getCredentials());
      assertEquals(ROWS, read(task, impatient, splits), "rows of the tasks");
    }

    private static int read(UserGroupInformation user, Configuration settings, List<InputSplit> all)
        throws Exception {
      return user.doAs(
          (PrivilegedExceptionAction<Integer>)
              () -> {
                TaskAttemptContext task = new TaskAttemptContextImpl(settings, new TaskAttemptID());
                int rows = 0;
                for (InputSplit split : all) {
                  try (RecordReader<ImmutableBytesWritable, Result> reader =
                      new SaltedTableInputFormat().createRecordReader(split, task)) {
                    reader.initialize(split, task);
                    while (reader.nextKeyValue()) {
                      rows++;
                    }
                  }
                }
                return rows;
              });
    }

    private static Configuration impatient(Configuration settings) {
      Configuration impatient = new Configuration(settings);
      impatient.setInt("hbase.client.retries.number", 1);
      return impatient;
    }

    /** Without a login and a token nobody reads a row, or what is above says nothing. */
    private void refusesOthers() throws Exception {
      UserGroupInformation other = UserGroupInformation.createRemoteUser("mallory");
      assertThrows(
          IOException.class,
          () ->
              other.doAs(
                  (PrivilegedExceptionAction<Integer>)
                      () -> {
                        try (Connection connection =
                                ConnectionFactory.createConnection(impatient(hbase.settings()));
                            Table table = connection.getTable(NAME)) {
                          return Web.scan(table).size();
                        }
                      }),
          "a user without a login");
    }
  }
}
