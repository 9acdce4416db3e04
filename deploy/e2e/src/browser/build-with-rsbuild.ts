import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

export const workspaceRoot = resolve(import.meta.dirname, '../../../..')

/** @throws Error with the output of the failed build */
export async function buildWithRsbuild(folder: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const build = spawn(process.execPath, [join(workspaceRoot, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [build.stdout, build.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  build.on('error', reject)
  build.on('close', (code) => (code === 0 ? resolve() : reject(new Error(output))))
  return promise
}
