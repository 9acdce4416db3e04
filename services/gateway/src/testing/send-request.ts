/** Sends requests without normalising the address or the headers. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test names the fields that it expects.
  readonly json: any
}

export interface RequestOptions {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer | object
  readonly isRaw?: boolean
}

export function sendRequest(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body, isRaw: isBare = false }: RequestOptions = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const isData = typeof body === 'object' && !Buffer.isBuffer(body)
  const bytes = body === undefined ? undefined : Buffer.from(isData ? JSON.stringify(body) : body)
  const own =
    isBare || method === 'GET' || method === 'HEAD'
      ? {}
      : { 'sec-fetch-site': 'same-origin', ...(bytes ? { 'content-type': 'application/json' } : {}) }
  const outgoing = request({ hostname, port, path, method, headers: { ...own, ...headers }, agent: false }, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('error', reject)
    answer.on('end', () => {
      const all = Buffer.concat(chunks)
      const isJson = /json/.test(answer.headers['content-type'] ?? '') && all.length > 0 && !answer.headers['content-encoding']
      const json = isJson ? JSON.parse(all.toString()) : undefined
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: all, text: all.toString(), json })
    })
  })
  outgoing.on('error', reject)
  outgoing.end(bytes)
  return promise
}

/** Returns everything received until the server closes the connection. */
export function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  let got = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    got += chunk
  })
  socket.on('end', () => socket.end())
  socket.on('close', () => resolve(got))
  socket.on('error', (error: NodeJS.ErrnoException) => (got || error.code === 'ECONNRESET' ? resolve(got) : reject(error)))
  return promise
}

interface LiveEvent {
  readonly name: string
  readonly data: string
}

/** Opens a stream of server-sent events. `isEnded` is true once the server has closed the stream. */
export async function openStream(url: string, headers: OutgoingHttpHeaders, path = '/api/live') {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: IncomingHttpHeaders }>()
  const events: LiveEvent[] = []
  const state = { isEnded: false, text: '' }
  const outgoing = request({ hostname, port, path, headers, agent: false }, (answer) => {
    answer.setEncoding('utf8')
    answer.on('data', (chunk: string) => {
      state.text += chunk
      const blocks = state.text.split('\n\n')
      events.length = 0
      for (const block of blocks.slice(0, -1)) {
        const name = /^event: (.*)$/m.exec(block)?.[1]
        if (name) events.push({ name, data: /^data: (.*)$/m.exec(block)?.[1] ?? '' })
      }
    })
    const end = () => {
      state.isEnded = true
    }
    answer.on('close', end).on('error', end)
    resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
  })
  outgoing.on('error', reject)
  outgoing.end()
  const { status, headers: answered } = await promise
  return { status, headers: answered, events, state, leave: () => outgoing.destroy() }
}
