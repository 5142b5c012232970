package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rowkey.Keys;
import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import io.rowkey.testing.ReadmeExamples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of java/README.md, which is here as a block of it uses HBase's classes. */
class ReadmeTest {
  @Test
  void codeOfThePackageRuns(@TempDir Path folder) throws Exception {
    Path page = Path.of(System.getProperty("rowkey.java")).resolve("README.md");
    byte[] sorted = new byte[2];
    Path records =
        Files.write(folder.resolve("records.csv"), "host,ts\nweb-1,2024-03-01\n".getBytes());
    RowKeyLayout hashed =
        RowKeyLayout.compile("{md5(ts) % 1000:03d}{host}", Schema.parse("host:text,ts:u64"));
    assertEquals(
        List.of("key", "ts"),
        ReadmeExamples.of(page)
            .imports(
                "io.rowkey.*",
                "java.io.InputStream",
                "java.nio.file.Files",
                "org.apache.hadoop.hbase.client.Scan")
            .remark("for Admin.createTable")
            .remark("the row with the least key")
            .remark("rows whose key an earlier row has, too")
            .given(2, "String[]", "hosts", new String[] {"web-1", "web-2"})
            .given(2, "long[]", "times", new long[] {17, 18})
            .given(3, "java.nio.file.Path", "path", records)
            .given(4, "Keys", "keys", Keys.of(new byte[] {2}, new byte[] {1}))
            .given(4, "byte[]", "sorted", sorted)
            .given(4, "int[]", "offsets", new int[3])
            .given(5, "String", "conditions", "host = web-1")
            .given(7, "RowKeyLayout", "hashed", hashed)
            .run(folder),
        "the variables of java/README.md whose values the page gives in comments");
    assertArrayEquals(new byte[] {1, 2}, sorted);
  }
}
