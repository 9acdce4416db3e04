/** Starts an embedded MongoDB in a process of its own, so that its work never delays the caller's event loop. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface EmbeddedMongoOptions {
  /** Where the data lasts; made if it does not exist. One process at a time may use it. */
  readonly dataDir: string
  /** A port of 127.0.0.1; any free one when left out. */
  readonly port?: number
  /** Path of a Unix socket, in place of a port. */
  readonly socket?: string
  /** The data file grows no further than this many bytes; writes beyond it fail with code 14031. */
  readonly maxBytes?: number
  /** Seconds between two passes over TTL indexes; 60 when left out. */
  readonly ttlSeconds?: number
  /** Allows the command configureFailPoint; for tests. */
  readonly failPoints?: boolean
  /** Leaves out the sentence on standard error that says what this engine is for. */
  readonly quiet?: boolean
}

export interface EmbeddedMongo {
  /** A connection string for any MongoDB driver. */
  readonly uri: string
  /** The server's process. */
  readonly pid: number
  /** Resolves when its process has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Stops it cleanly; resolves when its process has ended. */
  stop(): Promise<void>
}

/**
 * Starts the engine and waits until it answers.
 * @throws Error with a sentence for people when the directory is in use or the port is taken
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
  if (options.quiet) args.push('--quiet')
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  // V8 would let garbage grow to more gigabytes before it collects; what commands may hold together is far less.
  // In a session of its own: Ctrl-C in the terminal reaches only the caller, who stops the engine when its own work is done.
  const child = spawn(process.execPath, ['--max-old-space-size=2048', main, ...args], { detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  let told = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told = (told + text).slice(-2000)
    process.stderr.write(text)
  })
  // 'close' comes after the last of what it had to say.
  const exited = once(child, 'close')
  const ready = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const uri = await Promise.race([
    ready.then(([line]) => line),
    exited.then(() => Promise.reject(new Error(told.trim() || 'The embedded MongoDB ended before it was ready.'))),
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
