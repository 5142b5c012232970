package io.rowkey.hbase.tests;

import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import io.rowkey.hbase.HBaseKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows of hosts and times under a salt of 16 values, and what the tests know of them. */
final class Web {
  static final String TEMPLATE = "{md5(host) % 16:02d}|{host}|{ts:u64}";
  static final Schema SCHEMA = Schema.parse("host:text,ts:u64");
  static final RowKeyLayout LAYOUT = RowKeyLayout.compile(TEMPLATE, SCHEMA);
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final byte[] QUALIFIER = Bytes.toBytes("q");
  static final int ROWS = Integer.getInteger("rowkey.hbase.rows");
  static final int HOSTS = 100;

  /** Keys without their salt, which is two digits and a bar. */
  static final Comparator<byte[]> UNSALTED =
      Comparator.comparing(key -> Arrays.copyOfRange(key, 3, key.length), Bytes::compareTo);

  private Web() {}

  static String host(int row) {
    return "web-" + row % HOSTS;
  }

  static long time(int row) {
    return row / HOSTS;
  }

  /** The key of every row, in no order. */
  static byte[][] keys() {
    String[] hosts = new String[ROWS];
    long[] times = new long[ROWS];
    for (int i = 0; i < ROWS; i++) {
      hosts[i] = host(i);
      times[i] = time(i);
    }
    return LAYOUT.encoder().encode(LAYOUT.batch().strings("host", hosts).longs("ts", times));
  }

  /** The host in a key, found without the library. */
  static String host(byte[] key) {
    return new String(key, 3, key.length - 12, StandardCharsets.UTF_8);
  }

  /** The time in a key, found without the library. */
  static long time(byte[] key) {
    return Bytes.toLong(key, key.length - 8);
  }

  static TableDescriptor descriptor(String name) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
        .build();
  }

  /** Makes a table of 16 regions with all rows. */
  static TableName fill(Connection connection, String name) throws IOException {
    TableDescriptor descriptor = descriptor(name);
    try (Admin admin = connection.getAdmin();
        BufferedMutator table = connection.getBufferedMutator(descriptor.getTableName())) {
      HBaseKeys.createTable(admin, descriptor, LAYOUT, 16);
      for (byte[] key : keys()) {
        table.mutate(new Put(key).addColumn(FAMILY, QUALIFIER, Bytes.toBytes(time(key))));
      }
    }
    return descriptor.getTableName();
  }

  /** The keys of all rows of a table, read without the library. */
  static List<byte[]> scan(Table table) throws IOException {
    try (ResultScanner rows = table.getScanner(new Scan().setCaching(10_000))) {
      return keys(rows);
    }
  }

  static List<byte[]> keys(ResultScanner rows) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    for (Result row = rows.next(); row != null; row = rows.next()) {
      keys.add(row.getRow());
    }
    return keys;
  }
}
