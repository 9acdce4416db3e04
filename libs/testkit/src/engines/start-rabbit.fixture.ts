/** Starts a broker, sends its port to the parent process and waits until a test kills it. */
import { startRabbit } from '../engines.ts'

const { uri } = await startRabbit()
process.send?.({ port: Number(new URL(uri).port) })
