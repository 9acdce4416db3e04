import { runAsProcess } from '@reelfair/service-kit'
import { partnerships } from './app.ts'

await runAsProcess(partnerships)
