/* Which questions one table of several may answer: each of them alone, and all but one. With two tables one
 * of them answers some question alone or all but one, and of three at least two answer few.
 *
 * For example, `10: order_id = ?` and `3: customer = ?`, where order_id identifies a record: designs for both
 * have two columns, as {order_id:u32}{customer:u32}; those for the first have one, {order_id:u32}, and those
 * for the second {customer:u32}{order_id:u32}. */
#include <stdlib.h>

#include "advise/advisor.h"
#include "base/error.h"

enum {
  CANDIDATES = 20000, /* unless the caller says */
  DESIGNS = 40,
  DESIGNS_OF_GROUP = 3,
  GROUPED = 8 /* questions at most, those with the greatest weights, that have groups of their own */
};

/* A trial of some of the questions. */
struct group {
  const struct question *questions[SEARCH_QUESTIONS];
  const struct drawn_question *drawn[SEARCH_QUESTIONS];
  struct search_space space;
  struct measuring measuring;
};

/* All questions whose bits are set. */
static void take_questions(struct group *group, const rowkey_advisor *advisor,
                           const struct measuring *measuring, uint64_t chosen) {
  size_t count = 0;
  for (; chosen != 0; chosen &= chosen - 1, count++) {
    const size_t question = (size_t)__builtin_ctzll(chosen);
    group->questions[count] = advisor->questions[question];
    group->drawn[count] = measuring->questions[question];
  }
  group->space = advisor->space;
  group->space.questions = group->questions;
  group->space.question_count = count;
  group->space.asked = rowkey_asked_columns(group->questions, count);
  group->space.added = advisor->identity & ~group->space.asked;
  group->measuring = *measuring;
  group->measuring.questions = group->drawn;
  group->measuring.question_count = count;
}

/* The question that has the greatest weight of those whose bits are set. */
static uint64_t heaviest(const rowkey_advisor *advisor, uint64_t questions) {
  size_t best = (size_t)__builtin_ctzll(questions);
  for (; questions != 0; questions &= questions - 1) {
    const size_t other = (size_t)__builtin_ctzll(questions);
    if (advisor->questions[other]->weight > advisor->questions[best]->weight) best = other;
  }
  return (uint64_t)1 << best;
}

/* Fills in the questions of each group, and returns how many groups there are. Of two questions, all but one
 * are the other one. */
static size_t find_groups(const rowkey_advisor *advisor, uint64_t groups[2 * GROUPED]) {
  const size_t questions = advisor->question_count;
  const uint64_t all = UINT64_MAX >> (64 - questions);
  size_t count = 0;
  uint64_t left = questions == 1 ? 0 : all;
  for (; left != 0 && count < GROUPED; count++) {
    groups[count] = heaviest(advisor, left);
    left &= ~groups[count];
  }
  const size_t single = count;
  for (size_t i = 0; i < single && questions > 2; i++) groups[count++] = all & ~groups[i];
  return count;
}

static bool no_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for groups of questions");
  return false;
}

bool rowkey_advisor_try_groups(rowkey_advisor *advisor, const struct measuring *measuring,
                               rowkey_advice_progress *progress, void *context, rowkey_error *error) {
  const rowkey_advice_settings *settings = &advisor->settings;
  const size_t most = settings->candidates == 0 ? CANDIDATES : settings->candidates;
  uint64_t chosen[2 * GROUPED];
  const size_t count = find_groups(advisor, chosen);
  struct group *groups = calloc(count + 1, sizeof *groups);
  struct trial trials[1 + 2 * GROUPED] = {
      {&advisor->space, measuring, most, settings->designs == 0 ? DESIGNS : settings->designs}};
  if (groups == NULL) return no_memory(error);
  for (size_t i = 0; i < count; i++) {
    take_questions(&groups[i], advisor, measuring, chosen[i]);
    trials[1 + i] =
        (struct trial){&groups[i].space, &groups[i].measuring, most / count + 1, DESIGNS_OF_GROUP};
  }
  const bool good = rowkey_advisor_try(advisor, trials, 1 + count, progress, context, error);
  free(groups);
  return good;
}
