import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RsbuildPlugin } from '@rsbuild/core'

const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|webmanifest)$/
/** Compressing smaller files would save less than the extra headers cost. */
const SMALLEST_BYTES = 1_000

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Writes `.br` and `.gz` versions of each text file that shrinks; the gateway chooses one. Skips index.html, because it
 * gets a new nonce per request.
 */
export async function precompress(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((name) => COMPRESSIBLE.test(name))) {
    const file = join(folder, name)
    const bytes = await readFile(file)
    if (bytes.length < SMALLEST_BYTES) continue
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
    const [br, gz] = await Promise.all([brotli(bytes, options), gzipped(bytes, { level: 9 })])
    if (br.length < bytes.length) await writeFile(`${file}.br`, br)
    if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz)
  }
}

export const pluginPrecompress = (): RsbuildPlugin => ({
  name: 'reelfair:precompress',
  apply: 'build',
  setup(api) {
    api.onAfterBuild(async ({ isFirstCompile }) => {
      if (isFirstCompile) await precompress(api.context.distPath)
    })
  },
})
