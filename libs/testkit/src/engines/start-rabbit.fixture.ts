/** Starts and uses a broker, sends its port to the parent process and waits until a test kills it. */
import { connect } from 'amqplib'
import { startRabbit } from '../engines.ts'

const { uri } = await startRabbit()
const connection = await connect(uri)
await connection.close()
process.send?.({ port: Number(new URL(uri).port) })
