/** Runs the gateway as a process, configured by environment variables. */
import { runAsProcess } from '@reelfair/service-kit'
import { gateway } from './app.ts'

await runAsProcess(gateway)
