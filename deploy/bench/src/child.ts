/** Servers as processes of their own, as they run in production: the bench is the load, they are the servers. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once as event } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const START_WITHIN_MS = 60_000

export interface Child {
  readonly url: string
  /** All of the line that it was ready with. */
  readonly said: Readonly<Record<string, unknown>>
  readonly process: ChildProcess
  stop(): Promise<void>
}

/**
 * Starts a program that prints `{"ready":"http://…"}` in a line of its own, as services do. What else it prints is let go.
 * @throws Error with what it said on stderr when it ends before
 */
export async function startChild(program: string, env: Readonly<Record<string, string>>): Promise<Child> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000)
  })
  const ended = event(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  const late = setTimeout(() => child.kill('SIGKILL'), START_WITHIN_MS)
  const lines = createInterface(child.stdout)
  const ready = new Promise<{ ready: string }>((resolve) => {
    lines.on('line', (line) => {
      if (line.startsWith('{"ready":')) resolve(JSON.parse(line))
    })
  })
  const said = await Promise.race([ready, ended.then(() => undefined)])
  clearTimeout(late)
  if (said === undefined) throw new Error(`${program} ended before it was ready. ${complaint}`)
  // From here on it is let go unread: cutting a service's log into lines would be work of the bench, counted as the product's.
  lines.close()
  child.stdout.resume()
  return { url: said.ready, said, process: child, stop }
}

/** The memory that a process holds, in MB of a million bytes. */
export function residentMb({ pid }: ChildProcess): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1e6
}
