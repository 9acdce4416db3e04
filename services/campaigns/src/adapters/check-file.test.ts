import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const LOADS = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  await import('${new URL('../app.ts', import.meta.url)}')
  console.log(JSON.stringify(loaded))
`

test('does not load a decoder before the first upload', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', LOADS])
  const loaded: string[] = JSON.parse(stdout)
  expect(loaded.some((url) => url.endsWith('/check-file.ts'))).toBe(true)
  expect(loaded.filter((url) => /\/node_modules\/(sharp|mediabunny)\//.test(url))).toEqual([])
})
