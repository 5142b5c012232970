/* What a parent project builds with the library: it prints the keys in hex. */
#include <stdio.h>

#include "../keys.h"

int main(void) {
  unsigned char keys[KEY_COUNT][KEY_WIDTH];
  rowkey_error error;
  if (make_keys(keys, &error) != ROWKEY_OK) return fprintf(stderr, "%s\n", error.text), 1;
  for (int i = 0; i < KEY_COUNT; i++) {
    for (int j = 0; j < KEY_WIDTH; j++) printf("%02x", keys[i][j]);
    printf("\n");
  }
  return 0;
}
