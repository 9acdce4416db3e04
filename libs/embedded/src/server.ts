/** Connections: one command at a time each, in order, with bounded memory; loopback or a Unix socket only. */
import { rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expireDocuments, helloWait } from './commands/admin.ts'
import type { Answer } from './commands/command.ts'
import { dispatch, errorAnswer } from './dispatch.ts'
import { Engine, type EngineOptions } from './engine.ts'
import { CutConnection, FailPoints } from './fail-points.ts'
import { Places } from './places.ts'
import { encodeMessage, frameLength, HEADER, type Message, parseEnvelope, parseMessage } from './wire.ts'

export interface ServerOptions extends EngineOptions {
  /** 0: any free port. */
  readonly port?: number | undefined
  /** Path of a Unix socket, in place of a port. */
  readonly socket?: string | undefined
}

/** Bytes that all connections together may hold: sent and not served yet, or answered and not read yet. */
const MAX_HELD = 256 * 1024 * 1024
/** A connection that has this much waiting is not read from until it is served. */
const ENOUGH = 1024 * 1024
const MAX_CONNECTIONS = 5000
/** Messages from this size on are counted while they are worked on, because decoded they take many times their bytes. */
const COUNTED = 4096
/** So much of them is worked on at once; one alone counts for no more than this. */
const MAX_WORKED_ON = 16 * 1024 * 1024
/** How long clients may take to read their last answers when the server stops. */
const LAST_ANSWERS_MS = 1000

/** What the connections hold in memory. When it is too much together, the one that holds most is cut. */
class Held {
  private readonly bytes = new Map<Socket, number>()
  private total = 0

  open(socket: Socket): void {
    this.bytes.set(socket, 0)
    socket.once('close', () => this.forget(socket))
  }

  add(socket: Socket, bytes: number): void {
    const before = this.bytes.get(socket)
    if (before === undefined) return
    this.bytes.set(socket, before + bytes)
    this.total += bytes
    if (this.total > MAX_HELD) this.cut()
  }

  sockets(): Iterable<Socket> {
    return this.bytes.keys()
  }

  private forget(socket: Socket): void {
    this.total -= this.bytes.get(socket) ?? 0
    this.bytes.delete(socket)
  }

  private cut(): void {
    const [most] = [...this.bytes].reduce((a, b) => (b[1] > a[1] ? b : a))
    this.forget(most)
    most.destroy()
  }
}

export async function startServer(options: ServerOptions): Promise<{ uri: string; stop(): Promise<void> }> {
  const engine = new Engine(options)
  const failPoints = options.failPoints ? new FailPoints() : undefined
  engine.every((options.ttlSeconds ?? 60) * 1000, () => {
    const pace = engine.pace()
    return expireDocuments({ engine, pace })
  })
  const held = new Held()
  const working = new Places(MAX_WORKED_ON)
  let address = ''
  let next = 1
  const server = createServer((socket) => {
    held.open(socket)
    const id = next++
    let open = true
    socket.once('close', () => {
      open = false
      engine.forsaken(id)
    })
    const peer = {
      id,
      gone: () => !open,
      get address() {
        return address
      },
    }
    serve(
      socket,
      held,
      working,
      (message, idle) => dispatch(engine, message, { ...peer, ...(idle ? { idle } : {}) }, failPoints),
      (name) => failPoints?.losesAnswer(name) === true,
    )
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
      // What is running may finish: an answer that was on its way is a write that the client knows of.
      engine.store.flush()
      await new Promise((resolve) => setImmediate(resolve))
      for (const socket of held.sockets()) socket.destroySoon()
      const late = setTimeout(() => {
        for (const socket of held.sockets()) socket.destroy()
      }, LAST_ANSWERS_MS)
      await closed
      clearTimeout(late)
      engine.stop()
    },
  }
}

async function listen(server: Server, { port = 0, socket }: ServerOptions): Promise<void> {
  // A crash leaves its socket's file behind, which would be in the way.
  if (socket && statSync(socket, { throwIfNoEntry: false })?.isSocket() && !(await isServed(socket))) rmSync(socket, { force: true })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', resolve)
    if (socket) server.listen(socket)
    else server.listen(port, '127.0.0.1')
  })
}

/** Whether a process listens on the Unix socket. */
function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path, () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}

