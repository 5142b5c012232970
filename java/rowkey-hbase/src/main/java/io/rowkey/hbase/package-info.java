/**
 * Row keys of a layout in HBase: tables that are split for them, single rows, scans, bulk loads and
 * audits.
 *
 * <p>It runs with the clients of HBase 2.4, 2.5 and 2.6, which a program brings along. {@link
 * io.rowkey.hbase.HFileWriter} alone needs the jar {@code hbase-server} as well.
 *
 * <p>What may be null has the annotation {@code Nullable} of JSpecify, which programs do not need;
 * all else is not null.
 */
package io.rowkey.hbase;
