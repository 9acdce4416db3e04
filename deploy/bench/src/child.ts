/** Runs servers as separate processes, as in production, while the bench process generates the load. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once as event } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const START_WITHIN_MS = 60_000

export interface Child {
  readonly url: string
  readonly readyMessage: Readonly<Record<string, unknown>>
  readonly process: ChildProcess
  stop(): Promise<void>
}

/**
 * Starts a program in this folder that prints `{"ready":"http://…"}` on a line, as the services do. Other output is
 * discarded.
 * @throws Error with the end of the error output if the program exits before it is ready
 */
export async function startChild(program: string, env: Readonly<Record<string, string>>): Promise<Child> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, program)], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderrTail = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderrTail = (stderrTail + text).slice(-2_000)
  })
  const ended = event(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  const startTimeout = setTimeout(() => child.kill('SIGKILL'), START_WITHIN_MS)
  const lines = createInterface(child.stdout)
  const ready = new Promise<{ ready: string }>((resolve) => {
    lines.on('line', (line) => {
      if (line.startsWith('{"ready":')) resolve(JSON.parse(line))
    })
  })
  const message = await Promise.race([ready, ended.then(() => undefined)])
  clearTimeout(startTimeout)
  if (message === undefined) throw new Error(`${program} exited before it was ready. ${stderrTail}`)
  // Discard further output unread: the CPU time for splitting the log into lines would count against the product.
  lines.close()
  child.stdout.resume()
  return { url: message.ready, readyMessage: message, process: child, stop }
}

/** Returns the resident memory in MB (1,000,000 bytes). */
export function residentMb({ pid }: ChildProcess): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1e6
}
