/* Several tables with the same rows: each question is asked of the one that answers it for least.
 *
 * For example, of the designs
 *
 *   1  {order_id:u32}                  question 1 costs 51, question 2 60,050
 *   2  {customer:u32}{order_id:u32}    question 1 costs 60,050, question 2 62
 *
 * two tables, 1 and 2, answer each for 51 and 62. If the second one is an index, which has the key of the
 * first one in the place of the row, question 2 costs a range more for each row that is wanted. */
#include <math.h>

#include "advise/advisor.h"

/* A further table has to make reading cheaper by so many times to be recommended: each record is then written
 * once more, and kept. */
static const double worth_a_table = 5;

/* Tables that are compared. */
struct table_search {
  const rowkey_advisor *advisor;
  size_t count;
  double most_peak;
  double most_cost; /* of tables that may be taken */
  rowkey_advised_tables best;
};

static double answer_cost(const rowkey_advisor *advisor, size_t design, size_t question) {
  return rowkey_answer_cost(advisor, &advisor->designs[design].shown.answers[question],
                            advisor->settings.rows > 0);
}

/* Which of the tables answers the question for least. */
static size_t cheapest_table(const rowkey_advisor *advisor, const rowkey_advised_tables *tables,
                             size_t question) {
  size_t best = 0;
  for (size_t i = 1; i < tables->count; i++)
    if (answer_cost(advisor, tables->designs[i], question) <
        answer_cost(advisor, tables->designs[best], question))
      best = i;
  return best;
}

/* The fewest rows that any design reads for the question: as many as are wanted, or not many more. */
static double least_read(const rowkey_advisor *advisor, size_t question) {
  double least = INFINITY;
  for (size_t i = 0; i < advisor->design_count; i++) {
    const rowkey_advised_design *design = &advisor->designs[i].shown;
    if (design->refused != NULL) continue;
    const rowkey_advised_answer *answer = &design->answers[question];
    least = fmin(least, advisor->settings.rows > 0 ? answer->grown_read : answer->read);
  }
  return least;
}

/* What reading costs if table `main` alone has the rows, as each row of another one is then one range more;
 * or if all tables have them: ROWKEY_NONE. */
static double reading_cost(const rowkey_advisor *advisor, const rowkey_advised_tables *tables, size_t main) {
  double cost = 0, weights = 0;
  for (size_t i = 0; i < advisor->question_count; i++) {
    const double weight = advisor->questions[i]->weight;
    const double rows = main == ROWKEY_NONE ? 0 : least_read(advisor, i) * advisor->settings.seek_cost;
    double least = INFINITY;
    for (size_t table = 0; table < tables->count; table++)
      least = fmin(least, answer_cost(advisor, tables->designs[table], i) + (table == main ? 0 : rows));
    cost += weight * least;
    weights += weight;
  }
  return cost / weights;
}

static void set_costs(const rowkey_advisor *advisor, rowkey_advised_tables *tables) {
  tables->read_cost = reading_cost(advisor, tables, ROWKEY_NONE);
  tables->key_bytes = 0;
  for (size_t i = 0; i < tables->count; i++)
    tables->key_bytes += advisor->designs[tables->designs[i]].shown.key_bytes;
}

/* ---- The best tables ---------------------------------------------------------------------------- */

static bool can_be_table(const struct table_search *search, size_t design) {
  const rowkey_advised_design *shown = &search->advisor->designs[design].shown;
  return shown->refused == NULL && rowkey_advised_peak(shown) <= search->most_peak;
}

static size_t count_busy_tables(const struct table_search *search, const rowkey_advised_tables *tables) {
  size_t busy = 0;
  for (size_t i = 0; i < tables->count; i++)
    busy += rowkey_design_uses_regions(&search->advisor->designs[tables->designs[i]].shown);
  return busy;
}

/* Of tables that cost much the same: those that keep their regions busy, then those with the shortest keys.
 */
static bool is_better(const struct table_search *search, const rowkey_advised_tables *tables) {
  const rowkey_advised_tables *best = &search->best;
  if (best->count == 0) return true;
  if (search->most_cost == INFINITY) return tables->read_cost < best->read_cost;
  const size_t busy = count_busy_tables(search, tables), busy_best = count_busy_tables(search, best);
  if (busy != busy_best) return busy > busy_best;
  return tables->key_bytes < best->key_bytes;
}

