/** What tests of all modules share. */
package io.rowkey.testing;
