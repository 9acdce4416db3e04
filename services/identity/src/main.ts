import { runAsProcess } from '@reelfair/service-kit'
import { identity } from './app.ts'

await runAsProcess(identity)
