import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

/** Serves the design page without the shell. */
export default defineConfig({
  plugins: [pluginReact()],
  source: { entry: { index: './src/design/main.tsx' } },
  html: { title: 'Reelfair, fair ledger', mountId: 'root' },
  output: { distPath: { root: 'dist/design' } },
  server: { port: 4710 },
})
