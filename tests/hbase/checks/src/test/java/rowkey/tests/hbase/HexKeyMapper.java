package rowkey.tests.hbase;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** A mapper of ImportTsv for keys of any bytes, which stand in hexadecimal digits. */
public final class HexKeyMapper extends Mapper<LongWritable, Text, ImmutableBytesWritable, Put> {
  /** The column of the records: the name that ImportTsv's columns have after the key. */
  static final String COLUMN = "rowkey.hex.column";

  private byte[] family;
  private byte[] qualifier;

  @Override
  protected void setup(Context context) {
    String[] column = context.getConfiguration().get(COLUMN).split(":");
    family = Bytes.toBytes(column[0]);
    qualifier = Bytes.toBytes(column[1]);
  }

  @Override
  protected void map(LongWritable offset, Text line, Context context)
      throws IOException, InterruptedException {
    int tab = line.find("\t");
    String digits = new String(line.getBytes(), 0, tab, StandardCharsets.US_ASCII);
    byte[] key = KeyedRecords.key(digits, Design.Form.HEX);
    byte[] record = Bytes.copy(line.getBytes(), tab + 1, line.getLength() - tab - 1);
    context.write(
        new ImmutableBytesWritable(key), new Put(key).addColumn(family, qualifier, record));
  }
}
