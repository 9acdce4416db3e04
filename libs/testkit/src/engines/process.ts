import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/**
 * Finds a free port on 127.0.0.1 below 32768, because the kernel could assign a higher port to an outgoing connection.
 * @example const port = await freePort() // 23817
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000)
    if (await isFree(port)) return port
  }
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

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
 * Returns the program that an environment variable names. Calls `search` if the variable is unset; an empty variable
 * disables local programs.
 * @throws Error if the variable does not name an executable file
 */
export function programOfMachine(variable: string, search: () => string | undefined): string | undefined {
  const given = process.env[variable]
  if (given === undefined) return search()
  if (given && !isExecutable(given))
    throw new Error(`${variable} is ${given}, which is not an executable file. Correct or unset the variable.`)
  return given || undefined
}

/** @throws Error with the message of `why()` if the process ends first or the port does not open in time */
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

/**
 * Starts a program in a new session, so that Ctrl-C reaches only the parent process. The guard reads the program's pid
 * from `pidFile`.
 */
export function startDetached(
  program: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; pidFile: string; cwd: string },
): { child: ChildProcess; output: () => string } {
  // The umask hides the program's files from other users. `exec` replaces the shell, so that the program receives the
  // signals.
  const child = spawn('sh', ['-c', 'umask 077; exec "$@"', 'sh', program, ...args], {
    env: options.env,
    cwd: options.cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) writeFileSync(options.pidFile, `${child.pid}\n`)
  let output = ''
  child.on('error', (error) => {
    output += error.message
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2000)
    })
  child.once('exit', () => rmSync(options.pidFile, { force: true }))
  return { child, output: () => output.trim() }
}

/** Sends a signal to a process, then SIGKILL after `withinMs`, and waits until the process ends. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals, withinMs = 15_000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), withinMs)
  await ended
  clearTimeout(late)
}

/** `ended` resolves even if the child has already ended. */
export function processOf(child: ChildProcess): { readonly pid: number | undefined; readonly ended: Promise<void> } {
  const over = child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  return { pid: child.pid, ended: over ? Promise.resolve() : new Promise((resolve) => child.once('exit', () => resolve())) }
}

/**
 * Starts a guard process. When this process ends, even by kill -9, the guard kills the processes listed in the folder's
 * `*.pid` files and, with `remove`, deletes the folder.
 * @returns a function that ends the guard after a normal shutdown
 */
export function guardProcesses(folder: string, remove: boolean): () => void {
  const script = `trap '' INT HUP TERM; cat > /dev/null; cat "$1"/*.pid 2> /dev/null | while read -r pid; do kill -9 "$pid"; done; [ "$2" = true ] && rm -rf "$1"`
  const guard = spawn('sh', ['-c', script, 'guard', folder, String(remove)], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.unref()
  return () => guard.kill('SIGKILL')
}
