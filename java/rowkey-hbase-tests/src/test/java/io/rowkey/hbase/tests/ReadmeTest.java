package io.rowkey.hbase.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rowkey.Keys;
import io.rowkey.testing.ReadmeExamples;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of java/README.md, which is here as a block of it uses HBase's classes. */
class ReadmeTest {
  @Test
  void codeOfThePackageRuns(@TempDir Path folder) throws Exception {
    Path page = Path.of(System.getProperty("rowkey.java")).resolve("README.md");
    assertEquals(
        2,
        ReadmeExamples.of(page)
            .imports("io.rowkey.*", "org.apache.hadoop.hbase.client.Scan")
            .remark("for Admin.createTable")
            .given(2, "String[]", "hosts", new String[] {"web-1", "web-2"})
            .given(2, "long[]", "times", new long[] {17, 18})
            .given(3, "String", "conditions", "host = web-1")
            .given(3, "Keys", "keys", Keys.growing())
            .run(folder),
        "comments that are values");
  }
}
