/**
 * HTTP load over keep-alive connections. autocannon was ruled out: its ticks are too coarse for half-second samples.
 */
import { Agent, request } from 'node:http'
import { demand } from './items.ts'

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const SUCCESS_STATUSES = new Set([200, 201, 204])

export function openLoad(url: string, connections = 50) {
  // Each sample gets a new agent, because the server may close an idle connection just as the next sample reuses it.
  let agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)

  /** @throws Error for any status except 200, 201 and 204 */
  const call = ({ method, path, headers = {}, body }: Call) =>
    new Promise<string>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (answer) => {
        const { statusCode } = answer
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (SUCCESS_STATUSES.has(statusCode ?? 0)) resolve(text)
          else reject(new Error(`${method} ${path} returned ${statusCode}: ${text.slice(0, 300)}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })

  return {
    call,
    close: () => agent.destroy(),
    async run(calls: readonly Call[], count: number) {
      demand(calls.length > 0, 'at least one call')
      agent.destroy()
      agent = new Agent({ keepAlive: true, maxSockets: connections })
      let next = 0
      const client = async () => {
        while (next < count) await call(calls[next++ % calls.length]!)
      }
      await Promise.all(Array.from({ length: Math.min(connections, count) }, client))
    },
  }
}
