/** `npm run dev` starts this program and passes the options in an environment variable. */
import { startInOneProcess } from './start-in-one-process.ts'
import { WATCHED } from './start-watched.ts'

const { web, ...parts } = JSON.parse(process.env[WATCHED] ?? '{}')
const started = await startInOneProcess({ ...parts, print: () => {} })
process.once('SIGTERM', () => void started.stop().finally(() => process.exit(0)))
await started.startGateway(web)
