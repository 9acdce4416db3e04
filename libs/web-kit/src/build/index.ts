/** How shell and remotes are built. Read by their `rsbuild.config.ts` only, in Node. */
export { defineApp } from './app-config.ts'
export type { PageStart } from './page-assets.ts'
