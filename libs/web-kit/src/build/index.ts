/** Build configuration for `rsbuild.config.ts`. Runs in Node only. */
export { defineApp } from './app-config.ts'
export type { PageStart } from './page-assets.ts'
export { pluginStaticPages } from './static-pages.ts'
