/**
 * Vitest's global setup for the whole workspace. Starts the run's shared database and bus when a test first requests
 * their addresses, and stops both at the end.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ENGINES_URL, engines, stopEngines } from './shared.ts'

export default async function setup(): Promise<() => Promise<void>> {
  // A nested test run, started by the workspace's own tests, uses the engines of the outer run.
  if (process.env[ENGINES_URL]) return async () => {}
  const server = createServer((request, response) => {
    // With keep-alive, Node could close an idle connection just as a worker reuses it, and the request would fail.
    response.setHeader('connection', 'close')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const engine = pathname === '/rabbit' ? engines.rabbit() : engines.mongo(searchParams.get('worker') ?? undefined)
    engine.then(
      ({ kind, uri }) => response.end(JSON.stringify({ kind, uri })),
      (error: Error) => response.end(JSON.stringify({ error: error.message })),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env[ENGINES_URL] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    delete process.env[ENGINES_URL]
    server.close()
    await stopEngines()
  }
}
