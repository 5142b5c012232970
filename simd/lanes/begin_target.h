/* Compiles what follows, up to end_target.h, for the instructions that V_TARGET names. */
#define V_PRAGMA_(text) _Pragma(#text)
#define V_PRAGMA(text) V_PRAGMA_(text)
#ifdef __clang__
V_PRAGMA(clang attribute push(__attribute__((target(V_TARGET))), apply_to = function))
#else
V_PRAGMA(GCC push_options)
V_PRAGMA(GCC target(V_TARGET))
#endif
