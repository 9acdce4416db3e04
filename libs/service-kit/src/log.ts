/** No code may log bodies, cookies, tokens or queries; redaction is a second safeguard. */
import { type DestinationStream, destination, type Logger, pino } from 'pino'

const SECRET = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'privateKey',
  'set-cookie',
  'x-set-session',
  'x-device',
  'x-set-device',
  'x-oauth',
  'x-set-oauth',
  'x-challenge',
  'x-set-challenge',
  'x-gateway-secret',
]

/**
 * Buffers lines for up to 250 ms, because a system call per line would take a tenth of a request's time. Node flushes
 * the buffer on exit.
 */
const STDOUT = { fd: 1, sync: false, minLength: 8192, periodicFlush: 250 }

/**
 * Creates a log of JSON lines.
 * @param service undefined for a process whose services add their own names
 * @param to destination. Default: stdout, in order and up to 250 ms late
 * @example const log = createLog('campaigns', 'info')
 */
export function createLog(service: string | undefined, level: string, to: DestinationStream = destination(STDOUT)): Logger {
  return pino(
    {
      level,
      base: service === undefined ? null : { service },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET.flatMap((key) => [`["${key}"]`, `*["${key}"]`]), censor: '[secret]' },
      errorKey: 'error',
      // Pino's own serializer of `err` would log everything that drivers attach.
      serializers: { error: (error) => errorLine(error), err: (error) => errorLine(error) },
    },
    to,
  )
}

/**
 * Returns an error's stack and causes. Drops the requests, replies, documents and duplicate key values that drivers
 * attach.
 */
function errorLine(error: unknown, causes = MAX_CAUSES): unknown {
  if (!(error instanceof Error)) return text(String(error))
  const { name, message, stack } = error
  const cause = causes > 0 ? error.cause : undefined
  const code = 'code' in error && ['string', 'number'].includes(typeof error.code) ? { code: error.code } : {}
  return {
    name,
    message: text(message),
    stack: text(stack ?? ''),
    ...code,
    ...(cause === undefined ? {} : { cause: errorLine(cause, causes - 1) }),
  }
}

/** Error messages may quote client input. */
const MAX_TEXT = 4_000
const MAX_CAUSES = 4

const text = (value: string) =>
  value
    .slice(0, 2 * MAX_TEXT)
    .replaceAll(/ dup key: \{.*?(\}(?=\n)|\}?$)/gs, '')
    .slice(0, MAX_TEXT)
