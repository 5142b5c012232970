package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.KeyRange;
import io.rowkey.Router;
import io.rowkey.RowKeyLayout;
import io.rowkey.hbase.mapreduce.JobLayout;
import io.rowkey.hbase.mapreduce.SaltedTableInputFormat;
import io.rowkey.hbase.mapreduce.SaltedTableSplit;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableMapper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs of MapReduce over a salted table, beside a full scan of it. */
@ExtendWith(WithHBase.class)
class SaltedInputTest {
  private static final String NAME = "salted-input";

  /** Regions of several salts, and regions that end within the salt 08. */
  private static final byte[][] SPLITS = splits();

  private static LocalHBase hbase;
  private static List<byte[]> all;

  private static byte[][] splits() {
    List<String> hosts =
        IntStream.range(0, Web.HOSTS)
            .mapToObj(Web::host)
            .filter(host -> salt(Web.LAYOUT.key(host, 0L)).equals("08"))
            .sorted()
            .toList();
    assertTrue(hosts.size() > 2, hosts + " of the salt 08");
    return Stream.of("03", "08|" + hosts.get(1), "08|" + hosts.get(2), "12")
        .map(Bytes::toBytes)
        .toArray(byte[][]::new);
  }

  @BeforeAll
  static void fill(LocalHBase started) throws IOException {
    hbase = started;
    TableName name = TableName.valueOf(NAME);
    try (Admin admin = hbase.connection().getAdmin()) {
      admin.createTable(Web.descriptor(NAME), SPLITS);
    }
    try (BufferedMutator rows = hbase.connection().getBufferedMutator(name)) {
      for (byte[] key : Web.keys()) {
        rows.mutate(
            new Put(key).addColumn(Web.FAMILY, Web.QUALIFIER, Bytes.toBytes(Web.time(key))));
      }
    }
    try (Table table = hbase.connection().getTable(name)) {
      all = Web.scan(table);
    }
    assertEquals(Web.ROWS, all.size());
  }

  /** Keeps the rows of each task. */
  static final class RowMapper extends TableMapper<NullWritable, NullWritable> {
    /** Jobs run in this process. */
    private static final Map<String, List<byte[]>> ROWS = new ConcurrentHashMap<>();

    private RowKeyLayout layout;
    private List<byte[]> rows;

    @Override
    protected void setup(Context context) {
      layout = JobLayout.get(context.getConfiguration());
      rows = new ArrayList<>();
      ROWS.put(context.getTaskAttemptID().toString(), rows);
    }

    @Override
    protected void map(ImmutableBytesWritable key, Result row, Context context) {
      assertArrayEquals(row.getRow(), key.copyBytes());
      byte[] value = row.getValue(Web.FAMILY, Web.QUALIFIER);
      assertEquals(layout.decode(row.getRow()).getLong("ts"), Bytes.toLong(value));
      rows.add(row.getRow());
    }
  }

  private static Job job(String conditions, Scan scan) throws IOException {
    Job job = Job.getInstance(hbase.settings());
    TableMapReduceUtil.initTableMapperJob(
        NAME,
        scan,
        RowMapper.class,
        NullWritable.class,
        NullWritable.class,
        job,
        false,
        SaltedTableInputFormat.class);
    JobLayout.set(job.getConfiguration(), Web.LAYOUT, conditions);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(NullOutputFormat.class);
    return job;
  }

  private static String salt(byte[] key) {
    return Bytes.toString(key, 0, 2);
  }

  /** The salts of the rows, each with the regions that it has rows in. */
  private static Set<String> saltsAndRegions(Iterable<byte[]> keys) {
    Set<String> pairs = new HashSet<>();
    Router router = Router.of(SPLITS);
    for (byte[] key : keys) {
      pairs.add(salt(key) + " " + router.region(key));
    }
    return pairs;
  }

  private static void check(String conditions, Predicate<byte[]> inJava, Set<String> expected)
      throws Exception {
    Job job = job(conditions, new Scan().setCaching(500));
    RowMapper.ROWS.clear();
    assertTrue(job.waitForCompletion(false), conditions);
    List<byte[]> found = new ArrayList<>();
    for (List<byte[]> rows : RowMapper.ROWS.values()) {
      assertTrue(saltsAndRegions(rows).size() <= 1, "rows of several salts or regions in a split");
      List<byte[]> sorted = new ArrayList<>(rows);
      sorted.sort(Web.UNSALTED);
      assertArrayEquals(sorted.toArray(), rows.toArray(), "the order in a split");
      found.addAll(rows);
    }
    found.sort(Bytes::compareTo);
    List<byte[]> wanted = all.stream().filter(inJava).toList();
    assertArrayEquals(wanted.toArray(), found.toArray(), conditions);
    assertEquals(
        wanted.size(), job.getCounters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue());
    assertEquals(expected.size(), RowMapper.ROWS.size(), "splits of " + conditions);
  }

