import { expect, test } from 'vitest'
import { startEmbeddedMongo } from '../src/index.ts'
import { checkStore } from './check-store.ts'
import { almostValidCommand, invalidCommands } from './hostile-commands.ts'
import { random } from './random.ts'
import { memoryOf, RawClient } from './raw-client.ts'
import { scratchDir } from './scratch.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1e9)

test('returns no internal error for any command', async () => {
  const dataDir = scratchDir()
  const server = await startEmbeddedMongo({ dataDir, quiet: true })
  const r = random(SEED)
  const commands = [...invalidCommands(), ...Array.from({ length: 50_000 }, () => almostValidCommand(r))]
  let client = await RawClient.open(server.uri)
  for (const [i, command] of commands.entries()) {
    if (client.socket.destroyed) client = await RawClient.open(server.uri)
    if (i % 500 === 0) await client.run({ insert: 'things', documents: [{ a: 1, b: [1, { a: 2 }] }, { a: 'x', b: { a: [1] } }, {}] })
    const reply = await client.run(command)
    if (reply !== 'closed' && command.writeConcern?.w !== 0)
      expect(reply.code, `seed ${SEED}: ${JSON.stringify(command)} ${reply.errmsg}`).not.toBe(1)
  }
  const { peak } = memoryOf(server.pid)
  console.log(`seed ${SEED}: ${commands.length} commands, peak memory ${peak} MiB`)
  expect(peak).toBeLessThan(1500)
  client.close()
  await server.stop()
  expect(checkStore(dataDir)).toEqual([])
})
