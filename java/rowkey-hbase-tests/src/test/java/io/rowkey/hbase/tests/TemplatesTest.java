package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.RowKeyLayout;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.LayoutScans;
import io.rowkey.hbase.SaltedScanner;
import io.rowkey.hbase.mapreduce.JobLayout;
import io.rowkey.hbase.mapreduce.SaltedTableInputFormat;
import io.rowkey.hbase.testing.LocalHBase;
import io.rowkey.hbase.testing.WithHBase;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.visibility.Authorizations;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Rows by templates in which every setter of {@link Scan} takes part, from a table of deleted rows
 * that some templates still see, whose regions are split and moved meanwhile, beside a full scan by
 * the same template and conditions in Java.
 */
@ExtendWith(WithHBase.class)
class TemplatesTest {
  private static final RowKeyLayout LAYOUT =
      RowKeyLayout.compile("{md5(host) % 7:02d}|{host}|{ts:u64}", Web.SCHEMA);
  private static final int TEMPLATES = Integer.getInteger("rowkey.templates", 500);

  /** The seed of the first template: many can be tried in several runs. */
  private static final int FIRST = Integer.getInteger("rowkey.templates.first", 0);

  /** Of one table. */
  private static final int TEMPLATES_OF_ROUND = 50;

  private static final int HOSTS = 40;
  private static final int TIMES = 5;

  /** Cells are written in the second before it, and deleted in the second after it. */
  private static final long NOON = 5000;

  private static final byte[] SECOND = Bytes.toBytes("g");

  /** Setters by their signature, and what they are given. */
  private static final Map<String, Function<Random, Object[]>> SETTERS = setters();

  /** Setters of templates that are refused, and what they are given. */
  private static final Map<String, Object[]> REFUSED =
      Map.ofEntries(
          Map.entry("setReversed(boolean)", of(true)),
          Map.entry("setNeedCursorResult(boolean)", of(true)),
          Map.entry("setStartRow(byte[])", of(SECOND)),
          Map.entry("withStartRow(byte[])", of(SECOND)),
          Map.entry("withStartRow(byte[],boolean)", of(SECOND, false)),
          Map.entry("setStopRow(byte[])", of(SECOND)),
          Map.entry("withStopRow(byte[])", of(SECOND)),
          Map.entry("withStopRow(byte[],boolean)", of(SECOND, true)),
          Map.entry("setRowPrefixFilter(byte[])", of(SECOND)),
          Map.entry("setStartStopRowForPrefixScan(byte[])", of(SECOND)));

  /**
   * The regions that were neither split nor moved yet: others would have to be compacted before
   * they are split, or HBase's client looks for them where they were, for minutes.
   */
  private static final Set<String> WHOLE = ConcurrentHashMap.newKeySet();

  private static LocalHBase hbase;
  private static Table table;
  private static ExecutorService threads;

  private static Object[] of(Object... arguments) {
    return arguments;
  }

  private static Map<String, Function<Random, Object[]>> setters() {
    Map<String, Function<Random, Object[]>> setters = new HashMap<>();
    setters.put("addFamily(byte[])", random -> of(family(random)));
    setters.put("addColumn(byte[],byte[])", random -> of(family(random), qualifier(random)));
    setters.put("setFamilyMap(Map)", random -> of(familyMap(random)));
    setters.put("setTimeRange(long,long)", random -> timeRange(random));
    setters.put("setTimeStamp(long)", random -> of(NOON - random.nextInt(3)));
    setters.put("setTimestamp(long)", random -> of(NOON - random.nextInt(3)));
    setters.put(
        "setColumnFamilyTimeRange(byte[],long,long)",
        random -> {
          Object[] range = timeRange(random);
          return of(family(random), range[0], range[1]);
        });
    setters.put("setMaxVersions()", random -> of());
    setters.put("readAllVersions()", random -> of());
    for (String name : List.of("setMaxVersions", "readVersions", "setMaxResultsPerColumnFamily")) {
      setters.put(name + "(int)", random -> of(1 + random.nextInt(3)));
    }
    setters.put("setRowOffsetPerColumnFamily(int)", random -> of(random.nextInt(3)));
    setters.put("setBatch(int)", random -> of(1 + random.nextInt(3)));
    setters.put("setCaching(int)", random -> of(1 + random.nextInt(50)));
    setters.put("setLimit(int)", random -> of(1 + random.nextInt(150)));
    setters.put("setOneRowLimit()", random -> of());
    setters.put("setMaxResultSize(long)", random -> of(1L + random.nextInt(10_000)));
    setters.put("setFilter(Filter)", random -> of(filter(random)));
    for (String name :
        List.of(
            "setRaw",
            "setAllowPartialResults",
            "setCacheBlocks",
            "setLoadColumnFamiliesOnDemand",
            "setSmall",
            "setScanMetricsEnabled",
            "setEnableScanMetricsByRegion",
            "setQueryMetricsEnabled",
            "setAsyncPrefetch")) {
      setters.put(name + "(boolean)", random -> of(random.nextBoolean()));
    }
    setters.put("setAttribute(String,byte[])", random -> of("a" + random.nextInt(9), SECOND));
    setters.put("setId(String)", random -> of("id" + random.nextInt(9)));
    setters.put("setPriority(int)", random -> of(random.nextInt(100)));
    setters.put("setAuthorizations(Authorizations)", random -> of(new Authorizations("secret")));
    setters.put("setACL(Map)", random -> of(Map.of("user", permission())));
    setters.put("setACL(String,Permission)", random -> of("user", permission()));
    setters.put("setConsistency(Consistency)", random -> any(random, Consistency.values()));
    setters.put("setReplicaId(int)", random -> of(0));
    setters.put("setIsolationLevel(IsolationLevel)", r -> any(r, IsolationLevel.values()));
    setters.put("setReadType(ReadType)", random -> any(random, Scan.ReadType.values()));
    return setters;
  }

