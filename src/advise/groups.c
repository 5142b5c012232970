/* Which questions one table of several may answer: each of them alone, and all but one. With two tables one
 * of them answers some question alone or all but one, and of three at least two answer few.
 *
 * For example, `10: order_id = ?` and `3: customer = ?`, where order_id identifies a record: designs for both
 * have two columns, as {order_id:u32}{customer:u32}; those for the first have one, {order_id:u32}, and those
 * for the second {customer:u32}{order_id:u32}. */
#include "advise/advisor.h"

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

/* Progress of one trial after the other. */
struct shared_progress {
  rowkey_advice_progress *report;
  void *context;
  double before, share;
};

static bool report_share(void *context, double done) {
  const struct shared_progress *progress = context;
  return progress->report(progress->context, progress->before + done * progress->share);
}

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

bool rowkey_advisor_try_groups(rowkey_advisor *advisor, const struct measuring *measuring,
                               rowkey_advice_progress *progress, void *context, rowkey_error *error) {
  const rowkey_advice_settings *settings = &advisor->settings;
  uint64_t groups[2 * GROUPED];
  const size_t group_count = find_groups(advisor, groups),
               most = settings->candidates == 0 ? CANDIDATES : settings->candidates;
  struct shared_progress shared = {progress, context, 0, group_count == 0 ? 1 : 0.5};
  struct trial trial = {
      &advisor->space, measuring, most, settings->designs == 0 ? DESIGNS : settings->designs,
      report_share,    &shared};
  if (!rowkey_advisor_try(advisor, &trial, error)) return false;
  for (size_t i = 0; i < group_count; i++) {
    struct group group;
    take_questions(&group, advisor, measuring, groups[i]);
    shared.before = 0.5 + 0.5 * (double)i / (double)group_count;
    shared.share = 0.5 / (double)group_count;
    trial.space = &group.space;
    trial.measuring = &group.measuring;
    trial.most = most / group_count + 1;
    trial.designs = DESIGNS_OF_GROUP;
    if (!rowkey_advisor_try(advisor, &trial, error)) return false;
  }
  return true;
}
