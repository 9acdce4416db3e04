/** The database and the broker that the services' suites run on, whichever this machine has, and in words which they are. */
import { type Engine, startMongo, startRabbit } from '@reelfair/testkit/engines'
import { sharedMongo, sharedRabbit } from '@reelfair/testkit/shared'
import { atClose, newFolder, once } from './closing.ts'
import { isSmoke } from './sizes.ts'

export interface Taken {
  readonly uri: string
  /** A sentence for the reader of the figures. */
  readonly said: string
}

type Start = (options: { dataDir: string; log: (line: string) => void }) => Promise<Engine>

const taken = (start: Start) =>
  once(async (): Promise<Taken> => {
    const lines: string[] = []
    const engine = await start({ dataDir: newFolder(), log: (line) => lines.push(line) })
    atClose(() => engine.stop())
    return { uri: engine.uri, said: `${lines.join(' ')} ${countedAs[engine.kind]}` }
  })

const countedAs: Readonly<Record<Engine['kind'], string>> = {
  uri: 'It is not ours: its CPU time counts as foreign if it runs here, and not at all elsewhere.',
  container: 'It runs outside our process tree: its CPU time counts as foreign.',
  program: 'It runs beside us, and its CPU time counts as ours.',
  embedded: 'It runs beside us, synchronous FULL, and its CPU time counts as ours.',
}

/** The smoke test shares those of all tests. */
const shared = (find: typeof sharedMongo) =>
  once(async (): Promise<Taken> => ({ uri: (await find()).uri, said: 'The one of this test run.' }))

export const mongo = isSmoke ? shared(sharedMongo) : taken(startMongo)
export const rabbit = isSmoke ? shared(sharedRabbit) : taken(startRabbit)
