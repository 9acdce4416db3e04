import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createRsbuild } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { afterAll, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const out = mkdtempSync(join(tmpdir(), 'reelfair-ui-size-'))
afterAll(() => rmSync(out, { recursive: true, force: true }))

/** Builds an entry point with all its exports, but without React, which the shell shares. */
async function brotliBytes(entry: 'index' | 'rich'): Promise<number> {
  const root = join(out, entry)
  const rsbuild = await createRsbuild({
    cwd: folder,
    config: {
      plugins: [pluginReact()],
      mode: 'production',
      source: { entry: { [entry]: `./src/${entry}.ts` } },
      splitChunks: false,
      output: {
        distPath: { root, js: '.' },
        filename: { js: '[name].js' },
        externals: ['react', 'react-dom', 'react/jsx-runtime', 'react-dom/client'],
        module: true,
        cleanDistPath: true,
      },
      tools: {
        htmlPlugin: false,
        rspack: { output: { library: { type: 'module' } }, externalsType: 'module', optimization: { usedExports: true } },
      },
      logLevel: 'error',
    },
  })
  const { close } = await rsbuild.build()
  await close()
  return readdirSync(root)
    .filter((name) => name.endsWith('.js'))
    .reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(root, name))).byteLength, 0)
}

test('keeps the core entry point below 20 kB', async () => {
  const bytes = await brotliBytes('index')
  expect(bytes).toBeGreaterThan(8_000)
  expect(bytes).toBeLessThan(20_000)
})

test('keeps the rich entry point below 70 kB', async () => {
  const bytes = await brotliBytes('rich')
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThan(70_000)
})
