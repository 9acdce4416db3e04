/** How a service logs: JSON lines on stdout. No body, cookie, token or query is ever given to it; the list below is a second lock. */
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
  'x-gateway-secret',
]

/** Lines are written together, four a second at least: one system call for each would cost a request a tenth of its time. What lies there is written at the exit. */
const STDOUT = { fd: 1, sync: false, minLength: 8192, periodicFlush: 250 }

/**
 * A log.
 * @param service Whose; undefined for a process that hands it on to services, which put their names on it.
 * @param to Stdout when left out; in order, up to 250 ms late.
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
      // The house writes `error`; pino itself writes `err` for an error that is given alone.
      serializers: { error: (error) => errorLine(error), err: (error) => errorLine(error) },
    },
    to,
  )
}

/** What of an error may be logged: its stack and causes. Drivers hang requests, replies and documents on their errors, and name a double key's values; these stay out. */
function errorLine(error: unknown, causes = MOST_CAUSES): unknown {
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

/** A line stays short whatever an error carries; messages may repeat what a stranger sent. */
const LONGEST_TEXT = 4_000
const MOST_CAUSES = 4

const text = (said: string) =>
  said
    .slice(0, 2 * LONGEST_TEXT)
    .replaceAll(/ dup key: \{.*?(\}(?=\n)|\}?$)/gs, '')
    .slice(0, LONGEST_TEXT)
