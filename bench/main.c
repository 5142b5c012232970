/* rowkey-bench: every kernel of every instruction set this CPU has, and the best known ways to do the same
 * work elsewhere, as rows named kernel/shape/implementation. README.md here says what each family answers. */
#include <rowkey/rowkey.h>

#include "shape.h"
#include "shim.h"

int main(int argc, char **argv) {
  bench_describe("rowkey", rowkey_version());
  bench_describe("compiler", __VERSION__);
  register_md5();
  register_hash();
  register_modulo();
  register_decimal();
  register_bytes();
  register_strings();
  register_encode();
  register_decode();
  register_route();
  register_batch();
  register_machine();
  return bench_main(argc, argv);
}