  private static Object[] any(Random random, Object[] values) {
    return of(values[random.nextInt(values.length)]);
  }

  private static byte[] family(Random random) {
    return random.nextBoolean() ? Web.FAMILY : SECOND;
  }

  private static byte[] qualifier(Random random) {
    return Bytes.toBytes("q" + random.nextInt(3));
  }

  private static Map<byte[], NavigableSet<byte[]>> familyMap(Random random) {
    NavigableSet<byte[]> qualifiers = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    qualifiers.add(qualifier(random));
    Map<byte[], NavigableSet<byte[]>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    families.put(family(random), random.nextBoolean() ? qualifiers : null);
    return families;
  }

  private static Object[] timeRange(Random random) {
    long from = random.nextBoolean() ? 0 : NOON - random.nextInt(1000);
    return of(from, NOON + 1 + (random.nextBoolean() ? 0 : random.nextInt(1000)));
  }

  private static Permission permission() {
    return Permission.newBuilder().withActions(Permission.Action.READ).build();
  }

  /** None that counts rows: such a one gives others in each scan. */
  private static Filter filter(Random random) {
    BinaryComparator half = new BinaryComparator(new byte[] {(byte) random.nextInt(100)});
    switch (random.nextInt(5)) {
      case 0:
        return new KeyOnlyFilter();
      case 1:
        return new FirstKeyOnlyFilter();
      case 2:
        return new ColumnPrefixFilter(qualifier(random));
      case 3:
        return new ValueFilter(CompareOperator.LESS, half);
      default:
        return new SingleColumnValueFilter(
            family(random), qualifier(random), CompareOperator.GREATER, half);
    }
  }

  /** The setters of the HBase that the tests run with, in an order that stays. */
  private static List<Method> methods() {
    return Arrays.stream(Scan.class.getMethods())
        .filter(method -> !method.isBridge() && !Modifier.isStatic(method.getModifiers()))
        .filter(
            method ->
                method.getName().startsWith("set")
                    || OperationWithAttributes.class.isAssignableFrom(method.getReturnType()))
        .sorted(Comparator.comparing(TemplatesTest::signature))
        .toList();
  }

