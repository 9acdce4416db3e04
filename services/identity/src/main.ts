/** A process of its own: `node src/main.ts`, configured by its environment. */
import { runAsProcess } from '@reelfair/service-kit'
import { identity } from './app.ts'

await runAsProcess(identity)
