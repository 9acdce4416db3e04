import { runAsProcess } from '@reelfair/service-kit'
import { verification } from './app.ts'

await runAsProcess(verification)
