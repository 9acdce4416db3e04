/** Runs the service as a process: `node src/main.ts`, configured by environment variables. */
import { runAsProcess } from '@reelfair/service-kit'
import { identity } from './app.ts'

await runAsProcess(identity)
