package io.rowkey.flink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rowkey.Router;
import io.rowkey.RowKeyLayout;
import io.rowkey.Schema;
import io.rowkey.flink.FlinkKeys.Reading;
import io.rowkey.flink.FlinkKeys.RegionOf;
import io.rowkey.flink.FlinkKeys.RowOf;
import io.rowkey.flink.FlinkKeys.RowsOf;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.operators.StreamFlatMap;
import org.apache.flink.streaming.api.operators.StreamMap;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

/** The functions of {@link FlinkKeys} in Flink's test harness, sent as Flink sends them. */
@SuppressWarnings("try") // closing a harness may be interrupted
class FlinkTest {
  private final RowKeyLayout layout =
      RowKeyLayout.compile(
          "{md5(host) % 16:02d}|{host}|{ts:u64}", Schema.parse("host:text,ts:u64"));

  private static List<Reading> readings() {
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      readings.add(new Reading("web-" + i % 37, i, i / 2.0));
    }
    return readings;
  }

  private void check(List<Tuple2<byte[], Double>> found) {
    List<Reading> readings = readings();
    assertEquals(readings.size(), found.size());
    for (int i = 0; i < found.size(); i++) {
      Reading reading = readings.get(i);
      assertArrayEquals(layout.key(reading.host, reading.time), found.get(i).f0);
      assertEquals(reading.load, found.get(i).f1);
    }
  }

  @Test
  void keysOfAKeyedStream() throws Exception {
    byte[][] splits = layout.splits(8);
    RegionOf selector = InstantiationUtil.clone(new RegionOf(layout, splits));
    MapFunction<Reading, Tuple2<byte[], Double>> map = InstantiationUtil.clone(new RowOf(layout));
    try (KeyedOneInputStreamOperatorTestHarness<Integer, Reading, Tuple2<byte[], Double>> harness =
            new KeyedOneInputStreamOperatorTestHarness<>(
                new StreamMap<>(map), selector, Types.INT);
        Router router = Router.of(splits)) {
      harness.open();
      for (Reading reading : readings()) {
        harness.processElement(new StreamRecord<>(reading));
        int region = router.region(layout.key(reading.host, reading.time));
        assertEquals(region, harness.getOperator().getCurrentKey());
      }
      check(harness.extractOutputValues());
    }
  }

  @Test
  void keysOfLists() throws Exception {
    RowsOf rows = InstantiationUtil.clone(new RowsOf(layout));
    try (OneInputStreamOperatorTestHarness<List<Reading>, Tuple2<byte[], Double>> harness =
        new OneInputStreamOperatorTestHarness<>(new StreamFlatMap<>(rows))) {
      harness.open();
      harness.processElement(new StreamRecord<>(readings().subList(0, 333)));
      harness.processElement(new StreamRecord<>(readings().subList(333, 500)));
      check(harness.extractOutputValues());
    }
    rows.close();
    assertTrue(InstantiationUtil.isSerializable(rows));
  }
}