static void try_tables(struct table_search *search, rowkey_advised_tables *tables, size_t first) {
  if (tables->count == search->count) {
    set_costs(search->advisor, tables);
    if (tables->read_cost <= search->most_cost && is_better(search, tables)) search->best = *tables;
    return;
  }
  for (size_t i = first; i < search->advisor->design_count; i++) {
    if (!can_be_table(search, i)) continue;
    tables->designs[tables->count++] = i;
    try_tables(search, tables, i + 1);
    tables->count--;
  }
}

/* The cheapest ones first, then the best of those that cost much the same. A count of 0: there are none. */
static rowkey_advised_tables find_tables(const rowkey_advisor *advisor, size_t count, double most_peak) {
  struct table_search search = {advisor, count, most_peak, INFINITY, {0}};
  rowkey_advised_tables tables = {0};
  try_tables(&search, &tables, 0);
  if (search.best.count == 0) return search.best;
  search.most_cost = search.best.read_cost * rowkey_alike_costs;
  search.best.count = 0;
  try_tables(&search, &tables, 0);
  return search.best;
}

static void choose_main(const rowkey_advisor *advisor, rowkey_advised_tables *tables) {
  tables->index_read_cost = INFINITY;
  for (size_t i = 0; i < tables->count; i++) {
    const double cost = reading_cost(advisor, tables, i);
    if (cost >= tables->index_read_cost) continue;
    tables->main = i;
    tables->index_read_cost = cost;
  }
  tables->index_bytes =
      tables->key_bytes +
      (double)(tables->count - 1) * advisor->designs[tables->designs[tables->main]].shown.key_bytes;
}

/* ---- Public ------------------------------------------------------------------------------------- */

static size_t most_tables(const rowkey_advisor *advisor) {
  return advisor->question_count < ROWKEY_MOST_TABLES ? advisor->question_count : ROWKEY_MOST_TABLES;
}

/* Of alike tables the fewest are enough. */
static bool are_worse(const rowkey_advised_tables *tables, double cost_of_fewer) {
  return tables->count == 0 || tables->read_cost * rowkey_alike_costs > cost_of_fewer;
}

static void keep_tables_of(rowkey_advisor *advisor, double most_peak) {
  double least = rowkey_least_even_cost(advisor->designs, advisor->design_count, most_peak);
  for (size_t count = 2; count <= most_tables(advisor); count++) {
    const rowkey_advised_tables tables = find_tables(advisor, count, most_peak);
    if (are_worse(&tables, least)) continue;
    least = tables.read_cost;
    for (size_t i = 0; i < tables.count; i++) advisor->designs[tables.designs[i]].is_kept = true;
  }
}

void rowkey_advisor_keep_tables(rowkey_advisor *advisor) {
  keep_tables_of(advisor, advisor->settings.most_peak);
  /* All rows may show that a design is less even than the sample does: so there are more even ones as well.
   */
  keep_tables_of(advisor, 1 + (advisor->settings.most_peak - 1) / 2);
}

void rowkey_advisor_choose_tables(rowkey_advisor *advisor, size_t chosen) {
  size_t recommended = 0;
  double least = INFINITY; /* of fewer tables */
  for (size_t count = 1; count <= most_tables(advisor); count++) {
    rowkey_advised_tables *tables = &advisor->tables[count - 1];
    if (count == 1)
      *tables = (rowkey_advised_tables){.count = chosen != ROWKEY_NONE, .designs = {chosen}};
    else
      *tables = find_tables(advisor, count, advisor->settings.most_peak);
    if (tables->count > 0) set_costs(advisor, tables);
    if (are_worse(tables, least)) {
      tables->count = 0;
      continue;
    }
    least = tables->read_cost;
    choose_main(advisor, tables);
    for (size_t i = 0; i < advisor->question_count; i++)
      advisor->table_of[count - 1][i] = cheapest_table(advisor, tables, i);
    tables->table_of = advisor->table_of[count - 1];
    if (count > 1)
      tables->writes_per_question = (advisor->tables[0].read_cost - tables->read_cost) / (double)(count - 1) /
                                    advisor->settings.seek_cost;
    if (tables->read_cost * worth_a_table <= advisor->tables[recommended].read_cost) recommended = count - 1;
  }
  advisor->tables[recommended].is_recommended = advisor->tables[recommended].count > 0;
}

const rowkey_advised_tables *rowkey_advisor_tables(const rowkey_advisor *advisor, size_t count) {
  if (advisor == NULL || count < 1 || count > ROWKEY_MOST_TABLES || advisor->tables[count - 1].count == 0)
    return NULL;
  return &advisor->tables[count - 1];
}
