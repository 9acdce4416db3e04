/** Serves one separately deployed app. Tests can make its files hang. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

export interface WebServer {
  readonly url: string
  /**
   * Stops responding to requests for matching paths.
   * @returns a function that responds to pending and new requests again
   */
  hang(name: RegExp): () => void
  stop(): Promise<void>
}

export async function startWebServer(folder: string): Promise<WebServer> {
  let hanging: RegExp | undefined
  const waiting = new Map<string, Set<ServerResponse>>()
  const answer = async (path: string, response: ServerResponse) => {
    const file = join(folder, normalize(path))
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-length': found.size })
    createReadStream(file).pipe(response)
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (hanging?.test(pathname)) waiting.set(pathname, (waiting.get(pathname) ?? new Set()).add(response))
    else void answer(pathname, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang: (name) => {
      hanging = name
      return () => {
        hanging = undefined
        for (const [path, responses] of waiting) for (const response of responses) void answer(path, response)
        waiting.clear()
      }
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
