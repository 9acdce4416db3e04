/** Renders refusals as problem+json (RFC 9457). */
import { type ErrorCode, type ErrorDetails, errorTable, type Locale, type Problem, Refusal, sentenceOf } from '@reelfair/contracts'
import type { z } from 'zod'

/** Importing `node:http` would read all its exports, and reading `WebSocket` loads undici, which takes 2.5 MB. */
export const nodeHttp = process.getBuiltinModule('node:http')

/** Input that violates its schema. Its messages are already in the reader's language. */
export class InvalidInput extends Refusal {
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('invalid_input')
    this.issues = issues
  }
}

/** Maximum size of an error response; a larger response contains only its sentence. */
const PROBLEM_LIMIT_BYTES = 16 * 1024
const MAX_FIELDS = 20
const MAX_NAME = 64
const MAX_SENTENCE = 1_000

export function renderProblem(refusal: Refusal, locale: Locale, requestId: string): { readonly status: number; readonly body: string } {
  const { details, fields, ...short } = problemOf(refusal, locale, requestId)
  const { status, detail } = short
  const whole = JSON.stringify({ ...short, details, fields })
  const fits = Buffer.byteLength(whole) <= PROBLEM_LIMIT_BYTES
  return { status, body: fits ? whole : JSON.stringify({ ...short, detail: detail.slice(0, MAX_SENTENCE) }) }
}

function problemOf(refusal: Refusal, locale: Locale, requestId: string): Problem {
  const { code, details } = refusal
  const { status } = errorTable[code]
  return {
    type: 'about:blank',
    status,
    code,
    title: nodeHttp.STATUS_CODES[status] ?? code,
    detail: sentenceOf(code, { ...details, requestId }, locale),
    requestId,
    ...(Object.keys(details).length > 0 ? { details } : {}),
    ...(refusal instanceof InvalidInput ? { fields: fieldsOfAll(refusal.issues, locale) } : {}),
  }
}

const fieldsOfAll = (issues: readonly z.core.$ZodIssue[], locale: Locale) =>
  issues
    .slice(0, MAX_FIELDS)
    .flatMap((issue) => fieldsOf(issue, locale))
    .slice(0, MAX_FIELDS)
    .map(({ path, message }) => ({ path: path.slice(0, MAX_NAME), message }))

/** Reports an unknown field under its own path instead of its parent's. */
function fieldsOf(issue: z.core.$ZodIssue, locale: Locale): { path: string; message: string }[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: issue.message }))
  return [{ path: path.join('.'), message: localized(issue.message, locale) }]
}

/** A contract schema may use an error code as its message. */
const localized = (message: string, locale: Locale): string =>
  Object.hasOwn(errorTable, message) ? sentenceOf(message as ErrorCode, {}, locale) : message

export function headersOf(code: ErrorCode, details: ErrorDetails): Record<string, string> {
  if (errorTable[code].status === 429) return { 'retry-after': String(details.seconds ?? 60) }
  if (code === 'unavailable' || code === 'too_many_uploads') return { 'retry-after': String(details.seconds ?? 2) }
  if (code === 'not_signed_in') return { 'www-authenticate': 'Bearer' }
  return {}
}
