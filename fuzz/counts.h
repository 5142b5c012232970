/* Counts one more execution; the first one sees to it that the counts are printed when the process ends. */
#ifndef ROWKEY_FUZZ_COUNTS_H
#define ROWKEY_FUZZ_COUNTS_H

void fuzz_count_execution(void);

#endif
