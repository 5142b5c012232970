package io.rowkey;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MadeRowsTest {
  private static List<byte[]> keys(MadeRows made, RowKeyLayout layout, int most) {
    List<byte[]> keys = new ArrayList<>();
    try (Encoder encoder = layout.encoder()) {
      Batch batch;
      for (long row = 0; (batch = made.batch(layout, row, most)) != null; row += batch.rows()) {
        keys.addAll(Arrays.asList(encoder.encode(batch)));
      }
    }
    return keys;
  }

  @Test
  void rowsAreTheSameHoweverTheyAreAskedFor() {
    for (String kind : new String[] {"sequential", "zipf(users=10)"}) {
      try (MadeRows made = MadeRows.create(kind, 3000, 5)) {
        StringBuilder template = new StringBuilder("{random() % 1000:u16}");
        for (int i = 0; i < made.schema().size(); i++) {
          boolean isText = made.schema().type(i).code == ColumnType.CODE_TEXT;
          template.append('{').append(made.schema().name(i)).append(isText ? ":esc}" : ":u64}");
        }
        try (RowKeyLayout layout = RowKeyLayout.compile(template.toString(), made.schema())) {
          byte[][] all = keys(made, layout, 1 << 20).toArray(new byte[0][]);
          assertEquals(3000, all.length);
          assertArrayEquals(all, keys(made, layout, 7).toArray(), kind);
          try (Encoder encoder = layout.encoder()) {
            assertArrayEquals(
                new byte[][] {all[2998], all[2999]},
                encoder.encode(made.batch(layout, 2998, 10)),
                kind);
          }
          assertNull(made.batch(layout, 3000, 1));
          assertNull(made.batch(layout, Long.MAX_VALUE, 1));
        }
      }
    }
  }

  @Test
  void asTheToolMakesThem() throws Exception {
    String template = "{md5(user) % 100:02d}{user}";
    String kind = "zipf(users=50,exponent=1.2)";
    String json =
        String.join(
            "",
            Tool.run(
                "",
                "simulate",
                "--quiet",
                "--output=json",
                "--source=" + kind,
                "--rows=20000",
                "--seed=3",
                "--regions=10",
                "--window=100",
                "--layout=" + template));
    try (MadeRows made = MadeRows.create(kind, 20_000, 3);
        RowKeyLayout layout = RowKeyLayout.compile(template, made.schema());
        Simulation simulation = Simulation.create(1, 100)) {
      simulation.add(layout, layout.splits(10));
      Batch batch;
      for (long row = 0; (batch = made.batch(layout, row, 1000)) != null; row += batch.rows()) {
        simulation.give(batch);
      }
      simulation.end();
      Load load = simulation.load(0);
      assertTrue(json.contains("\"rows\": " + Arrays.toString(load.counts())), json);
      assertTrue(json.contains("\"lock_step\": " + load.lockStep()), json);
      assertTrue(json.contains("\"source\": \"" + made.name() + "\""), made.name());
    }
  }

  @Test
  void wrongUse() {
    assertThrows(NullPointerException.class, () -> MadeRows.create(null, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> MadeRows.create("sequential", -1, 0));
    for (String kind : new String[] {"none", "zipf(users=x)", "zipf(", ""}) {
      assertThrows(RowKeyException.class, () -> MadeRows.create(kind, 1, 0), kind);
    }
    MadeRows made = MadeRows.create("sequential", 10, 0);
    assertEquals("sequential(start=0,step=1)", made.name());
    RowKeyLayout layout = RowKeyLayout.compile("{id:d}", made.schema());
    RowKeyLayout other = RowKeyLayout.compile("{x}", Schema.parse("x:text"));
    assertThrows(IllegalArgumentException.class, () -> made.batch(other, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> made.batch(layout, -1, 1));
    assertThrows(IllegalArgumentException.class, () -> made.batch(layout, 0, 0));
    assertThrows(NullPointerException.class, () -> made.batch(null, 0, 1));
    made.close();
    made.close();
    assertThrows(IllegalStateException.class, () -> made.batch(layout, 0, 1));
  }
}
