// Asynchronous, so that federation can settle who brings which shared module before the first of them is used.
void import('./bootstrap.tsx')
