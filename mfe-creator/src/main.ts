// Module federation must resolve the shared modules before any code imports them.
void import('./bootstrap.tsx')
