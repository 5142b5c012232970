/* A user of a library that holds rowkey: it calls the library alone. */
#include <stdio.h>

#include "../copies/part.h"

int main(void) { return puts(part_version()) < 0; }
