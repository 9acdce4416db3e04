/** Parses parameters as Stripe does: form data with bracketed names in /v1, JSON in /v2. Rejects unknown parameters. */
import { parse } from 'qs'
import { z } from 'zod'
import { wrongParameter } from './fault.ts'

/** Above the parser's defaults, so that every real parameter fits, but low enough to stop attacks. */
const LIMITS = { depth: 12, arrayLimit: 200, parameterLimit: 5_000, allowSparse: false } as const

export const parseForm = (text: string): Record<string, unknown> => parse(text, LIMITS) as Record<string, unknown>

const fromText = (read: (text: string) => unknown) => (value: unknown) => (typeof value === 'string' ? read(value) : value)

export const int = z.preprocess(
  fromText((text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)),
  z.int(),
)
export const bool = z.preprocess(
  fromText((text) => (text === 'true' ? true : text === 'false' ? false : text)),
  z.boolean(),
)
export const text = z.string().min(1).max(5_000)
/** An empty string instead of an object removes all metadata keys. */
export const metadata = z.union([z.literal(''), z.record(z.string().min(1).max(40), z.string().max(500))])
export const currency = z.literal('eur')

export const shipping = z.strictObject({ name: text, address: z.record(z.string(), z.string()) })

export const listing = {
  limit: int.pipe(z.int().min(1).max(100)).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
}

/** List filter by creation time, in Unix seconds. */
export const created = z.union([int, z.strictObject({ gt: int.optional(), gte: int.optional(), lt: int.optional(), lte: int.optional() })])

export const within = (range: z.infer<typeof created> | undefined, at: number): boolean =>
  range === undefined ||
  (typeof range === 'number'
    ? at === range
    : at > (range.gt ?? -1) &&
      at >= (range.gte ?? 0) &&
      at < (range.lt ?? Number.POSITIVE_INFINITY) &&
      at <= (range.lte ?? Number.POSITIVE_INFINITY))

const bracketed = ([first = '', ...rest]: readonly PropertyKey[]): string =>
  String(first) + rest.map((part) => `[${String(part)}]`).join('')

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)

/** @throws StripeFault 400 for the first invalid parameter, with Stripe's message */
export function readParams<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(given)
  if (success) return data
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? ''])
    throw wrongParameter(`Received unknown parameter: ${param}`, 'parameter_unknown', param)
  }
  const path = issue?.path ?? []
  const param = bracketed(path)
  const value = at(given, path)
  if (value === undefined) throw wrongParameter(`Missing required param: ${param}.`, 'parameter_missing', param)
  if (value === '')
    throw wrongParameter(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      'parameter_invalid_empty',
      param,
    )
  if (issue?.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number'))
    throw wrongParameter(`Invalid integer: ${String(value)}`, 'parameter_invalid_integer', param)
  throw wrongParameter(`Invalid ${param}: ${issue?.message ?? 'not valid'}`, undefined, param)
}
