package io.rowkey.hbase.bench;

import io.rowkey.hbase.testing.LocalHBase;
import java.nio.file.Path;

/**
 * What bulk loads and scans take on this machine, in an HBase of three region servers that it
 * starts: each way once a round, one after the other, and the best round of each.
 */
public final class Figures {
  private static final int REGION_SERVERS = 3;

  private Figures() {}

  /** The arguments are a folder for HBase, the rows of a bulk load, and the rounds. */
  public static void main(String[] arguments) throws Exception {
    int rows = Integer.parseInt(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    try (LocalHBase hbase = LocalHBase.start(Path.of(arguments[0]), REGION_SERVERS)) {
      System.out.println("JDK " + Runtime.version());
      new LoadFigures(hbase, rows).run(rounds);
      new ScanFigures(hbase).run(rounds);
    }
  }

  /** The seconds since a moment. */
  static double since(long nanoTime) {
    return (System.nanoTime() - nanoTime) / 1e9;
  }
}
