import { runAsProcess } from '@reelfair/service-kit'
import { metrics } from './app.ts'

await runAsProcess(metrics)
