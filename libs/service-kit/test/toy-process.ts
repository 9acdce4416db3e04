/** The toy service as a process of its own, for tests that kill it. It hears its own events, so that none is unroutable. */
import { on, runAsProcess } from '../src/index.ts'
import { BoxMade, toy } from './toy.ts'

await runAsProcess({ ...toy, hears: [...(toy.hears ?? []), on(BoxMade, async () => {})] })
