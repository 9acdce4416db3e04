/** Generates valid and hostile requests from a seed. */

export type Random = () => number

/**
 * Pseudo-random numbers from 0 to 1 (Mulberry32).
 * @example const random = randomOf(7); random() // the same number in every run
 */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const between = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1))
/** Returns a number from 1 to `most` on a logarithmic scale, so that small and large values are equally likely. */
const upTo = (random: Random, most: number) => Math.floor(Math.exp(random() * Math.log(most)))

export interface JsonSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly items?: JsonSchema
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** Ids of existing records, keyed by field name. */
export type KnownIds = Readonly<Record<string, string>>

/** Generates JSON that the schema probably accepts. */
function fitting(schema: JsonSchema, random: Random, known: KnownIds, name = ''): string {
  const inner = (one: JsonSchema, of = name) => fitting(one, random, known, of)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return JSON.stringify(pick(random, schema.enum))
  if (schema.anyOf) return inner(pick(random, schema.anyOf))
  switch (schema.type) {
    case 'string':
      return JSON.stringify(textFor(schema, random, known[name]))
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 1_000_000, multipleOf = 1 } = schema
      return `${Math.floor(between(random, Math.max(minimum, -1_000), Math.min(maximum, 1_000_000)) / multipleOf) * multipleOf}`
    }
    case 'boolean':
      return `${random() < 0.5}`
    case 'null':
      return 'null'
    case 'array':
      return `[${Array.from({ length: between(random, 0, Math.min(schema.maxItems ?? 3, 3)) }, () => inner(schema.items ?? {}))}]`
    case 'object':
      return objectText(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key) || random() < 0.5)
          .map(([key, one]) => [key, inner(one, key)]),
      )
    default:
      return JSON.stringify(words(random, 8))
  }
}

const objectText = (fields: readonly (readonly [string, string])[]) =>
  `{${fields.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join()}}`

const LETTERS = 'abcdefghijklmnopqrstuvwxyz é日0123456789'
const words = (random: Random, length: number) => Array.from({ length }, () => pick(random, [...LETTERS])).join('')

function textFor({ format, minLength = 0, maxLength = 40 }: JsonSchema, random: Random, id: string | undefined): string {
  if (format === 'uuid') return id !== undefined && random() < 0.8 ? id : crypto.randomUUID()
  if (format === 'date-time') return new Date(Date.UTC(2026, between(random, 0, 11), 1)).toISOString()
  if (format === 'date') return `2999-${pick(random, ['01', '12'])}-01`
  const likely = ['https://brand.example/x', `p.${words(random, 3).trim()}@example.org`, '+33 612345678', '/x', 'lea_maker', 'starter']
  const text = random() < 0.5 ? pick(random, likely) : words(random, between(random, minLength, Math.min(maxLength, 60)))
  return text.padEnd(minLength, 'x').slice(0, maxLength)
}

const STRANGE = [
  'null',
  'true',
  '-1',
  '1e308',
  '9007199254740993',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  '"__proto__"',
  '{"$ne":null}',
  '{"__proto__":{"role":"admin"}}',
  '[]',
  '[[]]',
  '"2026-02-30"',
  '"-271821-04-20T00:00:00.000Z"',
  `"${Buffer.from('[{"date":1e300},"x"]').toString('base64url')}"`,
  `"${Buffer.from('[{"$gt":""},"x"]').toString('base64url')}"`,
  `"${Buffer.from('[null,"x"]').toString('base64url')}"`,
]

