/**
 * Runs the embedded MongoDB as a program: `npm run -s mongod -- --data DIR --port N`. Prints its URI on one line when
 * it is ready.
 */
import { parseArgs } from 'node:util'
import { lockDirectory } from './lock.ts'
import { startServer } from './server.ts'

// Other users of the machine must not read the database.
process.umask(0o077)

const USAGE = `Usage: mongod --data DIR [--port N | --socket PATH] [--max-bytes N] [--ttl-seconds N] [--no-sync] [--fail-points]
  --data DIR       data directory (for one process at a time)
  --port N         port on 127.0.0.1; 0 or omitted: any free port
  --socket PATH    Unix socket to use instead of a port
  --max-bytes N    maximum size of the data file in bytes
  --ttl-seconds N  seconds between two passes over TTL indexes (default: 60)
  --no-sync        commit without waiting for the disk (for tests)
  --fail-points    enable configureFailPoint (for tests)
  --with-parent    exit when standard input closes (for programs that start it)`

const NOTICE =
  'Embedded MongoDB (backed by SQLite) for evaluation, development, tests and small single-machine use. It is a single node without authentication; use a real MongoDB for anything else.'

function fail(error: unknown): never {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

function numberOf(name: string, value: string | undefined, max = Number.MAX_SAFE_INTEGER): number | undefined {
  if (value === undefined) return undefined
  const n = Number(value)
  if (!Number.isInteger(n) || n < 0 || n > max) fail(new Error(`--${name} needs a whole number up to ${max}, not '${value}'.\n${USAGE}`))
  return n
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        socket: { type: 'string' },
        'max-bytes': { type: 'string' },
        'ttl-seconds': { type: 'string' },
        'no-sync': { type: 'boolean' },
        'fail-points': { type: 'boolean' },
        'with-parent': { type: 'boolean' },
        quiet: { type: 'boolean' },
      },
    })
    return values
  } catch (error) {
    return fail(new Error(`${(error as Error).message}\n${USAGE}`))
  }
}

const given = options()
const dataDir = given.data ?? fail(new Error(USAGE))
try {
  const lock = lockDirectory(dataDir)
  const server = await startServer({
    dataDir,
    port: numberOf('port', given.port, 65535),
    socket: given.socket,
    maxBytes: numberOf('max-bytes', given['max-bytes']),
    ttlSeconds: numberOf('ttl-seconds', given['ttl-seconds']),
    failPoints: given['fail-points'],
    noSync: given['no-sync'],
  })

  let stopping = false
  const stop = async () => {
    // Ctrl-C reaches this process and its parent. The parent's exit closes standard input, which requests a second
    // stop.
    if (stopping) return
    stopping = true
    await server.stop()
    lock.release()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (given['with-parent']) process.stdin.once('close', stop).resume()

  // Last: from here on, a program that waits for the address may stop this one.
  if (!given.quiet) process.stderr.write(`${NOTICE}\n`)
  process.stdout.write(`${server.uri}\n`)
} catch (error) {
  const { code } = error as { code?: string }
  fail(
    code === 'EADDRINUSE'
      ? new Error(`${given.socket ?? `Port ${given.port}`} is in use. Choose another one, or omit the option to use any free port.`)
      : error,
  )
}
