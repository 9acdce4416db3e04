/**
 * Starts the RabbitMQ installed on this machine. Works as any user, without systemd and alongside other brokers.
 * Listens on loopback only.
 */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  endProcess,
  freePort,
  guardProcesses,
  isExecutable,
  processOf,
  programOfMachine,
  programOnPath,
  startDetached,
  waitForPort,
} from './process.ts'

/** Debian's wrapper on PATH switches to the user `rabbitmq`. This script runs as the current user. */
const DEBIANS_SCRIPT = '/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin/rabbitmq-server'

/** The broker stops accepting messages above this limit. RabbitMQ's default is 40% of the machine's memory. */
const MEMORY_LIMIT = '1GB'

/** On an idle machine, a broker takes 9 to 16 s to start with an empty folder. */
const START_WITHIN_MS = 120_000

export const rabbitmqProgram = (): string | undefined =>
  programOfMachine('RABBITMQ_BINARY', () => globSync(DEBIANS_SCRIPT).find(isExecutable) ?? programOnPath('rabbitmq-server'))

interface Ports {
  readonly amqp: number
  readonly distribution: number
  readonly epmd: number
}

export async function startRabbitmqProgram(program: string, folder: string, temporary: boolean) {
  mkdirSync(folder, { recursive: true })
  const ports: Ports = { amqp: await freePort(), distribution: await freePort(), epmd: await freePort() }
  const env = environmentOf(folder, ports)
  writeFileSync(env.RABBITMQ_CONFIG_FILE, configOf(ports))
  for (const file of [env.RABBITMQ_CONF_ENV_FILE, env.RABBITMQ_ENABLED_PLUGINS_FILE])
    writeFileSync(file, file.endsWith('plugins') ? '[].\n' : '')

  const dismissGuard = guardProcesses(folder, temporary)
  // By default, the broker starts Erlang's name server (epmd) as a daemon that outlives the broker. This epmd exits
  // with the broker.
  const epmd = startDetached(programOnPath('epmd') ?? 'epmd', ['-address', '127.0.0.1', '-port', String(ports.epmd)], {
    env,
    cwd: folder,
    pidFile: join(folder, 'epmd.pid'),
  })
  // With ALLOW_INPUT, the Erlang VM replaces the script and receives the signals. -noinput turns the Erlang shell off
  // again.
  const startBroker = async () => {
    const { child, output } = startDetached(program, ['-noinput'], { env, cwd: folder, pidFile: join(folder, 'broker.pid') })
    try {
      await waitForPort(ports.amqp, child, START_WITHIN_MS, () => `RabbitMQ (${program}) did not start. ${lastWords(folder, output())}`)
    } catch (error) {
      await endProcess(child, 'SIGKILL')
      throw error
    }
    return child
  }
  const end = async (signal: NodeJS.Signals) => {
    await endProcess(broker, signal)
    await endProcess(epmd.child, signal)
    dismissGuard()
  }
  let broker = await startBroker().catch(async (error: unknown) => {
    await endProcess(epmd.child, 'SIGKILL')
    dismissGuard()
    throw error
  })
  return {
    uri: `amqp://guest:guest@127.0.0.1:${ports.amqp}`,
    stop: () => end('SIGTERM'),
    kill: () => endProcess(broker, 'SIGKILL'),
    restart: async () => {
      await endProcess(broker, 'SIGTERM')
      broker = await startBroker()
    },
    process: () => processOf(broker),
  }
}

function environmentOf(folder: string, ports: Ports) {
  const others = Object.entries(process.env).filter(([name]) => !/^(RABBITMQ|ERL)_/.test(name))
  return {
    ...Object.fromEntries(others),
    // Erlang stores its distribution cookie in HOME.
    HOME: folder,
    RABBITMQ_NODENAME: 'reelfair@localhost',
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, 'rabbitmq-own-pid'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'rabbitmq-env.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_ALLOW_INPUT: '1',
    // Two schedulers without busy waiting, because the machine also runs the services and tests.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1} +S 2:2 +sbwt none +sbwtdcpu none +sbwtdio none',
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(ports.epmd),
  }
}

const configOf = (ports: Ports) => `listeners.tcp.default = 127.0.0.1:${ports.amqp}
vm_memory_high_watermark.absolute = ${MEMORY_LIMIT}
disk_free_limit.absolute = 100MB
log.file.level = warning
`

/** Last lines of the broker's log and output, for the error message of a failed start. */
function lastWords(folder: string, output: string): string {
  const logs = join(folder, 'log')
  const file = existsSync(logs) ? readdirSync(logs).find((name) => name.endsWith('localhost.log')) : undefined
  const text = file ? readFileSync(join(logs, file), 'utf8') : ''
  return `${text}\n${output}`.trim().split('\n').slice(-8).join('\n')
}
