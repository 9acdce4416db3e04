/** Starts an embedded MongoDB in a separate process, so that it never blocks the caller's event loop. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface EmbeddedMongoOptions {
  /** Data directory, created if it does not exist. Only one process at a time can use it. */
  readonly dataDir: string
  /** Port on 127.0.0.1. Default: any free port. */
  readonly port?: number
  /** Path of a Unix socket that replaces the port. */
  readonly socket?: string
  /** Maximum size of the data file in bytes. Writes beyond this size fail with code 14031. */
  readonly maxBytes?: number
  /** Seconds between deletions of expired documents. Default: 60. */
  readonly ttlSeconds?: number
  /** Enables the configureFailPoint command, for tests. */
  readonly failPoints?: boolean
  /**
   * Commits without waiting for the disk. Acknowledged writes survive the death of the process, but not a power
   * failure.
   */
  readonly noSync?: boolean
  /** Suppresses the notice on standard error about the engine's intended use. */
  readonly quiet?: boolean
}

export interface EmbeddedMongo {
  /** Connection string for any MongoDB driver. */
  readonly uri: string
  readonly pid: number
  /** Resolves when the server process ends, for any reason. */
  readonly ended: Promise<void>
  /** Stops the server cleanly and waits until its process ends. */
  stop(): Promise<void>
}

/**
 * Starts the engine and waits until it accepts connections.
 * @throws Error with a user-readable message if the directory or the port is in use
 * @example
 * const { uri, stop } = await startEmbeddedMongo({ dataDir: '.reelfair/mongo' })
 * await mongoose.connect(uri, { dbName: 'identity' })
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const args = ['--data', options.dataDir, '--with-parent']
  if (options.port !== undefined) args.push('--port', String(options.port))
  if (options.socket !== undefined) args.push('--socket', options.socket)
  if (options.maxBytes !== undefined) args.push('--max-bytes', String(options.maxBytes))
  if (options.ttlSeconds !== undefined) args.push('--ttl-seconds', String(options.ttlSeconds))
  if (options.failPoints) args.push('--fail-points')
  if (options.noSync) args.push('--no-sync')
  if (options.quiet) args.push('--quiet')
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  // Without the heap limit, V8 lets garbage grow to several gigabytes. The child is detached, so that Ctrl-C reaches
  // only the caller, which stops the engine last.
  const child = spawn(process.execPath, ['--max-old-space-size=2048', main, ...args], { detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  let stderrTail = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-2000)
    process.stderr.write(text)
  })
  // The child emits 'close' after all its output.
  const exited = once(child, 'close')
  const ready = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const uri = await Promise.race([
    ready.then(([line]) => line),
    exited.then(() => Promise.reject(new Error(stderrTail.trim() || 'The embedded MongoDB exited before it was ready.'))),
  ])
  return {
    uri,
    pid: child.pid as number,
    ended: new Promise((resolve) => child.once('close', () => resolve())),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exited
      clearTimeout(late)
    },
  }
}
