/** A process of its own: `node src/main.ts`, configured by its environment. */
import { runAsProcess } from '@reelfair/service-kit'
import { partnerships } from './app.ts'

await runAsProcess(partnerships)
