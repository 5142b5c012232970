/* Pictures as text that the caller owns. */
#include <rowkey/pictures.h>
#include <stdlib.h>

#include "base/error.h"
#include "pictures/picture.h"

rowkey_status rowkey_check_pictured(const rowkey_pictured *layouts, size_t count, rowkey_error *error) {
  if (count == 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "a picture of no layouts (expected 1 or more)");
  if (!rowkey_is_array(layouts, count, sizeof *layouts, "layouts", error)) return ROWKEY_ERROR_ARGUMENT;
  for (size_t i = 0; i < count; i++) {
    if (!rowkey_is_given(layouts[i].layout, "layout's text", error) ||
        !rowkey_is_given(layouts[i].report, "layout's report", error))
      return ROWKEY_ERROR_ARGUMENT;
    const rowkey_status status = ROWKEY_CHECK_RESERVED(&layouts[i], "rowkey_pictured", error);
    if (status != ROWKEY_OK) return status;
  }
  return ROWKEY_OK;
}

static rowkey_status begin_picture(const rowkey_rows_seen *seen, const rowkey_pictured *layouts, size_t count,
                                   const size_t *size, struct picture *picture, rowkey_error *error) {
  if (!rowkey_is_given(seen, "rows seen", error) || !rowkey_is_given(seen->source, "source", error) ||
      !rowkey_is_given(size, "size", error))
    return ROWKEY_ERROR_ARGUMENT;
  const rowkey_status status = ROWKEY_CHECK_RESERVED(seen, "rowkey_rows_seen", error);
  if (status != ROWKEY_OK) return status;
  *picture = (struct picture){seen, seen->by_server ? "server" : "region", layouts, count};
  return rowkey_check_pictured(layouts, count, error);
}

/* The text, or NULL without memory. */
static char *finish_picture(struct svg *svg, size_t *size, rowkey_error *error) {
  *size = svg->size;
  if (!svg->failed) return svg->text;
  free(svg->text);
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a picture");
  return NULL;
}

char *rowkey_picture_loads(rowkey_picture_kind kind, const rowkey_rows_seen *seen,
                           const rowkey_pictured *layouts, size_t count, size_t *size, rowkey_error *error) {
  struct picture picture;
  struct svg svg = {.text = NULL};
  if (begin_picture(seen, layouts, count, size, &picture, error) != ROWKEY_OK) return NULL;
  switch (kind) {
    case ROWKEY_PICTURE_ROWS:
      rowkey_draw_rows(&svg, &picture);
      break;
    case ROWKEY_PICTURE_HEAT:
      rowkey_draw_heat(&svg, &picture);
      break;
    case ROWKEY_PICTURE_ACTIVITY:
      rowkey_draw_activity(&svg, &picture);
      break;
    default:
      rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "kind %d of picture (expected a rowkey_picture_kind)",
                       (int)kind);
      return NULL;
  }
  return finish_picture(&svg, size, error);
}

char *rowkey_picture_designs(const rowkey_advisor *advisor, size_t recommended, uint64_t rows,
                             const rowkey_rows_seen *seen, const rowkey_pictured *layouts, size_t count,
                             size_t *size, rowkey_error *error) {
  struct picture picture;
  struct svg svg = {.text = NULL};
  if (!rowkey_is_given(advisor, "advisor", error) ||
      begin_picture(seen, layouts, count, size, &picture, error) != ROWKEY_OK)
    return NULL;
  if (rowkey_draw_designs(&svg, &picture, advisor, recommended, rows, error) != ROWKEY_OK) {
    free(svg.text);
    return NULL;
  }
  return finish_picture(&svg, size, error);
}

void rowkey_picture_free(char *svg) { free(svg); }
