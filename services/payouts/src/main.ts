import { runAsProcess } from '@reelfair/service-kit'
import { payouts } from './app.ts'

await runAsProcess(payouts)
