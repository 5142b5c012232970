/* What a part of the program does with its copy of the library. */
const char *part_version(void);
int part_calls(const char *(*version)(void)); /* whether this rowkey_version is that of the copy */
const char *part_select(const char *name);    /* the instruction set that the copy uses from now on */
int part_agrees(const void *keys);            /* whether the copy makes these keys of keys.h, too */
