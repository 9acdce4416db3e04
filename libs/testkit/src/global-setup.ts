/** Vitest's global setup for the whole workspace: answers where the run's database and bus are, starting each when first asked, and stops them at the end. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ENGINES_URL, engines, stopEngines } from './shared.ts'

export default async function setup(): Promise<() => Promise<void>> {
  // A run inside a run (the workspace tests its own steps) uses the outer one's engines.
  if (process.env[ENGINES_URL]) return async () => {}
  const server = createServer((request, response) => {
    // Node may close an idle keep-alive connection just as a worker reuses it, and the request would fail.
    response.setHeader('connection', 'close')
    const start = request.url === '/rabbit' ? engines.rabbit : engines.mongo
    start().then(
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
