import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { precompress } from './precompress.ts'

test('writes .br and .gz files only for text files worth compressing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'precompress-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = 'export const word = "view"\n'.repeat(100)
  for (const name of ['app.0123abcd.js', 'index.html', 'picture.png']) await writeFile(join(folder, name), script)
  await writeFile(join(folder, 'tiny.js'), 'let a')

  await precompress(folder)

  expect((await readdir(folder)).sort()).toEqual([
    'app.0123abcd.js',
    'app.0123abcd.js.br',
    'app.0123abcd.js.gz',
    'index.html',
    'picture.png',
    'tiny.js',
  ])
  expect(brotliDecompressSync(await readFile(join(folder, 'app.0123abcd.js.br'))).toString()).toBe(script)
  expect(gunzipSync(await readFile(join(folder, 'app.0123abcd.js.gz'))).toString()).toBe(script)
})
