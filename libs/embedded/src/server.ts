/** Listens only on loopback or a Unix socket. Each connection runs its commands in order, with bounded memory. */
import { rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { BufferedBytes, ClientConnection, MAX_IN_PROGRESS } from './client-connection.ts'
import { dispatch } from './dispatch.ts'
import { Engine, type EngineOptions } from './engine.ts'
import { FailPoints } from './fail-points.ts'
import { Semaphore } from './semaphore.ts'
import { expireDocuments } from './ttl.ts'

export interface ServerOptions extends EngineOptions {
  /** 0 or undefined selects a free port. */
  readonly port?: number | undefined
  /** Path of a Unix socket that replaces the port. */
  readonly socket?: string | undefined
}

const MAX_CONNECTIONS = 5000
/** When the server stops, it gives clients this many milliseconds to read their last replies. */
const LAST_REPLIES_MS = 1000

export async function startServer(options: ServerOptions): Promise<{ uri: string; stop(): Promise<void> }> {
  const engine = new Engine(options)
  const failPoints = options.failPoints ? new FailPoints() : undefined
  engine.every((options.ttlSeconds ?? 60) * 1000, () => {
    const pace = engine.pace()
    return expireDocuments({ engine, pace })
  })
  const buffered = new BufferedBytes()
  const working = new Semaphore(MAX_IN_PROGRESS)
  let address = ''
  let next = 1
  const server = createServer((socket) => {
    buffered.open(socket)
    const id = next++
    let open = true
    socket.once('close', () => {
      open = false
      engine.connectionClosed(id)
    })
    const peer = {
      id,
      gone: () => !open,
      get address() {
        return address
      },
    }
    new ClientConnection(
      socket,
      buffered,
      working,
      (message, idle) => dispatch(engine, message, { ...peer, ...(idle ? { idle } : {}) }, failPoints),
      (name) => failPoints?.dropsReply(name) === true,
    ).start()
  })
  server.maxConnections = MAX_CONNECTIONS
  await listen(server, options)
  const bound = server.address()
  address = typeof bound === 'string' ? bound : `127.0.0.1:${bound?.port}`
  const uri =
    typeof bound === 'string'
      ? `mongodb://${encodeURIComponent(bound)}/?directConnection=true`
      : `mongodb://${address}/?replicaSet=embedded`
  return {
    uri,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      // Commits pending writes and sends the replies, so that clients know which writes took effect.
      engine.store.flush()
      await new Promise((resolve) => setImmediate(resolve))
      for (const socket of buffered.sockets()) socket.destroySoon()
      const late = setTimeout(() => {
        for (const socket of buffered.sockets()) socket.destroy()
      }, LAST_REPLIES_MS)
      await closed
      clearTimeout(late)
      engine.stop()
    },
  }
}

async function listen(server: Server, { port = 0, socket }: ServerOptions): Promise<void> {
  // `listen` would fail on the socket file of a crashed server.
  if (socket && statSync(socket, { throwIfNoEntry: false })?.isSocket() && !(await isServed(socket))) rmSync(socket, { force: true })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', resolve)
    if (socket) server.listen(socket)
    else server.listen(port, '127.0.0.1')
  })
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path, () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
