/** MongoDB's wire protocol. Supports OP_MSG, and OP_QUERY for a driver's first hello. */
import { type Answer, Raw, RawDocument } from './commands/command.ts'
import { refuse } from './errors.ts'
import { type Doc, decode, encode, MAX_COMMAND_DEPTH, MAX_DOCUMENT, type Value } from './values.ts'

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013

export const HEADER = 16
const MAX_MESSAGE = 48_000_000 + 16 * 1024
/** A command contains a document, so it may be a little larger. */
const MAX_BODY = MAX_DOCUMENT + 16 * 1024
const MAX_BATCH = 100_000

const CHECKSUM = 1
const MORE_TO_COME = 2
const EXHAUST_ALLOWED = 1 << 16
/** A receiver must understand flag bits 0 to 15. It may ignore the others. */
const UNKNOWN_REQUIRED = 0xffff & ~(CHECKSUM | MORE_TO_COME)

export interface Message {
  readonly requestId: number
  readonly bytes: number
  readonly body: Doc
  readonly sequences: ReadonlyMap<string, readonly Uint8Array[]>
  /** The client sent an OP_QUERY and expects an OP_REPLY. */
  readonly query: boolean
  /** The client expects no reply (moreToCome). */
  readonly silent: boolean
  /** The client accepts multiple replies (exhaustAllowed). */
  readonly exhaust: boolean
}

/** Throws if the length is invalid, which closes the connection. */
export function frameLength(head: Buffer): number {
  const length = head.readInt32LE(0)
  if (length < HEADER || length > MAX_MESSAGE) refuse('InvalidLength', `message of ${length} bytes`)
  return length
}

/**
 * Reads the header fields, even if the rest of the message is invalid. Returns undefined if the frame is not OP_MSG or
 * too short to contain flags.
 */
export function parseEnvelope(frame: Buffer): { requestId: number; query: boolean; silent: boolean } | undefined {
  if (frame.readInt32LE(12) !== OP_MSG || frame.length < HEADER + 4) return undefined
  return { requestId: frame.readInt32LE(4), query: false, silent: (frame.readUInt32LE(HEADER) & MORE_TO_COME) !== 0 }
}

export function parseMessage(frame: Buffer): Message {
  const requestId = frame.readInt32LE(4)
  const opCode = frame.readInt32LE(12)
  if (opCode === OP_QUERY) return parseQuery(frame, requestId)
  if (opCode !== OP_MSG) refuse('CommandNotSupported', `opcode ${opCode} is not supported`)
  const flags = frame.readUInt32LE(HEADER)
  if (flags & UNKNOWN_REQUIRED) refuse('IllegalOperation', 'message with unknown flags')
  const end = frame.length - (flags & CHECKSUM ? 4 : 0)
  let body: Doc | undefined
  const sequences = new Map<string, Uint8Array[]>()
  for (let at = HEADER + 4; at < end; ) {
    const kind = frame[at++]
    if (kind === 0) {
      if (body) refuse('FailedToParse', 'message with two bodies')
      const document = slice(frame, at, end)
      body = decodeBody(document)
      at += document.length
    } else if (kind === 1) {
      const section = slice(frame, at, end, 4)
      const nameEnd = section.indexOf(0, 4)
      if (nameEnd < 0) refuse('FailedToParse', 'document sequence without a name')
      const name = section.toString('utf8', 4, nameEnd)
      if (sequences.has(name)) refuse('FailedToParse', `document sequence '${name}' comes twice`)
      const documents: Uint8Array[] = []
      for (let from = nameEnd + 1; from < section.length; ) {
        const document = slice(section, from, section.length)
        documents.push(document)
        from += document.length
        if (documents.length > MAX_BATCH) refuse('InvalidLength', `Write batch sizes must be between 1 and ${MAX_BATCH}`)
      }
      sequences.set(name, documents)
      at += section.length
    } else refuse('FailedToParse', `section of kind ${kind}`)
  }
  if (!body) return refuse('FailedToParse', 'message without a body')
  for (const name of sequences.keys()) if (body.has(name)) refuse('FailedToParse', `'${name}' comes twice`)
  return {
    requestId,
    bytes: frame.length,
    body,
    sequences,
    query: false,
    silent: (flags & MORE_TO_COME) !== 0,
    exhaust: (flags & EXHAUST_ALLOWED) !== 0,
  }
}

