package io.rowkey.hbase.tests;

import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import io.rowkey.hbase.Audit;
import io.rowkey.hbase.HBaseKeys;
import io.rowkey.hbase.LayoutScans;
import io.rowkey.hbase.SaltedScanner;
import io.rowkey.hbase.testing.LocalHBase;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Starts an HBase, makes a table that is split for its keys, fills it, reads it and audits it. */
final class Example {
  private static final int HOSTS = 500;
  private static final int TIMES = 40;

  private Example() {}

  /** The argument is a folder for the files of HBase. */
  public static void main(String[] arguments) throws Exception {
    RowKeyLayout layout =
        RowKeyLayout.compile(
            "{md5(host) % 16:02d}|{host}|{ts:u64}", Schema.parse("host:text,ts:u64"));
    byte[] family = Bytes.toBytes("m");
    byte[] load = Bytes.toBytes("load");
    TableName name = TableName.valueOf("metrics");
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(family))
            .build();

    try (LocalHBase hbase = LocalHBase.start(Path.of(arguments[0]), 3);
        Admin admin = hbase.connection().getAdmin();
        Table table = hbase.connection().getTable(name)) {
      HBaseKeys.createTable(admin, descriptor, layout, 8);

      try (BufferedMutator rows = hbase.connection().getBufferedMutator(name)) {
        for (long time = 0; time < TIMES; time++) {
          for (int host = 0; host < HOSTS; host++) {
            rows.mutate(
                HBaseKeys.put(layout, "web-" + (100 + host), time)
                    .addColumn(family, load, Bytes.toBytes(100 + host + time)));
          }
        }
      }

      Result row = table.get(HBaseKeys.get(layout, "web-142", 17L));
      System.out.println("load of web-142 at 17: " + Bytes.toLong(row.getValue(family, load)));

      System.out.println("the first rows from web-142 on, as without the salt:");
      LayoutScans scans = LayoutScans.of(layout, "host >= web-142, ts >= 38");
      try (SaltedScanner found = SaltedScanner.open(table, scans.with(new Scan().setLimit(5)))) {
        for (Result next : found) {
          System.out.println("  " + layout.decode(next.getRow()));
        }
      }

      System.out.print(Audit.of(hbase.connection(), name, layout));
    }
  }
}