/** Generates JSON of any length, depth and number of keys, up to the body size limit. */
function hostile(random: Random): string {
  switch (between(random, 0, 4)) {
    case 0:
      return `"${pick(random, ['a', 'é', '"', '\\n', '\\u0001']).replace(/^"$/, '\\"').repeat(upTo(random, 14_000))}"`
    case 1: {
      const depth = upTo(random, 20_000)
      return random() < 0.5 ? `${'['.repeat(depth)}${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    }
    case 2:
      return `[${Array(upTo(random, 20_000)).fill(pick(random, STRANGE.slice(0, 5)))}]`
    case 3:
      return objectText(strangeFields(random))
    default:
      return pick(random, STRANGE)
  }
}

function strangeFields(random: Random): [string, string][] {
  const name = pick(random, ['k', 'é', '\u0001', '__proto__', 'x'.repeat(upTo(random, 2_000)), '$set.', 'a.b.'])
  return Array.from({ length: upTo(random, Math.min(20_000, 90_000 / name.length)) }, (_, at) => [`${name}${at}`, '1'])
}

export interface Sent {
  readonly path: string
  readonly body: string | Uint8Array | undefined
  readonly headers: Readonly<Record<string, string>>
}

export interface Shape {
  readonly method: string
  /** Contains a `{name}` for each path parameter. */
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[]
  readonly body: JsonSchema | undefined
  readonly types: readonly string[]
}

const STRANGE_PARTS = ['%E0%A4%A', '%00', '..%2f..%2fetc', '__proto__', "'%20or%201=1", 'x'.repeat(1_500), '%F0%9F%92%A9', '{"$ne":1}']

/** A longer query would exceed the size limit for request headers. */
const MAX_QUERY = 8_000

/** Generates a valid request in two out of five cases, otherwise a request with one to three faults. */
export function generate(shape: Shape, random: Random, known: KnownIds, file: () => Uint8Array): Sent {
  const faults = random() < 0.4 ? 0 : between(random, 1, 3)
  const fields = new Map<string, string>(
    Object.entries(shape.body?.properties ?? {})
      .filter(([name]) => shape.body?.required?.includes(name) || random() < 0.5)
      .map(([name, schema]) => [name, fitting(schema, random, known, name)]),
  )
  const inPath = new Map<string, string>()
  const query: [string, string][] = []
  for (const { name, in: where, schema } of shape.parameters) {
    const value = () => String(JSON.parse(fitting(schema, random, known, name)))
    if (where === 'path') inPath.set(name, encodeURIComponent(value()))
    else if (where === 'query' && random() < 0.5) query.push([name, value()])
  }
  const headers: Record<string, string> = random() < 0.3 ? { 'idempotency-key': crypto.randomUUID() } : {}
  let body: string | Uint8Array | undefined
  for (let fault = 0; fault < faults; fault += 1) {
    switch (between(random, 0, 6)) {
      case 0:
      case 1:
        fields.set(pick(random, [...fields.keys(), 'unknown']), hostile(random))
        break
      case 2:
        fields.delete(pick(random, [...fields.keys(), '']))
        break
      case 3:
        for (const [name, json] of strangeFields(random)) fields.set(name, json)
        break
      case 4:
        for (const field of strangeFields(random).slice(0, 400)) query.push(field)
        query.push([pick(random, [...query.map(([name]) => name), 'x']), hostile(random).slice(0, 3_000)])
        break
      case 5:
        if (inPath.size > 0) inPath.set(pick(random, [...inPath.keys()]), pick(random, STRANGE_PARTS))
        else body = pick(random, ['', '{', '[]', 'null', '"x"', '{"a":1}}', '\ufeff{}'])
        break
      default:
        Object.assign(
          headers,
          pick<Record<string, string>>(random, [
            { 'content-type': pick(random, ['text/plain', 'application/json; charset=latin1', 'multipart/form-data']) },
            { 'content-encoding': 'gzip' },
            { 'idempotency-key': hostileHeader(random) },
            { 'accept-language': hostileHeader(random) },
            { range: pick(random, ['bytes=0-0', 'bytes=9999999-', 'bytes=-1', 'lines=1-2']) },
            { 'x-request-id': hostileHeader(random) },
          ]),
        )
    }
  }
  const path = shape.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath.get(name) ?? '')
  const search = query
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')
    .slice(0, MAX_QUERY)
    .replace(/%[\dA-F]?$/, '')
  const [type] = shape.types
  if (shape.types.length > 0 && type !== 'application/json') {
    headers['content-type'] ??= pick(random, shape.types)
    body ??= random() < 0.5 ? file() : Buffer.from(hostile(random))
  }
  return {
    path: search === '' || shape.method === 'POST' ? path : `${path}?${search}`,
    body: body ?? (shape.types.length > 0 ? objectText([...fields]) : undefined),
    headers,
  }
}

const hostileHeader = (random: Random) => pick(random, ['x', 'fr;q=', 'é'.normalize('NFD').slice(0, 1), ',']).repeat(upTo(random, 2_000))
