/* Advice on the records and the questions, in the steps of rowkey/advise.h: rows are added, designs searched,
 * then loaded with all rows, and one is chosen. */
#include <rowkey/advise.h>
#include <rowkey/simulation.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "load.h"
#include "rows.h"
#include "table.h"

static struct {
  rowkey_advisor *advisor;
  size_t regions, servers, writers;
  uint64_t rows;
  size_t design;                 /* that is being loaded */
  rowkey_simulation *simulation; /* of that one */
} advice;

void forget_advice(void) {
  rowkey_simulation_free(advice.simulation);
  rowkey_advisor_free(advice.advisor);
  advice.simulation = NULL;
  advice.advisor = NULL;
  advice.rows = advice.design = 0;
}

/* Columns of the table without the whole record, which no design holds. */
static size_t advised_columns(void) {
  const struct table *table = shown_table();
  size_t count = table->column_count;
  while (count > 0 && strcmp(table->columns[count - 1].name, "line") == 0) count--;
  return count;
}

static bool answer_done(rowkey_status status, const rowkey_error *error, double done) {
  if (status != ROWKEY_OK) return answer_failure(status, error);
  answer_begin('{');
  answer_double("done", done);
  return answer_end('}');
}

/* ---- Records and questions ----------------------------------------------------------------------- */

/* Begins; `layout` is measured beside those that are found. */
bool EXPORT(advise_begin)(size_t regions, size_t writers, size_t servers, const char *layout, size_t size);
bool advise_begin(size_t regions, size_t writers, size_t servers, const char *layout, size_t size) {
  const struct table *table = shown_table();
  rowkey_advice_settings settings = rowkey_advice_settings_of(regions, servers);
  rowkey_error error;
  forget_advice();
  settings.writers = writers;
  advice.regions = regions;
  advice.servers = servers;
  advice.writers = writers;
  advice.advisor = rowkey_advisor_create(&settings, table->columns, table->types, advised_columns(), &error);
  rowkey_status status = advice.advisor == NULL ? error.status : ROWKEY_OK;
  if (status == ROWKEY_OK && size > 0)
    status = rowkey_advisor_consider(advice.advisor, "yours", layout, size, &error);
  if (status == ROWKEY_OK) status = rows_begin(writers, &error);
  return answer_done(status, &error, 0);
}

/* Adds a question. */
bool EXPORT(advise_ask)(const char *text, size_t size);
bool advise_ask(const char *text, size_t size) {
  rowkey_error error;
  return answer_done(rowkey_advisor_ask(advice.advisor, text, size, &error), &error, 0);
}

/* Adds some `most` rows of all writers, one writer after the other. Answers with 1 when all are added. */
bool EXPORT(advise_add)(double most);
bool advise_add(double most) {
  rowkey_error error;
  rowkey_status status = ROWKEY_OK;
  size_t ended = 0;
  for (uint64_t rows = 0; status == ROWKEY_OK && rows < (uint64_t)most && ended < advice.writers;) {
    rowkey_batch batch;
    status = rows_next(advice.design, SIZE_MAX, &batch, &error);
    if (status != ROWKEY_OK) break;
    rows += batch.rows;
    advice.rows += batch.rows;
    if (batch.rows == 0) ended = ++advice.design;
    if (batch.rows > 0) status = rowkey_advisor_add(advice.advisor, batch.columns, batch.rows, &error);
  }
  const bool is_all = ended == advice.writers;
  if (is_all) advice.design = 0;
  return answer_done(status, &error, is_all ? 1 : rows_done());
}

/* ---- Designs ------------------------------------------------------------------------------------- */

/* Searches; `progress` is called with the part that is done, and ends the search by false. */
bool EXPORT(advise_search)(rowkey_advice_progress *progress);
bool advise_search(rowkey_advice_progress *progress) {
  rowkey_error error;
  return answer_done(rowkey_advisor_search(advice.advisor, progress, NULL, &error), &error, 1);
}

