/** This file imports no product code, so that the baselines stay small. */
import { once } from 'node:events'
import type { Server } from 'node:net'

/** Prints the line that `startChild` waits for, and stops the program when the bench asks it to. */
export function announce({ url, stop }: { readonly url: string; stop(): Promise<unknown> }, more: object = {}): void {
  process.stdout.write(`${JSON.stringify({ ready: url, ...more })}\n`)
  process.once('SIGTERM', () => {
    void stop().then(() => process.exit(0))
  })
}

export async function announceServer(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  announce({ url: `http://127.0.0.1:${address.port}`, stop: async () => server.close() })
}
