/* Records as one thread has made them ready, and all read them. */
#ifndef ROWKEY_SRC_RECORDS_RECORDS_H
#define ROWKEY_SRC_RECORDS_RECORDS_H

#include "records/header.h"
#include "records/kind.h"

struct rowkey_records {
  struct record_shape shape;
  struct columns columns;
  struct header header; /* without names before it is set */
  char *texts;          /* where those of the shape lie */
  bool is_used;         /* rowkey_records_use has said which columns are */
};

#endif
