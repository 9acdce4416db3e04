/** What `npm run dev` starts again after each change: the services and the gateway, told by one variable what `startInOneProcess` is given. */
import { startInOneProcess } from './start-in-one-process.ts'
import { WATCHED } from './start-watched.ts'

const { web, ...parts } = JSON.parse(process.env[WATCHED] ?? '{}')
const started = await startInOneProcess({ ...parts, say: () => {} })
process.once('SIGTERM', () => void started.stop().finally(() => process.exit(0)))
await started.startGateway(web)
