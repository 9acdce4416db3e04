/** A client that sends arbitrary bytes, without a driver. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { calculateObjectSize, type Document, deserialize, serialize } from 'bson'

const MESSAGE = 2013

/** `announced` is the length in the header, which may be wrong. */
export function frame(payload: Uint8Array, { opCode = MESSAGE, announced = payload.length + 16 } = {}): Buffer {
  const head = Buffer.alloc(16)
  head.writeInt32LE(announced, 0)
  head.writeInt32LE(1, 4)
  head.writeInt32LE(opCode, 12)
  return Buffer.concat([head, payload])
}

export const flagBits = (flags: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(flags)
  return bytes
}

/** A section of kind 0, which contains a document or arbitrary bytes. */
export const bodySection = (body: Document | Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(0), body instanceof Uint8Array ? body : serialize(body, { ignoreUndefined: true })])

export function sequenceSection(name: string, documents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents])
  const head = Buffer.alloc(5)
  head[0] = 1
  head.writeInt32LE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

export const message = (body: Document | Uint8Array, flags = 0, ...sections: readonly Uint8Array[]): Buffer =>
  frame(Buffer.concat([flagBits(flags), bodySection(body), ...sections]))

/** Assembles elements into a document, even into one that no encoder would produce. */
export function bson(...elements: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(elements)
  const length = Buffer.alloc(4)
  length.writeInt32LE(content.length + 5)
  return Buffer.concat([length, content, Buffer.alloc(1)])
}

export const element = (type: number, name: string | Uint8Array, value: Uint8Array = Buffer.alloc(0)): Buffer =>
  Buffer.concat([Buffer.of(type), Buffer.from(name as string), Buffer.alloc(1), value])

/** Nests `depth` documents or arrays without recursion. The innermost contains `inner`. */
export function nested(depth: number, name = 'a', type: 3 | 4 = 3, inner: Uint8Array = Buffer.alloc(0)): Buffer {
  const each = name.length + 2
  const bytes = Buffer.alloc(depth * 5 + (depth - 1) * each + inner.length)
  for (let i = 0, at = 0; i < depth; i++) {
    const left = depth - i
    bytes.writeInt32LE(left * 5 + (left - 1) * each + inner.length, at)
    at += 4
    if (left > 1) {
      bytes[at] = type
      bytes.write(`${name}\0`, at + 1)
      at += each
    } else inner.length > 0 && bytes.set(inner, at)
  }
  return bytes
}

export type Reply = Document & { readonly ok?: number; readonly code?: number; readonly errmsg?: string }

export class RawClient {
  readonly socket: Socket
  readonly closed: Promise<unknown>
  private readonly arrived: Buffer[] = []
  private pending: Buffer[] = []
  private bytes = 0
  private wake: () => void = () => {}

  private constructor(socket: Socket) {
    this.socket = socket
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.on('close', () => this.wake())
    socket.on('data', (chunk) => this.take(chunk as Buffer))
  }

  static async open(uri: string): Promise<RawClient> {
    const [, host, port] = /^mongodb:\/\/([\d.]+):(\d+)/.exec(uri) ?? []
    const socket = connect(Number(port), host)
    await once(socket, 'connect')
    return new RawClient(socket)
  }

  private take(chunk: Buffer): void {
    this.pending.push(chunk)
    this.bytes += chunk.length
    const [first] = this.pending
    if (!first || this.bytes < 4 || this.bytes < (first.length < 4 ? 4 : first.readInt32LE(0))) return
    let all = Buffer.concat(this.pending)
    while (all.length >= 4 && all.length >= all.readInt32LE(0)) {
      const length = all.readInt32LE(0)
      this.arrived.push(all.subarray(0, length))
      all = all.subarray(length)
    }
    this.pending = all.length > 0 ? [all] : []
    this.bytes = all.length
    this.wake()
  }

  send(bytes: Uint8Array): void {
    this.socket.write(bytes)
  }

  /** Returns 'closed' if the connection closes before the next reply. */
  async reply(): Promise<Reply | 'closed'> {
    while (this.arrived.length === 0) {
      if (this.socket.destroyed) return 'closed'
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
    const bytes = this.arrived.shift() as Buffer
    const document = bytes.subarray(bytes.readInt32LE(12) === MESSAGE ? 21 : 36)
    return deserialize(document, { promoteLongs: false, bsonRegExp: true }) as Reply
  }

  async ask(bytes: Uint8Array): Promise<Reply | 'closed'> {
    this.send(bytes)
    return this.reply()
  }

  run(body: Document, ...sections: readonly Uint8Array[]): Promise<Reply | 'closed'> {
    return this.ask(message({ ...body, $db: (body.$db as string | undefined) ?? 't' }, 0, ...sections))
  }

  close(): void {
    this.socket.destroy()
  }
}

export const sizeOf = calculateObjectSize

/** Current and peak resident memory of a process, in MiB. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  return { now: read('VmRSS'), peak: read('VmHWM') }
}
