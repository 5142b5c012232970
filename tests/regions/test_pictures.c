/* Pictures as text: whole, the same each time, and shut to what texts would put into them. What is drawn, the
 * tests of the tool see, whose pictures these are. */
#include <rowkey/pictures.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "load/load.h"
#include "testing.h"

enum { KINDS = 3, MOST = 6 };

struct loads {
  rowkey_load *items[MOST];
  rowkey_pictured pictured[MOST];
  size_t count;
  uint64_t rows;
};

static void count_rows(rowkey_load *load, size_t regions, uint64_t rows) {
  for (uint64_t i = 0; i < rows; i++) {
    const uint32_t region = (uint32_t)(random_below(2) ? random_below(regions) : i * regions / rows);
    CHECK(rowkey_load_add(load, &region, 1, NULL) == ROWKEY_OK, "region %u", region);
  }
}

static void create(struct loads *loads, size_t count, uint64_t rows, uint64_t window, const char *layout) {
  loads->count = count;
  loads->rows = rows;
  for (size_t i = 0; i < count; i++) {
    const size_t regions = 1 + (size_t)random_below(600);
    loads->items[i] = rowkey_load_create(regions, window, NULL);
    CHECK(loads->items[i] != NULL, "no load");
    count_rows(loads->items[i], regions, rows);
    loads->pictured[i] = rowkey_pictured_of(layout, rowkey_load_finish(loads->items[i]));
  }
}

static void free_loads(struct loads *loads) {
  for (size_t i = 0; i < loads->count; i++) rowkey_load_free(loads->items[i]);
}

static char *draw(rowkey_picture_kind kind, const rowkey_rows_seen *seen, const struct loads *loads,
                  size_t *size) {
  rowkey_error error;
  char *svg = rowkey_picture_loads(kind, seen, loads->pictured, loads->count, size, &error);
  CHECK(svg != NULL, "kind %d: %s", (int)kind, error.text);
  return svg;
}

static size_t count_of(const char *text, const char *piece) {
  size_t count = 0;
  while ((text = strstr(text, piece)) != NULL) count++, text++;
  return count;
}

static void pictures_are_whole(void) {
  for (size_t round = 0; round < repetitions(30); round++) {
    struct loads loads;
    const uint64_t rows = round == 0 ? 0 : random_below(20000),
                   window = 1 + random_below(round % 2 == 0 ? 50 : 3000);
    create(&loads, 1 + (size_t)random_below(MOST), rows, window, "{id:u64}");
    rowkey_rows_seen seen = rowkey_rows_seen_of("a test", rows, 3, window);
    for (int kind = 0; kind < KINDS; kind++) {
      size_t size, again_size;
      seen.by_server = random_below(2) == 1;
      char *svg = draw((rowkey_picture_kind)kind, &seen, &loads, &size);
      char *again = draw((rowkey_picture_kind)kind, &seen, &loads, &again_size);
      CHECK(strlen(svg) == size && strncmp(svg, "<svg ", 5) == 0 && strcmp(svg + size - 7, "</svg>\n") == 0,
            "kind %d is not a whole picture of %zu bytes", kind, size);
      CHECK(size == again_size && memcmp(svg, again, size) == 0, "kind %d differs", kind);
      CHECK(count_of(svg, "<svg ") == count_of(svg, "</svg>") &&
                count_of(svg, "<text ") == count_of(svg, "</text>"),
            "kind %d has what does not end", kind);
      CHECK(count_of(svg, "{id:u64}") == loads.count, "kind %d names %zu layouts of %zu", kind,
            count_of(svg, "{id:u64}"), loads.count);
      CHECK((strstr(svg, "server") != NULL) == seen.by_server, "kind %d is of regions and servers", kind);
      rowkey_picture_free(svg);
      rowkey_picture_free(again);
    }
    free_loads(&loads);
  }
}

static uint64_t total_of(const rowkey_load_report *report, size_t region) {
  uint64_t rows = 0;
  for (size_t i = 0; i < report->columns; i++) rows += report->cells[i * report->regions + region];
  return rows;
}

/* The cells of a band have the rows of its regions, and a greater proportion never has a lower level. */
static void check_map(const rowkey_heat *heat, const rowkey_heat_map *map, const rowkey_load_report *report) {
  CHECK((map->bands - 1) * map->band_regions < report->regions &&
            map->bands * map->band_regions >= report->regions,
        "%zu bands of %zu regions for %zu", map->bands, map->band_regions, report->regions);
  for (size_t band = 0; band < map->bands; band++) {
    uint64_t rows = 0, wanted = 0;
    for (size_t column = 0; column < map->columns; column++) {
      const size_t cell = band * map->columns + column;
      rows += map->rows[cell];
      CHECK((map->rows[cell] == 0) == (map->levels[cell] == 0) && map->levels[cell] < ROWKEY_HEAT_LEVELS,
            "level %d of %d rows", map->levels[cell], (int)map->rows[cell]);
      const double even = map->column_rows * (double)map->band_regions / (double)report->regions;
      if (column + 1 < map->columns && map->rows[cell] > 0)
        CHECK((double)map->rows[cell] / even <= 1.6 * heat->shares[map->levels[cell]] + 0.2,
              "%d rows of an even share of %f have the level of %f", (int)map->rows[cell], even,
              heat->shares[map->levels[cell]]);
    }
    for (size_t i = band * map->band_regions; i < (band + 1) * map->band_regions && i < report->regions; i++)
      wanted += total_of(report, i);
    CHECK(rows == wanted, "band %zu has %d rows, not %d", band, (int)rows, (int)wanted);
  }
}

