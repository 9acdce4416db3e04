// Imported dynamically: module federation must resolve the shared modules before any code uses them.
void import('./bootstrap.tsx')
