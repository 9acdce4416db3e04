import { type Engine, startMongo, startRabbit } from '@reelfair/testkit/engines'
import { sharedMongo, sharedRabbit } from '@reelfair/testkit/shared'
import { atClose, newFolder, once } from './closing.ts'
import { isSmoke } from './sizes.ts'

export interface AvailableEngine {
  readonly uri: string
  /** Text for the report, which also explains how the engine's CPU time is counted. */
  readonly description: string
}

type Start = (options: { dataDir: string; log: (line: string) => void }) => Promise<Engine>

const startOnce = (start: Start) =>
  once(async (): Promise<AvailableEngine> => {
    const lines: string[] = []
    const engine = await start({ dataDir: newFolder(), log: (line) => lines.push(line) })
    atClose(() => engine.stop())
    return { uri: engine.uri, description: `${lines.join(' ')} ${cpuAccounting[engine.kind]}` }
  })

const cpuAccounting: Readonly<Record<Engine['kind'], string>> = {
  uri: 'It was not started by the bench: its CPU time counts as foreign if it runs on this machine, and is not counted otherwise.',
  container: 'It runs outside our process tree: its CPU time counts as foreign.',
  program: 'It runs as part of the bench, and its CPU time counts as ours.',
  embedded: 'It runs as part of the bench with synchronous FULL, and its CPU time counts as ours.',
}

/** The smoke test uses the engines shared by the whole test run. */
const shared = (find: typeof sharedMongo) =>
  once(async (): Promise<AvailableEngine> => ({ uri: (await find()).uri, description: 'Shared with the rest of this test run.' }))

export const mongo = isSmoke ? shared(sharedMongo) : startOnce(startMongo)
export const rabbit = isSmoke ? shared(sharedRabbit) : startOnce(startRabbit)
