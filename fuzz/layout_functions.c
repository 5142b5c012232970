/* Prints a token for each function of layouts, as libFuzzer's -dict reads it. */
#include <stdio.h>

#include "layout/builder.h"

int main(void) {
  struct slice name;
  for (size_t i = 0; (name = rowkey_function_name(NULL, i)).at != NULL; i++)
    printf("\"%.*s(\"\n", (int)name.size, name.at);
  return 0;
}