  private static String signature(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(",", method.getName() + "(", ")"));
  }

  private static void set(Scan scan, Method setter, Object[] arguments) {
    try {
      setter.invoke(scan, arguments);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new AssertionError(signature(setter) + " of " + Arrays.toString(arguments), e);
    }
  }

  private static Scan template(Random random, int round) {
    Scan template = new Scan();
    for (Method setter : methods()) {
      Function<Random, Object[]> arguments = SETTERS.get(signature(setter));
      if (arguments != null && random.nextInt(8) == 0) {
        set(template, setter, arguments.apply(random));
      }
    }
    if (template.getBatch() > 0 && template.hasFilter() && template.getFilter().hasFilterRow()) {
      // HBase refuses the two, once its client has asked for minutes.
      template.setFilter(null);
    }
    if (moves(round)) {
      // With another one HBase's client looks for a region that was moved where it was, for
      // minutes.
      template.setConsistency(Consistency.STRONG);
    }
    return template;
  }

  @BeforeAll
  static void start(LocalHBase started) throws IOException {
    hbase = started;
    threads = Executors.newFixedThreadPool(3);
    table = hbase.connection().getTable(TableName.valueOf("templates"));
    fill(0);
  }

  /** Makes the table anew, with other cells, deletes and files. */
  private static void fill(int round) throws IOException {
    try (Admin admin = hbase.connection().getAdmin()) {
      if (admin.tableExists(table.getName())) {
        admin.disableTable(table.getName());
        admin.deleteTable(table.getName());
      }
      HBaseKeys.createTable(
          admin,
          TableDescriptorBuilder.newBuilder(table.getName())
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Web.FAMILY)
                      .setKeepDeletedCells(KeepDeletedCells.TRUE)
                      .setMaxVersions(3)
                      .build())
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(SECOND))
              // One would change what raw scans see, between two of them.
              .setCompactionEnabled(false)
              .build(),
          LAYOUT,
          3);
      WHOLE.clear();
      admin.getRegions(table.getName()).forEach(region -> WHOLE.add(region.getEncodedName()));
      Random random = new Random(1 + round);
      List<byte[]> keys = new ArrayList<>();
      for (int i = 0; i < HOSTS * TIMES; i++) {
        keys.add(LAYOUT.key("web-" + i % HOSTS, (long) i / HOSTS));
      }
      for (byte[] key : keys) {
        table.put(put(key, random));
      }
      admin.flush(table.getName());
      keys.sort(Bytes::compareTo);
      delete(keys, random);
      if (moves(round)) {
        // What lies in memory is written when a region is closed, and raw scans see less then.
        admin.flush(table.getName());
      }
    }
  }

  /** Deletes the first rows of each salt, all of one salt, and others. */
  private static void delete(List<byte[]> keys, Random random) throws IOException {
    String salt = "";
    for (byte[] key : keys) {
      boolean isFirst = !salt.equals(Bytes.toString(key, 0, 2));
      salt = Bytes.toString(key, 0, 2);
      if (isFirst || salt.equals("03") || random.nextInt(5) == 0) {
        table.delete(new Delete(key, NOON + 1 + random.nextInt(1000)));
      } else if (random.nextInt(5) == 0) {
        table.delete(new Delete(key).addColumns(Web.FAMILY, qualifier(random), NOON - 1));
      } else if (random.nextInt(5) == 0) {
        table.delete(new Delete(key).addFamily(family(random), NOON + 1));
      } else if (random.nextInt(5) == 0) {
        long time = NOON - 1 - random.nextInt(3);
        table.delete(new Delete(key).addColumn(family(random), qualifier(random), time));
        table.delete(new Delete(key).addFamilyVersion(family(random), time));
      }
    }
  }

  /** Whether regions are split and moved while a table is read. */
  private static boolean moves(int round) {
    return round % 2 == 0;
  }

  /** Begins to split a region, or to move one to another server, and does not wait for it. */
  private static Future<?> transition(Random random) {
    return threads.submit(
        () -> {
          try (Admin admin = hbase.connection().getAdmin()) {
            List<RegionInfo> regions = admin.getRegions(table.getName());
            RegionInfo region = regions.get(random.nextInt(regions.size()));
            byte[] point = LAYOUT.key("web-" + random.nextInt(HOSTS), 2L);
            if (WHOLE.remove(region.getEncodedName()) && region.containsRow(point)) {
              admin.splitRegionAsync(region.getRegionName(), point).get();
            } else {
              List<ServerName> servers = new ArrayList<>(admin.getRegionServers());
              admin.move(
                  region.getEncodedNameAsBytes(), servers.get(random.nextInt(servers.size())));
            }
          }
          return null;
        });
  }

  private static Put put(byte[] key, Random random) {
    Put put = new Put(key).addColumn(Web.FAMILY, Bytes.toBytes("q0"), NOON, new byte[] {1});
    for (int i = random.nextInt(8); i > 0; i--) {
      byte[] value = {(byte) random.nextInt(100)};
      put.addColumn(family(random), qualifier(random), NOON - random.nextInt(1000), value);
    }
    return put;
  }

  @AfterAll
  static void close() throws IOException {
    threads.shutdown();
    table.close();
  }

  @Test
  void everySetterIsKnown() {
    for (Method setter : methods()) {
      String signature = signature(setter);
      assertTrue(
          SETTERS.containsKey(signature) != REFUSED.containsKey(signature),
          signature + ", which belongs to SETTERS or REFUSED");
      if (REFUSED.containsKey(signature)) {
        Scan template = new Scan();
        set(template, setter, REFUSED.get(signature));
        LayoutScans scans = LayoutScans.of(LAYOUT, "");
        assertThrows(IllegalArgumentException.class, () -> scans.with(template), signature);
      }
    }
  }

  @Test
  void deletedRowsOfTheTimeBefore() throws IOException {
    Scan template = new Scan().setTimeRange(0, NOON + 1);
    LayoutScans scans = LayoutScans.of(LAYOUT, "").with(template);
    assertEquals(HOSTS * TIMES, read(scans.open(table)).size());
    assertEquals(HOSTS * TIMES, read(SaltedScanner.open(table, scans)).size());
  }

  @Test
  void randomTemplates() throws Exception {
    int found = 0;
    Future<?> transition = CompletableFuture.completedFuture(null);
    for (int seed = FIRST; seed < FIRST + TEMPLATES; seed++) {
      Random random = new Random(seed);
      int round = seed / TEMPLATES_OF_ROUND;
      if (seed == FIRST || seed % TEMPLATES_OF_ROUND == 0) {
        transition.get();
        fill(round);
      }
      if (moves(round) && transition.isDone()) {
        transition.get();
        transition = transition(new Random(seed));
      }
      Scan template = template(random, round);
      long from = random.nextInt(TIMES);
      boolean isAll = random.nextBoolean();
      found +=
          isAll
              ? check(seed, template, "", key -> true)
              : check(
                  seed,
                  template,
                  "host begins web-1, ts >= " + from,
                  key -> Web.host(key).startsWith("web-1") && Web.time(key) >= from);
    }
    transition.get();
    assertTrue(found > 20 * TEMPLATES, found + " rows");
  }

  /**
   * A template without its limit. Made anew, as what HBase copies may lack something, and as HBase
   * 2.5 moves the first row of a scan that is read. The isolation is set in every copy.
   */
  private static Scan plain(int seed) {
    Scan plain = template(new Random(seed), seed / TEMPLATES_OF_ROUND).setLimit(-1);
    return plain.setIsolationLevel(plain.getIsolationLevel());
  }

  private static int check(int seed, Scan template, String conditions, Predicate<byte[]> inJava)
      throws Exception {
    String what = "seed " + seed + ", " + conditions + ", " + template;
    LayoutScans scans = LayoutScans.of(LAYOUT, conditions).with(template);
    Scan plain = plain(seed);
    Map<String, String> properties = properties(plain);
    List<Result> all;
    try {
      all = read(table.getScanner(plain));
    } catch (IOException e) {
      // Columns of a raw scan, for example, are nothing that HBase gives.
      assertThrows(IOException.class, () -> read(scans.open(table)), what);
      assertThrows(IOException.class, () -> read(SaltedScanner.open(table, scans)), what);
      return 0;
    }
    all = meeting(inJava, all);
    List<Result> unsalted = new ArrayList<>(all);
    unsalted.sort(Comparator.comparing(Result::getRow, Web.UNSALTED));
    int rows = template.getLimit() > 0 ? Math.min(template.getLimit(), all.size()) : all.size();
    assertRows(all.subList(0, rows), read(scans.open(table)), what);
    List<Result> ofOneScan = all;
    if (template.isRaw() && scans.ranges().size() > 1) {
      ofOneScan = meeting(inJava, read(table.getScanner(withFilterOfAll(plain(seed)))));
    }
    int rowsOfOneScan = Math.min(rows, ofOneScan.size());
    assertRows(ofOneScan.subList(0, rowsOfOneScan), read(scans.openOne(table)), what);
    List<Result> first = unsalted.subList(0, rows);
    assertRows(first, read(SaltedScanner.open(checked(properties), scans)), what);
    assertRows(
        first,
        read(SaltedScanner.open(hbase.connection(), table.getName(), scans, 2, threads)),
        what);
    if (seed % 8 == 0) {
      assertRows(all, readSplits(template, conditions), what);
    }
    return rows;
  }

  private static List<Result> meeting(Predicate<byte[]> inJava, List<Result> rows) {
    return rows.stream().filter(row -> inJava.test(row.getRow())).toList();
  }

  /**
   * With a filter that every row passes: HBase counts deletes as versions then, so raw scans give
   * fewer cells, and with an offset fewer rows.
   */
  private static Scan withFilterOfAll(Scan plain) {
    Filter all = new RowFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(new byte[0]));
    return plain.setFilter(
        plain.getFilter() == null ? all : new FilterList(all, plain.getFilter()));
  }

  /** The table, which looks at each scan: the template with rows, a page and a limit of its own. */
  private static Table checked(Map<String, String> properties) {
    return (Table)
        Proxy.newProxyInstance(
            TemplatesTest.class.getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getScanner")) {
                assertEquals(properties, properties((Scan) arguments[0]));
              }
              try {
                return method.invoke(table, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** What the getters of a scan give, without those of what may differ. */
  private static Map<String, String> properties(Scan scan) throws ReflectiveOperationException {
    Set<String> own =
        Set.of(
            "StartRow",
            "StopRow",
            "Limit",
            "Caching",
            "MaxResultSize",
            "AsyncPrefetch",
            "Filter",
            "ScanMetrics",
            "Fingerprint");
    Map<String, String> found = new TreeMap<>();
    for (Method getter : Scan.class.getMethods()) {
      String name = getter.getName().replaceFirst("^(get|is|has|do|num)(?=[A-Z])", "");
      if (getter.getParameterCount() == 0
          && !name.equals(getter.getName())
          && getter.getDeclaringClass() != Object.class
          && !own.contains(name)) {
        found.put(getter.getName(), shown(getter.invoke(scan)));
      }
    }
    return found;
  }

  private static String shown(Object value) {
    if (value instanceof byte[] bytes) {
      return Bytes.toStringBinary(bytes);
    } else if (value instanceof Object[] values) {
      return shown(Arrays.asList(values));
    } else if (value instanceof Map<?, ?> map) {
      Map<String, String> texts = new TreeMap<>();
      map.forEach((key, each) -> texts.put(shown(key), shown(each)));
      return texts.toString();
    } else if (value instanceof Iterable<?> values) {
      List<String> texts = new ArrayList<>();
      values.forEach(each -> texts.add(shown(each)));
      return texts.toString();
    }
    return String.valueOf(value);
  }

  private static List<Result> read(ResultScanner rows) throws IOException {
    try (rows) {
      List<Result> read = new ArrayList<>();
      for (Result row = rows.next(); row != null; row = rows.next()) {
        read.add(row);
      }
      return joined(read);
    }
  }

  /** Whole rows, of which HBase may have given several parts. */
  private static List<Result> joined(List<Result> parts) {
    Map<ByteBuffer, List<Cell>> rows = new LinkedHashMap<>();
    ByteBuffer last = null;
    for (Result part : parts) {
      ByteBuffer row = ByteBuffer.wrap(part.getRow());
      assertTrue(row.equals(last) || !rows.containsKey(row), "parts of a row apart");
      rows.computeIfAbsent(row, unused -> new ArrayList<>()).addAll(part.listCells());
      last = row;
    }
    return rows.values().stream().map(Result::create).toList();
  }

  /** The rows of a job, in the order of their keys. */
  private static List<Result> readSplits(Scan template, String conditions) throws Exception {
    Configuration settings = new Configuration(hbase.settings());
    settings.set(TableInputFormat.INPUT_TABLE, table.getName().getNameAsString());
    settings.set(TableInputFormat.SCAN, TableMapReduceUtil.convertScanToString(template));
    JobLayout.set(settings, LAYOUT, conditions);
    TaskAttemptContext task = new TaskAttemptContextImpl(settings, new TaskAttemptID());
    SaltedTableInputFormat format = new SaltedTableInputFormat();
    List<Result> rows = new ArrayList<>();
    for (InputSplit split : format.getSplits(task)) {
      try (RecordReader<ImmutableBytesWritable, Result> reader =
          format.createRecordReader(split, task)) {
        reader.initialize(split, task);
        while (reader.nextKeyValue()) {
          rows.add(reader.getCurrentValue());
        }
      }
    }
    rows.sort(Comparator.comparing(Result::getRow, Bytes::compareTo));
    return joined(rows);
  }

  private static void assertRows(List<Result> expected, List<Result> found, String what) {
    assertArrayEquals(cells(expected), cells(found), what);
  }

  private static String[] cells(List<Result> rows) {
    List<String> texts = new ArrayList<>();
    for (Result row : rows) {
      for (Cell cell : row.rawCells()) {
        texts.add(cell + "=" + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
      }
    }
    return texts.toArray(new String[0]);
  }
}
