import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './commands/command.ts'
import { helloWait } from './commands/diagnostics.ts'
import { errorAnswer } from './dispatch.ts'
import { CutConnection } from './fail-points.ts'
import type { Semaphore } from './semaphore.ts'
import { encodeMessage, frameLength, HEADER, type Message, parseEnvelope, parseMessage } from './wire.ts'

/** Maximum total bytes buffered across all connections, for unprocessed requests and unread replies. */
const MAX_HELD = 256 * 1024 * 1024
/** The server stops reading from a connection that has more unprocessed bytes than this. */
const PAUSE_READING_ABOVE = 1024 * 1024
/** Smaller messages do not count toward MAX_IN_PROGRESS. */
const MIN_COUNTED = 4096
/**
 * Maximum total bytes of messages processed concurrently. A single message larger than this counts as exactly this
 * size.
 */
export const MAX_IN_PROGRESS = 16 * 1024 * 1024

/** Limits the total bytes buffered across connections by closing the connection that buffers the most. */
export class BufferedBytes {
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
    const [largest] = [...this.bytes].reduce((a, b) => (b[1] > a[1] ? b : a))
    this.forget(largest)
    largest.destroy()
  }
}

/** A buffer that doubles in size when it is full. Its first `length` bytes have not been parsed yet. */
class ReceivedBytes {
  private bytes: Buffer = Buffer.alloc(0)
  length = 0

  append(chunk: Buffer): void {
    if (this.length === 0) this.bytes = chunk
    else {
      if (this.length + chunk.length > this.bytes.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, this.length + chunk.length))
        this.bytes.copy(larger, 0, 0, this.length)
        this.bytes = larger
      }
      chunk.copy(this.bytes, this.length)
    }
    this.length += chunk.length
  }

  takeFrame(): Buffer | undefined {
    const { bytes, length } = this
    if (length < HEADER) return undefined
    const size = frameLength(bytes)
    if (length < size) return undefined
    // Copied, so that a few bytes of the next frame do not hold a large buffer in memory.
    this.bytes = size > MIN_COUNTED ? Buffer.from(bytes.subarray(size, length)) : bytes.subarray(size, length)
    this.length -= size
    return bytes.subarray(0, size)
  }

  clear(): void {
    this.bytes = Buffer.alloc(0)
    this.length = 0
  }
}

type Idle = (until: Promise<void>) => Promise<void>

export class ClientConnection {
  private readonly socket: Socket
  private readonly buffered: BufferedBytes
  private readonly working: Semaphore
  private readonly dispatch: (message: Message, idle?: Idle) => Promise<Answer>
  private readonly loses: (name: string) => boolean
  private readonly received = new ReceivedBytes()
  private busy = false

  /** @param loses returns true if a fail point drops a command's reply */
  constructor(
    socket: Socket,
    buffered: BufferedBytes,
    working: Semaphore,
    dispatch: (message: Message, idle?: Idle) => Promise<Answer>,
    loses: (name: string) => boolean,
  ) {
    this.socket = socket
    this.buffered = buffered
    this.working = working
    this.dispatch = dispatch
    this.loses = loses
  }

  start(): void {
    const { socket, buffered, received } = this
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      received.append(chunk)
      buffered.add(socket, chunk.length)
      if (this.busy && received.length > PAUSE_READING_ABOVE) socket.pause()
      void this.work()
    })
    socket.on('error', () => {})
    socket.once('close', () => received.clear())
  }

  private async work(): Promise<void> {
    if (this.busy) return
    this.busy = true
    try {
      for (let frame = this.received.takeFrame(); frame; frame = this.received.takeFrame()) {
        const size = frame.length < MIN_COUNTED ? 0 : Math.min(frame.length, MAX_IN_PROGRESS)
        if (size > 0) await this.working.acquire(size)
        // A waiting command releases its share of memory, because the command that it waits for may need the memory.
        const idle = async (until: Promise<void>): Promise<void> => {
          this.working.release(size)
          try {
            await until
          } finally {
            await this.working.acquire(size)
          }
        }
        let reply: Buffer | undefined
        try {
          if (!this.socket.destroyed) reply = await this.answer(frame, size > 0 ? idle : undefined)
        } finally {
          if (size > 0) this.working.release(size)
          this.buffered.add(this.socket, -frame.length)
        }
        if (reply) await this.send(reply)
        if (this.received.length < PAUSE_READING_ABOVE) this.socket.resume()
      }
    } catch {
      // After an invalid frame, the server cannot find the start of the next frame.
      this.socket.destroy()
    } finally {
      this.busy = false
    }
  }

  /**
   * Delays the reply to a monitor's hello. If the client allows exhaust replies, continues to send replies, so that the
   * driver notices immediately when the server stops.
   */
  private async answerHello(message: Message, wait: number): Promise<void> {
    for (let { requestId } = message; ; ) {
      await sleep(wait, undefined, { ref: false })
      if (this.socket.destroyed) return
      const reply = encodeMessage(await this.dispatch(message), { requestId, query: false }, message.exhaust)
      await this.send(reply)
      if (!message.exhaust) return
      requestId = reply.readInt32LE(4)
    }
  }

  /** Returns undefined if the client expects no reply or has already received it. */
  private async answer(frame: Buffer, idle?: Idle): Promise<Buffer | undefined> {
    const envelope = parseEnvelope(frame)
    try {
      const message = parseMessage(frame)
      const wait = helloWait(message.body)
      if (wait !== undefined && message.body.has('hello')) {
        await this.answerHello(message, wait)
        return undefined
      }
      const result = await this.dispatch(message, idle)
      if (this.loses(message.body.keys().next().value ?? '')) throw new CutConnection('cut by a fail point')
      return message.silent ? undefined : encodeMessage(result, message)
    } catch (error) {
      if (!envelope || error instanceof CutConnection) throw error
      return envelope.silent ? undefined : encodeMessage(errorAnswer(error), envelope)
    }
  }

  private async send(reply: Buffer): Promise<void> {
    if (this.socket.destroyed || this.socket.write(reply)) return
    this.buffered.add(this.socket, reply.length)
    await drained(this.socket)
    this.buffered.add(this.socket, -reply.length)
  }
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
