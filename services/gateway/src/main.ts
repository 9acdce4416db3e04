import { runAsProcess } from '@reelfair/service-kit'
import { gateway } from './app.ts'

await runAsProcess(gateway)
