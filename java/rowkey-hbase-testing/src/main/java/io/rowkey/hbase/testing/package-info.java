/**
 * A real HBase for tests: ZooKeeper, a master and region servers in a process of their own, on
 * loopback.
 */
package io.rowkey.hbase.testing;