  /** The splits that conditions need: of the salts and regions of their ranges. */
  private static Set<String> ofRanges(String conditions) {
    List<byte[]> starts = new ArrayList<>();
    for (KeyRange range : Web.LAYOUT.ranges(conditions, 0, SPLITS)) {
      starts.add(range.start());
    }
    return saltsAndRegions(starts);
  }

  @Test
  void allRows() throws Exception {
    Set<String> pairs = saltsAndRegions(all);
    assertEquals(18, pairs.size(), pairs + " of a salt that lies in several regions");
    check("", key -> true, pairs);
  }

  @Test
  void rowsThatMeetConditions() throws Exception {
    String conditions = "host begins web-1, ts >= 17, ts < 300";
    check(
        conditions,
        key -> Web.host(key).startsWith("web-1") && Web.time(key) >= 17 && Web.time(key) < 300,
        ofRanges(conditions));
    check("ts = 17", key -> Web.time(key) == 17, saltsAndRegions(all));
    check("host = nobody", key -> false, ofRanges("host = nobody"));
  }

  @Test
  void splitsKnowTheirServersAndTravel() throws Exception {
    Job job = job("host in (web-3, web-5)", new Scan());
    List<InputSplit> splits = new SaltedTableInputFormat().getSplits(job);
    assertEquals(ofRanges("host in (web-3, web-5)").size(), splits.size());
    for (InputSplit split : splits) {
      SaltedTableSplit sent = (SaltedTableSplit) split;
      assertArrayEquals(new String[] {"127.0.0.1"}, sent.getLocations());
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      sent.write(new DataOutputStream(bytes));
      SaltedTableSplit received = new SaltedTableSplit();
      received.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
      assertEquals(sent.toString(), received.toString());
      assertEquals(sent.getLength(), received.getLength());
      assertArrayEquals(sent.getLocations(), received.getLocations());
      assertTrue(sent.ranges() > 0);
      for (int i = 0; i < sent.ranges(); i++) {
        assertArrayEquals(sent.start(i), received.start(i));
        assertArrayEquals(sent.stop(i), received.stop(i));
      }
    }
  }

  private static String refused(Job job) {
    return assertThrows(
            IllegalArgumentException.class, () -> new SaltedTableInputFormat().getSplits(job))
        .getMessage();
  }

  @Test
  void wrongSettingsAreRefused() throws Exception {
    assertTrue(refused(job("", new Scan().setReversed(true))).contains("is reversed"));
    Job noTable = job("", new Scan());
    noTable.getConfiguration().unset(TableInputFormat.INPUT_TABLE);
    assertEquals(
        "the setting hbase.mapreduce.inputtable is missing (expected a table)", refused(noTable));
    Job noLayout = job("", new Scan());
    noLayout.getConfiguration().unset(JobLayout.LAYOUT);
    assertEquals(
        "the setting rowkey.layout is missing (expected the template of a layout)",
        refused(noLayout));
    Job notSalted = job("", new Scan());
    JobLayout.set(notSalted.getConfiguration(), RowKeyLayout.compile("{host}|{ts:u64}"));
    assertTrue(refused(notSalted).contains("begins with a column itself"));
  }

  @Test
  void layoutsTravelAsTheyAre() {
    for (String template : List.of("${id:010d}", "{md5(s) % 9:d}\\x00<&>{s}")) {
      Configuration settings = new Configuration(false);
      RowKeyLayout layout = RowKeyLayout.compile(template);
      JobLayout.set(settings, layout);
      assertEquals(layout.toString(), JobLayout.get(settings).toString());
      settings.unset(JobLayout.COLUMNS);
      assertEquals(layout.toString(), JobLayout.get(settings).toString());
    }
    Configuration settings = new Configuration(false);
    RowKeyLayout control = RowKeyLayout.compile("{id:010d}\t{s}");
    assertThrows(IllegalArgumentException.class, () -> JobLayout.set(settings, control));
  }
}
