/* Compiles what follows for the instructions that V_TARGET names, to the end of the file for gcc, and to
 * end_target.h for clang, which insists. */
#define V_PRAGMA_(text) _Pragma(#text)
#define V_PRAGMA(text) V_PRAGMA_(text)
#ifdef __clang__
V_PRAGMA(clang attribute push(__attribute__((target(V_TARGET))), apply_to = function))
#else
V_PRAGMA(GCC push_options)
V_PRAGMA(GCC target(V_TARGET))
#endif
