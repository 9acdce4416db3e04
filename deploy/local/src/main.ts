import { parseArgs } from 'node:util'
import { startDevServers } from './dev-servers.ts'
import { defaultFolder } from './folders.ts'
import { tourOf } from './market/tour.ts'
import { progressOn } from './progress.ts'
import { DEFAULT_PORT, type Local, startLocal } from './start-local.ts'
import { describeError, UserError } from './user-error.ts'

const USAGE = `Usage: npm start -- [options]
  --port N        serves http://localhost:N (default: ${DEFAULT_PORT})
  --fresh         deletes the data in .reelfair/ first
  --empty         starts without users and demo data
  --distributed   runs one process per service, on RabbitMQ, and restarts any that dies
If MONGODB_URI or AMQP_URL is set, that database or RabbitMQ is used.`

/** After this time, Reelfair exits; the next start resumes unfinished work. */
const STOP_WITHIN_MS = 10_000

const progress = progressOn(process.stdout)

function readOptions() {
  try {
    const boolean = { type: 'boolean' } as const
    const { values } = parseArgs({
      options: { port: { type: 'string' }, fresh: boolean, empty: boolean, distributed: boolean, dev: boolean, help: boolean },
    })
    const port = Number(values.port ?? DEFAULT_PORT)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`--port must be from 1 to 65535, not ${values.port}.`)
    return { ...values, port }
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n${USAGE}`)
  }
}

/**
 * The first Ctrl-C stops the system gracefully or cancels the start. The second exits immediately; the guard process
 * then kills the remaining child processes.
 */
function stopOnSignal(local: Promise<Local>, cancel: AbortController, stopDev: () => Promise<void>): void {
  let isStopping = false
  const stop = async () => {
    cancel.abort()
    progress.print('Stopping … (press Ctrl-C again to exit immediately)')
    setTimeout(() => {
      progress.print('Stopping took too long, so Reelfair exited. The next start resumes unfinished work.')
      process.exit(1)
    }, STOP_WITHIN_MS)
    const started = await local.catch(() => undefined)
    await Promise.all([started?.stop(), stopDev()])
    process.exit(0)
  }
  const onSignal = () => {
    if (isStopping) process.exit(130)
    isStopping = true
    stop().catch((error: unknown) => {
      progress.print(describeError(error))
      process.exit(1)
    })
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

function processesOf({ services, broker, database }: Local): string[] {
  const all = [...Object.entries(services), ['RabbitMQ', broker?.process?.()] as const, ['database', database.process?.()] as const]
  return all.flatMap(([name, one]) => {
    const pid = typeof one?.pid === 'function' ? one.pid() : one?.pid
    return pid === undefined ? [] : `${name} ${pid}`
  })
}

function welcome(local: Local, distributed: boolean): string {
  const { url, sandbox, signIns } = local
  const width = signIns.reduce((widest, { email }) => Math.max(widest, email.length), 0)
  const people = signIns.map(({ email, does }) => `    ${email.padEnd(width)}  ${does}`)
  return [
    '',
    `  Reelfair is ready: ${url}`,
    '',
    `  Sandbox console: ${sandbox.url}`,
    `    move the clock, post test earnings, simulate Stripe failures; payment pages list the test cards`,
    `  Mailbox: ${sandbox.url}/mail`,
    '    read the e-mails that Reelfair sends, such as sign-up confirmations',
    `  Social networks: ${sandbox.url}/social`,
    '    add a code to a bio, publish videos and watch their views grow',
    ...sandbox.lostPorts.map((port) => `    Video links from an earlier start on port ${port} don’t work: another program uses that port.`),
    '',
    ...(signIns.length
      ? [`  Sign up at ${url}/signup, or sign in at ${url}/login. Password for all accounts: ${signIns[0]?.password}`, ...people]
      : [
          '  This data contains no demo accounts. Sign up, or create users with the commands that `npm run cli` lists.',
          ...(process.env.MONGODB_URI ? [] : ['  `npm start -- --fresh` deletes the data and starts over with the demo.']),
        ]),
    '',
    ...(local.hasMarket
      ? [...tourOf({ url, sandboxUrl: sandbox.url, password: signIns[0]?.password ?? '' }).map((line) => `  ${line}`), '']
      : []),
    `  \`npm run cli\` lists the operator commands. Data and logs are in ${defaultFolder}.`,
    ...(distributed
      ? ['  If you kill a process (`kill -9 PID`), Reelfair restarts it with a new pid:', `    ${processesOf(local).join(', ')}`]
      : []),
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n')
}

try {
  const { port, fresh = false, empty = false, distributed = false, dev = false, help } = readOptions()
  if (help) {
    progress.print(USAGE)
    process.exit(0)
  }
  const devServers = dev ? await startDevServers(`http://localhost:${port}`, progress) : undefined
  const cancel = new AbortController()
  const starting = startLocal({
    signal: cancel.signal,
    port,
    fresh,
    empty,
    market: !empty,
    distributed,
    watch: dev,
    progress,
    ...(devServers ? devServers.local : {}),
  })
  stopOnSignal(starting, cancel, async () => devServers?.stop())
  const local = await starting
  await devServers?.ready
  progress.print(welcome(local, distributed))
} catch (error) {
  process.stderr.write(`\n${describeError(error)}\n`)
  process.exit(1)
}
