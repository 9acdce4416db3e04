/**
 * Starts, kills and restarts a broker, sends its port to the parent process and waits until a test kills it. Logs each
 * step to stderr.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'amqplib'
import { startRabbit } from '../engines.ts'

/**
 * RabbitMQ confirms a new queue up to two seconds before the queue is on disk. `topology.ts` waits for the same reason.
 */
const ON_DISK_AFTER_MS = 4_000

const began = Date.now()
const reached = (step: string) => process.stderr.write(`${Date.now() - began} ms: ${step}\n`)

const { uri, kill, restart } = await startRabbit()
reached('started')
const declare = async () => {
  const connection = await connect(uri)
  const channel = await connection.createChannel()
  await channel.assertQueue('kept', { durable: true })
  await connection.close()
}
await declare()
reached('declared')
await pause(ON_DISK_AFTER_MS)
await kill?.()
reached('killed')
await restart?.()
reached('restarted')
const connection = await connect(uri)
const back = (await (await connection.createChannel()).checkQueue('kept')).queue === 'kept'
process.send?.({ port: Number(new URL(uri).port), back })
