/**
 * Runs the toy service as a separate process, for tests that kill it. The service subscribes to its own events, so that
 * none are unroutable.
 */
import { on, runAsProcess } from '../src/index.ts'
import { BoxMade, toy } from './toy.ts'

await runAsProcess({ ...toy, subscribes: [...(toy.subscribes ?? []), on(BoxMade, async () => {})] })
