/** Child process of `npm run dev`, which passes the start options in an environment variable. */
import { startInOneProcess } from './start-in-one-process.ts'
import { WATCHED } from './start-watched.ts'

const { web, ...parts } = JSON.parse(process.env[WATCHED] ?? '{}')
const started = await startInOneProcess({ ...parts, say: () => {} })
process.once('SIGTERM', () => void started.stop().finally(() => process.exit(0)))
await started.startGateway(web)
