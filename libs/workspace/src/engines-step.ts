/**
 * Installs RabbitMQ and Chromium, which the tests need and npm cannot provide. Installs them when run as root on
 * Debian; elsewhere, it prints instructions.
 */
import { spawnSync } from 'node:child_process'
import { exitCodeOf, type Outcome, type Print } from './run-steps.ts'
import { workspaceRoot } from './source-files.ts'

export interface Machine {
  has(program: string): boolean
  /** @returns whether the program exited with 0 */
  run(print: Print, program: string, ...args: string[]): Promise<boolean>
  readonly isRoot: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

const thisMachine: Machine = {
  has: (program) => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0,
  run: async (print, program, ...args) =>
    (await exitCodeOf(workspaceRoot, 'env', ['DEBIAN_FRONTEND=noninteractive', program, ...args], print)) === 0,
  isRoot: process.getuid?.() === 0,
  env: process.env,
}

interface Needed {
  readonly debian: string
  present(machine: Machine): boolean
  /** Whether a slower substitute is available if the installation fails. */
  serves?(machine: Machine): boolean
  /** Alternatives to installing the package, for the instructions. */
  readonly or: string
}

const NEEDED: readonly Needed[] = [
  {
    debian: 'rabbitmq-server',
    present: ({ has, env }: Machine) =>
      Boolean(env.AMQP_URL) || has('rabbitmq-server') || (has('docker') && spawnSync('docker', ['info'], { timeout: 5_000 }).status === 0),
    or: 'start Docker, or set AMQP_URL to a running broker',
  },
  {
    debian: 'chromium-headless-shell',
    present: ({ has, env }: Machine) => Boolean(env.CHROMIUM_BINARY) || has('chromium-headless-shell'),
    serves: ({ has }: Machine) => has('chromium'),
    or: 'or set CHROMIUM_BINARY to a Chromium or Chrome executable',
  },
]

/** Each of the two programs counts as one check. */
export async function engines(print: Print, machine: Machine = thisMachine): Promise<Outcome> {
  const missing = () => NEEDED.filter(({ present }) => !present(machine))
  const wanted = missing().map(({ debian }) => debian)
  if (wanted.length > 0 && machine.isRoot && machine.has('apt-get')) {
    print(`Installing ${wanted.join(' and ')} …`)
    const isUpdated = await machine.run(print, 'apt-get', 'update', '-qq')
    if (isUpdated) await machine.run(print, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...wanted)
  }
  const left = missing().filter(({ serves }) => !serves?.(machine))
  for (const { debian, or } of left) print(`${debian} is not installed. Install it (Debian: apt-get install ${debian}), ${or}.`)
  return { passed: NEEDED.length - left.length, failed: left.length }
}