function decodeBody(document: Buffer): Doc {
  if (document.length > MAX_BODY)
    refuse('BSONObjectTooLarge', `BSONObj size: ${document.length} is invalid. Size must be between 0 and ${MAX_BODY}`)
  return decode(document, null, MAX_COMMAND_DEPTH)
}

/** The bytes of a document or section, which starts with its own length. */
function slice(bytes: Buffer, at: number, end: number, least = 5): Buffer {
  if (at + 4 > end) refuse('FailedToParse', 'truncated message')
  const length = bytes.readInt32LE(at)
  if (length < least || at + length > end) refuse('FailedToParse', 'a length runs past the message')
  return bytes.subarray(at, at + length)
}

function parseQuery(frame: Buffer, requestId: number): Message {
  const nameEnd = frame.indexOf(0, HEADER + 4)
  if (nameEnd < 0) refuse('FailedToParse', 'truncated message')
  const namespace = frame.toString('utf8', HEADER + 4, nameEnd)
  if (!namespace.endsWith('.$cmd')) refuse('CommandNotSupported', 'OP_QUERY is only supported for the handshake')
  const body = decodeBody(slice(frame, nameEnd + 9, frame.length))
  body.set('$db', namespace.slice(0, -5))
  return { requestId, bytes: frame.length, body, sequences: new Map(), query: true, silent: false, exhaust: false }
}

let nextId = 1

/** `more` means that another reply to the same message follows. */
export function encodeMessage(answer: Answer, to: { requestId: number; query: boolean }, more = false): Buffer {
  const document = documentParts(answer)
  const head = Buffer.alloc(to.query ? HEADER + 20 : HEADER + 5)
  const length = head.length + (document[0] as Buffer).readInt32LE()
  if (length > MAX_MESSAGE) refuse('BSONObjectTooLarge', `an answer of ${length} bytes is larger than ${MAX_MESSAGE}`)
  head.writeInt32LE(length, 0)
  head.writeInt32LE(nextId++ & 0x7fffffff, 4)
  head.writeInt32LE(to.requestId, 8)
  head.writeInt32LE(to.query ? OP_REPLY : OP_MSG, 12)
  if (to.query)
    head.writeInt32LE(1, HEADER + 16) // number of documents
  else if (more) head.writeUInt32LE(MORE_TO_COME, HEADER)
  return Buffer.concat([head, ...document])
}

/** Copies stored documents into the reply without encoding them again. */
function documentParts(answer: ReadonlyMap<string, unknown>): Buffer[] {
  const parts: Buffer[] = [Buffer.alloc(4)]
  let plain = new Map<string, Value>()
  const flush = () => {
    if (plain.size > 0) parts.push(Buffer.from(encode(plain, MAX_MESSAGE)).subarray(4, -1))
    plain = new Map()
  }
  const element = (type: number, name: string, content: readonly Uint8Array[]) => {
    flush()
    parts.push(Buffer.from(`${String.fromCharCode(type)}${name}\0`))
    // Pushed one by one, because a large batch has more documents than a function call can take as arguments.
    for (const part of content) parts.push(part as Buffer)
  }
  for (const [name, value] of answer) {
    if (value instanceof RawDocument) element(3, name, [value.bytes])
    else if (value instanceof Raw) element(4, name, listParts(value.documents))
    else if (value instanceof Map && [...value.values()].some((v) => v instanceof Raw)) element(3, name, documentParts(value))
    else plain.set(name, value as Value)
  }
  flush()
  return close(parts)
}

function listParts(documents: readonly Uint8Array[]): Buffer[] {
  const parts: Buffer[] = [Buffer.alloc(4)]
  for (const [i, document] of documents.entries()) parts.push(Buffer.from(`\x03${i}\0`), document as Buffer)
  return close(parts)
}

function close(parts: Buffer[]): Buffer[] {
  parts.push(Buffer.alloc(1))
  ;(parts[0] as Buffer).writeInt32LE(parts.reduce((sum, part) => sum + part.length, 0))
  return parts
}
