/**
 * Runs the toy service as its own process, for tests that kill it. Its subscriptions to its own events keep them
 * routable.
 */
import { on, runAsProcess } from '../src/index.ts'
import { BoxMade, toy } from './toy.ts'

await runAsProcess({ ...toy, subscribes: [...(toy.subscribes ?? []), on(BoxMade, async () => {})] })
