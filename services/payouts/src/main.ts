/** Runs payouts as a separate process: `node src/main.ts`, configured by environment variables. */
import { runAsProcess } from '@reelfair/service-kit'
import { payouts } from './app.ts'

await runAsProcess(payouts)