static void maps_have_all_rows(void) {
  for (size_t round = 0; round < repetitions(30); round++) {
    struct loads loads;
    rowkey_error error;
    create(&loads, 1 + (size_t)random_below(MOST), round == 0 ? 0 : random_below(20000), 1 + random_below(50),
           "{id:u64}");
    rowkey_heat *heat = rowkey_heat_create(loads.pictured, loads.count, &error);
    CHECK(heat != NULL && heat->count == loads.count, "%s", error.text);
    for (int i = 1; i + 1 < ROWKEY_HEAT_LEVELS; i++)
      CHECK(heat->shares[i] < heat->shares[i + 1], "levels %d and %d", i, i + 1);
    for (size_t i = 0; i < loads.count; i++) check_map(heat, &heat->maps[i], loads.pictured[i].report);
    free_loads(&loads);
    rowkey_heat_free(heat);
  }
}

static void texts_stay_texts(void) {
  struct loads loads;
  create(&loads, 1, 100, 10, "<g>&\"\x01\xff\xef\xbf\xbe");
  const rowkey_rows_seen seen = rowkey_rows_seen_of("</desc><script>", 100, 1, 10);
  for (int kind = 0; kind < KINDS; kind++) {
    size_t size;
    char *svg = draw((rowkey_picture_kind)kind, &seen, &loads, &size);
    CHECK(strstr(svg, "<g>") == NULL && strstr(svg, "<script") == NULL, "a text is markup");
    CHECK(strstr(svg, "&lt;g&gt;&amp;&quot;\\x01\\xFF\\xEF\\xBF\\xBE") != NULL &&
              strstr(svg, "&lt;script&gt;") != NULL,
          "a text is lost");
    rowkey_picture_free(svg);
  }
  free_loads(&loads);
}

static void refuses_what_cannot_be_drawn(void) {
  struct loads loads;
  create(&loads, 2, 100, 10, "x");
  rowkey_rows_seen seen = rowkey_rows_seen_of("a test", 100, 1, 10);
  size_t size;
  rowkey_error error;
  CHECK(rowkey_picture_loads((rowkey_picture_kind)KINDS, &seen, loads.pictured, 2, &size, &error) == NULL &&
            strstr(error.text, "kind 3 of picture") != NULL,
        "%s", error.text);
  CHECK(rowkey_picture_loads(ROWKEY_PICTURE_HEAT, &seen, loads.pictured, 0, &size, &error) == NULL &&
            strstr(error.text, "no layouts") != NULL,
        "%s", error.text);
  loads.pictured[1].reserved[0] = 1;
  CHECK(rowkey_picture_loads(ROWKEY_PICTURE_HEAT, &seen, loads.pictured, 2, &size, &error) == NULL &&
            strstr(error.text, "rowkey_pictured: reserved[0]") != NULL,
        "%s", error.text);
  loads.pictured[1] = rowkey_pictured_of("x", NULL);
  CHECK(rowkey_picture_loads(ROWKEY_PICTURE_HEAT, &seen, loads.pictured, 2, &size, &error) == NULL &&
            strstr(error.text, "report is NULL") != NULL,
        "%s", error.text);
  seen.reserved[1] = 1;
  CHECK(rowkey_picture_loads(ROWKEY_PICTURE_HEAT, &seen, loads.pictured, 1, &size, &error) == NULL &&
            strstr(error.text, "rowkey_rows_seen: reserved[1]") != NULL,
        "%s", error.text);
  free_loads(&loads);
}

static void lack_of_memory_is_an_error(void) {
  struct loads loads;
  create(&loads, 3, 5000, 10, "x");
  const rowkey_rows_seen seen = rowkey_rows_seen_of("a test", 5000, 1, 10);
  size_t failures = 0;
  for (size_t allowed = 0;; allowed++) {
    size_t size;
    rowkey_error error;
    allocations_allowed = allowed;
    char *svg = rowkey_picture_loads(ROWKEY_PICTURE_HEAT, &seen, loads.pictured, 3, &size, &error);
    const bool failed = allocation_failed();
    CHECK((svg == NULL) == failed && (svg != NULL || error.status == ROWKEY_ERROR_MEMORY), "%s", error.text);
    rowkey_picture_free(svg);
    failures += failed;
    if (!failed) break;
  }
  CHECK(failures > 2, "%zu allocations", failures);
  free_loads(&loads);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"pictures are whole", pictures_are_whole},
      {"maps have all rows", maps_have_all_rows},
      {"texts stay texts", texts_stay_texts},
      {"what cannot be drawn is refused", refuses_what_cannot_be_drawn},
      {"lack of memory is an error", lack_of_memory_is_an_error},
  };
  return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv);
}
