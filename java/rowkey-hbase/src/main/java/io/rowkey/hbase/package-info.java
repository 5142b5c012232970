/**
 * Row keys of a layout in HBase: tables that are split for them, single rows and scans.
 *
 * <p>It runs with the clients of HBase 2.4, 2.5 and 2.6, which a program brings along.
 */
package io.rowkey.hbase;
