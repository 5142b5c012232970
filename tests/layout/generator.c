extern int b;