/** Reads one connection's messages and answers them in order. `loses`: a fail point wants the answer of this command lost. */
function serve(
  socket: Socket,
  held: Held,
  working: Places,
  dispatch: (message: Message, idle?: (until: Promise<void>) => Promise<void>) => Promise<Answer>,
  loses: (name: string) => boolean,
): void {
  /** What has arrived and is not taken yet: the first `used` bytes of a buffer that grows by doubling. */
  let arrived: Buffer = Buffer.alloc(0)
  let used = 0
  let busy = false
  socket.setNoDelay(true)

  const append = (chunk: Buffer): void => {
    if (used === 0) arrived = chunk
    else {
      if (used + chunk.length > arrived.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * arrived.length, used + chunk.length))
        arrived.copy(larger, 0, 0, used)
        arrived = larger
      }
      chunk.copy(arrived, used)
    }
    used += chunk.length
  }

  /** The next whole frame, if it has arrived. */
  const takeFrame = (): Buffer | undefined => {
    if (used < HEADER) return undefined
    const length = frameLength(arrived)
    if (used < length) return undefined
    const frame = arrived.subarray(0, length)
    // A few bytes of the next frame are not to keep all of a large one in memory.
    arrived = length > COUNTED ? Buffer.from(arrived.subarray(length, used)) : arrived.subarray(length, used)
    used -= length
    return frame
  }

  const work = async (): Promise<void> => {
    if (busy) return
    busy = true
    try {
      for (let frame = takeFrame(); frame; frame = takeFrame()) {
        const size = frame.length < COUNTED ? 0 : Math.min(frame.length, MAX_WORKED_ON)
        if (size > 0) await working.take(size)
        // Who waits for others must not keep from them what they need to go on.
        const idle = async (until: Promise<void>): Promise<void> => {
          working.give(size)
          try {
            await until
          } finally {
            await working.take(size)
          }
        }
        let reply: Buffer | undefined
        try {
          if (!socket.destroyed) reply = await answer(frame, size > 0 ? idle : undefined)
        } finally {
          if (size > 0) working.give(size)
          held.add(socket, -frame.length)
        }
        if (reply) await send(reply)
        if (used < ENOUGH) socket.resume()
      }
    } catch {
      // A frame that is not one leaves no way to know where the next begins.
      socket.destroy()
    } finally {
      busy = false
    }
  }

  /** A monitor's hello is answered after its wait, and again and again if it allows that; so it notices at once when the server is gone. */
  const answerHello = async (message: Message, wait: number): Promise<void> => {
    for (let { requestId } = message; ; ) {
      await sleep(wait, undefined, { ref: false })
      if (socket.destroyed) return
      const reply = encodeMessage(await dispatch(message), { requestId, query: false }, message.exhaust)
      await send(reply)
      if (!message.exhaust) return
      requestId = reply.readInt32LE(4)
    }
  }

  /** The answer to a frame, unless it wants none or has been answered already. */
  const answer = async (frame: Buffer, idle?: (until: Promise<void>) => Promise<void>): Promise<Buffer | undefined> => {
    const envelope = parseEnvelope(frame)
    try {
      const message = parseMessage(frame)
      const wait = helloWait(message.body)
      if (wait !== undefined && message.body.has('hello')) {
        await answerHello(message, wait)
        return undefined
      }
      const result = await dispatch(message, idle)
      if (loses(message.body.keys().next().value ?? '')) throw new CutConnection('cut by a fail point')
      return message.silent ? undefined : encodeMessage(result, message)
    } catch (error) {
      if (!envelope || error instanceof CutConnection) throw error
      return envelope.silent ? undefined : encodeMessage(errorAnswer(error), envelope)
    }
  }

  const send = async (reply: Buffer): Promise<void> => {
    if (socket.destroyed || socket.write(reply)) return
    held.add(socket, reply.length)
    await drained(socket)
    held.add(socket, -reply.length)
  }

  socket.on('data', (chunk: Buffer) => {
    append(chunk)
    held.add(socket, chunk.length)
    if (busy && used > ENOUGH) socket.pause()
    void work()
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    arrived = Buffer.alloc(0)
    used = 0
  })
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done)
      socket.off('close', done)
      resolve()
    }
    socket.once('drain', done)
    socket.once('close', done)
  })
}
