/** Starts a broker, kills it, starts it again, says where it is and waits to be killed itself. */
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'amqplib'
import { startRabbit } from '../engines.ts'

const before = new Set(globSync(join(tmpdir(), 'reelfair-engine-*')))
const { uri, kill, restart } = await startRabbit()
const folder = globSync(join(tmpdir(), 'reelfair-engine-*/broker.pid')).find((path) => !before.has(join(path, '..')))
const declare = async () => {
  const connection = await connect(uri)
  const channel = await connection.createChannel()
  await channel.assertQueue('kept', { durable: true })
  await connection.close()
}
await declare()
await kill?.()
await restart?.()
const connection = await connect(uri)
const back = (await (await connection.createChannel()).checkQueue('kept')).queue === 'kept'
process.send?.({ port: Number(new URL(uri).port), folder: join(folder ?? '', '..'), back })
