/** What the engines' processes need: ports, waiting for one, and an end with the process that started them, however that ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/**
 * A free port of 127.0.0.1 below 32768: above lie the ports that the kernel gives to outgoing connections, one of which could take it meanwhile.
 * @example const port = await freePort() // 23817
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000)
    if (await isFree(port)) return port
  }
}

/** Whether a port of 127.0.0.1 can be listened on now. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** The full path of a program on PATH. */
export function programOnPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The program that a variable names, or what is found on the machine; a variable that is set and empty stands for "none".
 * @throws Error with a sentence when the variable names no program
 */
export function programOfMachine(variable: string, search: () => string | undefined): string | undefined {
  const given = process.env[variable]
  if (given === undefined) return search()
  if (given && !isExecutable(given))
    throw new Error(`${variable} is ${given}, which is no program that can be run. Correct it or leave it out.`)
  return given || undefined
}

/** @throws Error with `why()` when the process ends first or the port does not open in time */
export async function waitForPort(port: number, child: ChildProcess, withinMs: number, why: () => string): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await opens(port))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) throw new Error(why())
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const opens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Starts a program in a session of its own, so that Ctrl-C in the terminal reaches only who started it. Its pid is kept in `pidFile` for the guard. */
export function startDetached(
  program: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; pidFile: string; cwd: string },
): { child: ChildProcess; told: () => string } {
  // Other users must not read its files. The shell becomes the program, so the pid and the signals are the program's.
  const child = spawn('sh', ['-c', 'umask 077; exec "$@"', 'sh', program, ...args], {
    env: options.env,
    cwd: options.cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) writeFileSync(options.pidFile, `${child.pid}\n`)
  let told = ''
  child.on('error', (error) => {
    told += error.message
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      told = (told + text).slice(-2000)
    })
  child.once('exit', () => rmSync(options.pidFile, { force: true }))
  return { child, told: () => told.trim() }
}

/** Ends a process by a signal, by SIGKILL if that takes too long; resolves when it has ended. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals, withinMs = 15_000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), withinMs)
  await ended
  clearTimeout(late)
}

/** A child's number, and its end, also one that lies behind. */
export function processOf(child: ChildProcess): { readonly pid: number | undefined; readonly ended: Promise<void> } {
  const over = child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  return { pid: child.pid, ended: over ? Promise.resolve() : new Promise((resolve) => child.once('exit', () => resolve())) }
}

/**
 * Kills what the `*.pid` files of a folder name as soon as this process is gone, also after kill -9, and with `remove` the folder too.
 * @returns how to send the guard home when all has been stopped in order
 */
export function guardProcesses(folder: string, remove: boolean): () => void {
  const script = `trap '' INT HUP TERM; cat > /dev/null; cat "$1"/*.pid 2> /dev/null | while read -r pid; do kill -9 "$pid"; done; [ "$2" = true ] && rm -rf "$1"`
  const guard = spawn('sh', ['-c', script, 'guard', folder, String(remove)], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  return () => guard.kill('SIGKILL')
}
