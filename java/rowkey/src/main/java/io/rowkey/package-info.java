/**
 * Row keys for HBase and other sorted stores, encoded in bulk from layout templates, and back.
 *
 * <p>{@link io.rowkey.RowKeyLayout} is where to begin. Keys are made by a library in C, which the
 * jar brings along.
 */
package io.rowkey;
