import { runAsProcess } from '@reelfair/service-kit'
import { campaigns } from './app.ts'

await runAsProcess(campaigns)
