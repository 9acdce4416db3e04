/** `npm start` and `npm run dev`: starts everything, says where it is and what can be done there, and stops it on Ctrl-C. */
import { parseArgs } from 'node:util'
import { startDevServers } from './dev-servers.ts'
import { defaultFolder } from './folders.ts'
import { tourOf } from './market/tour.ts'
import { progressOn } from './progress.ts'
import { Sentence, sentenceOfError } from './sentence.ts'
import { DEFAULT_PORT, type Local, startLocal } from './start-local.ts'

const USAGE = `Usage: npm start -- [options]
  --port N        the address is http://localhost:N (${DEFAULT_PORT})
  --fresh         removes the data of .reelfair/ first
  --empty         nobody and nothing in it: without the demo
  --distributed   a process per service, on RabbitMQ; one that dies is started again
With MONGODB_URI or AMQP_URL set, that database or that RabbitMQ is used.`

/** A stop that takes longer is cut off: whatever was not finished is taken up again by the next start. */
const STOP_WITHIN_MS = 10_000

const progress = progressOn(process.stdout)

function readOptions() {
  try {
    const boolean = { type: 'boolean' } as const
    const { values } = parseArgs({
      options: { port: { type: 'string' }, fresh: boolean, empty: boolean, distributed: boolean, dev: boolean, help: boolean },
    })
    const port = Number(values.port ?? DEFAULT_PORT)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`--port needs a number from 1 to 65535, not ${values.port}.`)
    return { ...values, port }
  } catch (error) {
    throw new Sentence(`${(error as Error).message}\n${USAGE}`)
  }
}

/** The first Ctrl-C stops in order, or breaks the start off; the second one ends all at once. What is left of our processes then, their guard kills. */
function stopOnSignal(local: Promise<Local>, breakOff: AbortController, stopDev: () => Promise<void>): void {
  let asked = false
  const stop = async () => {
    breakOff.abort()
    progress.say('Stopping … (Ctrl-C again ends it at once)')
    setTimeout(() => {
      progress.say('It took too long and was cut off; the next start goes on where it was.')
      process.exit(1)
    }, STOP_WITHIN_MS)
    const started = await local.catch(() => undefined)
    await Promise.all([started?.stop(), stopDev()])
    process.exit(0)
  }
  const onSignal = () => {
    if (asked) process.exit(130)
    asked = true
    stop().catch((error: unknown) => {
      progress.say(sentenceOfError(error))
      process.exit(1)
    })
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Who can be killed by hand to see it come back. */
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
    `  The sandbox's console: ${sandbox.url}`,
    `    moves the clock, posts test earnings, makes Stripe go wrong; the payment pages have the test cards on them`,
    `  Mailbox: ${sandbox.url}/mail`,
    '    whoever signs up finds the confirmation there',
    `  Social networks: ${sandbox.url}/social`,
    '    put a code into a bio there, publish videos, and see the views come',
    ...sandbox.lostPorts.map(
      (port) => `    Links to videos at port ${port}, where these data were before, don’t open: another program uses that port.`,
    ),
    '',
    ...(signIns.length
      ? [`  Sign up at ${url}/signup, or sign in at ${url}/login: the password of all is ${signIns[0]?.password}`, ...people]
      : [
          '  There are no people of the demo in these data. Sign up, or see `npm run cli` for how to make people.',
          ...(process.env.MONGODB_URI ? [] : ['  `npm start -- --fresh` begins anew, with the demo.']),
        ]),
    '',
    ...(local.hasMarket
      ? [...tourOf({ url, sandboxUrl: sandbox.url, password: signIns[0]?.password ?? '' }).map((line) => `  ${line}`), '']
      : []),
    `  \`npm run cli\` lists the operators' commands. Data and logs lie in ${defaultFolder}.`,
    ...(distributed
      ? ['  Kill a process (`kill -9 N`) and see it come back, under another number:', `    ${processesOf(local).join(', ')}`]
      : []),
    '  Ctrl-C stops it.',
    '',
  ].join('\n')
}

try {
  const { port, fresh = false, empty = false, distributed = false, dev = false, help } = readOptions()
  if (help) {
    progress.say(USAGE)
    process.exit(0)
  }
  const devServers = dev ? await startDevServers(`http://localhost:${port}`, progress) : undefined
  const breakOff = new AbortController()
  const starting = startLocal({
    signal: breakOff.signal,
    port,
    fresh,
    empty,
    market: !empty,
    distributed,
    watch: dev,
    progress,
    ...(devServers ? devServers.local : {}),
  })
  stopOnSignal(starting, breakOff, async () => devServers?.stop())
  const local = await starting
  await devServers?.ready
  progress.say(welcome(local, distributed))
} catch (error) {
  process.stderr.write(`\n${sentenceOfError(error)}\n`)
  process.exit(1)
}
