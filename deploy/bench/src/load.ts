/** A load of HTTP requests over kept connections. autocannon ends on a tick of its clock, which a sample of half a second cannot bear. */
import { Agent, request } from 'node:http'
import { demand } from './items.ts'

export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const ANSWERS = new Set([200, 201, 204])

/** @param connections how many calls are under way at once */
export function openLoad(url: string, connections = 50) {
  // Anew for each sample: what lies idle between two of them, the server closes just when it is used again.
  let agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)

  /** @returns the answer's body; @throws Error for any status but 200, 201 and 204 */
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
          if (ANSWERS.has(statusCode ?? 0)) resolve(text)
          else reject(new Error(`${method} ${path} was answered with ${statusCode}: ${text.slice(0, 300)}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })

  return {
    call,
    close: () => agent.destroy(),
    /** Makes as many calls, as many at a time as there are connections, taking them from `calls` in turn. */
    async run(calls: readonly Call[], count: number) {
      demand(calls.length > 0, 'there is something to call')
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