static rowkey_status begin_load(const rowkey_advised_design *design, rowkey_error *error) {
  const size_t regions = design->splits->count + 1;
  advice.simulation =
      rowkey_simulation_create(advice.writers, rowkey_advice_window(advice.rows, advice.servers), error);
  uint32_t *server_of = calloc(regions, sizeof *server_of);
  rowkey_status status =
      advice.simulation == NULL || server_of == NULL ? (error->status = ROWKEY_ERROR_MEMORY) : ROWKEY_OK;
  for (size_t i = 0; i < ROWKEY_ADVICE_PLACEMENTS && status == ROWKEY_OK; i++) {
    status = rowkey_advice_place(i, regions, advice.servers, server_of, error);
    if (status == ROWKEY_OK)
      status = rowkey_simulation_place(advice.simulation, server_of, regions, advice.servers, error);
  }
  free(server_of);
  if (status == ROWKEY_OK)
    status = rowkey_simulation_add(advice.simulation, design->compiled, 0, design->splits, error);
  return status == ROWKEY_OK ? rows_begin(advice.writers, error) : status;
}

static rowkey_status end_load(rowkey_error *error) {
  rowkey_load_report servers[ROWKEY_ADVICE_PLACEMENTS];
  for (size_t i = 0; i < ROWKEY_ADVICE_PLACEMENTS; i++)
    servers[i] = *rowkey_simulation_report(advice.simulation, 0, i);
  const rowkey_status status = rowkey_advisor_load(
      advice.advisor, advice.design, rowkey_simulation_report(advice.simulation, 0, ROWKEY_NONE), servers,
      ROWKEY_ADVICE_PLACEMENTS, error);
  rowkey_simulation_free(advice.simulation);
  advice.simulation = NULL;
  advice.design++;
  return status;
}

/* Loads the next design that can be taken with all rows. Answers with 1 when all are loaded. */
bool EXPORT(advise_load)(double most);
bool advise_load(double most) {
  rowkey_error error;
  rowkey_status status = ROWKEY_OK;
  const size_t count = rowkey_advisor_designs(advice.advisor);
  for (uint64_t rows = 0; status == ROWKEY_OK && advice.design < count && rows < (uint64_t)most;) {
    const rowkey_advised_design *design = rowkey_advisor_design(advice.advisor, advice.design);
    if (design->refused != NULL) {
      advice.design++;
      continue;
    }
    if (advice.simulation == NULL) status = begin_load(design, &error);
    size_t wanted = 0;
    const size_t writer = rowkey_simulation_wants(advice.simulation, &wanted);
    if (status == ROWKEY_OK && writer == ROWKEY_NONE) status = end_load(&error);
    if (status != ROWKEY_OK || writer == ROWKEY_NONE) continue;
    rowkey_batch batch;
    status = rows_next(writer, wanted, &batch, &error);
    if (batch.rows > 0) batch.column_count = advised_columns();
    if (status == ROWKEY_OK) status = rowkey_simulation_give(advice.simulation, &batch, NULL, &error);
    rows += batch.rows;
  }
  return answer_done(status, &error, count == 0 ? 1 : (double)advice.design / (double)count);
}

static void answer_answers(const rowkey_advised_design *design, size_t questions) {
  answer_open("answers", '[');
  for (size_t i = 0; i < questions; i++) {
    const rowkey_advised_answer *answer = &design->answers[i];
    answer_open(NULL, '{');
    answer_bool("reads_all", answer->reads_all);
    answer_double("ranges", answer->ranges);
    answer_double("regions", answer->regions);
    answer_double("read", answer->read);
    answer_double("wanted", answer->wanted);
    answer_close('}');
  }
  answer_close(']');
}

/* Answers with all designs, of which one is recommended, for so many questions. */
bool EXPORT(advise_designs)(size_t questions);
bool advise_designs(size_t questions) {
  const size_t recommended = rowkey_advisor_choose(advice.advisor);
  answer_begin('{');
  answer_size("recommended", recommended);
  answer_open("designs", '[');
  for (size_t i = 0; i < rowkey_advisor_designs(advice.advisor); i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advice.advisor, i);
    answer_open(NULL, '{');
    answer_text("layout", design->layout);
    answer_text("name", design->name);
    answer_text("refused", design->refused);
    if (design->refused == NULL) {
      answer_text("reason", design->reason);
      answer_double("read_cost", design->read_cost);
      answer_double("server_peak", rowkey_advised_peak(design));
      answer_bool("is_on_front", design->is_on_front);
      answer_answers(design, questions);
    }
    answer_close('}');
  }
  answer_close(']');
  return answer_end('}');
}
