import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SETTLEMENT_TIME } from '@reelfair/rules'
import { freePort } from '@reelfair/testkit/engines'
import { expect, onTestFinished, test } from 'vitest'
import { startExternalDatabase } from './external-database.fixture.ts'
import { noPages, waitUntilPast } from './local.fixture.ts'
import { visit } from './market/visitor.ts'
import { runNamed } from './run-commands.ts'
import { type LocalOptions, startLocal } from './start-local.ts'

const { client, folderNamed } = await startExternalDatabase()
const start = async (options: LocalOptions) => startLocal({ port: await freePort(), web: noPages, market: true, ...options })

test('rebuilds an interrupted demo market, reuses it at the next start, and keeps another program’s database', {
  timeout: 600_000,
}, async () => {
  await waitUntilPast(SETTLEMENT_TIME)
  const folder = folderNamed('market')
  const theirs = client.db('reelfair_shop').collection('orders')
  await theirs.insertOne({ paid: true })
  const steps: string[] = []
  const messages: string[] = []
  let cancel = new AbortController()
  let cancelsEarly = true
  const progress = {
    step: <T>(name: string, work: () => Promise<T>) => {
      steps.push(name)
      return work().finally(() => name === 'Starting the gateway' && cancelsEarly && cancel.abort())
    },
    print: (line: string) => {
      messages.push(line)
      if (line.includes(' 2 of 12')) cancel.abort()
    },
  }
  const expectCancelled = () => expect(start({ folder, progress, signal: cancel.signal })).rejects.toThrow('The start was cancelled.')
  await expectCancelled()
  expect(steps.at(-1)).toBe('Starting the gateway')
  // The services have run, but no users exist yet.
  cancelsEarly = false
  cancel = new AbortController()
  await expectCancelled()
  const users = client.db('reelfair_identity').collection('users')
  expect(await users.countDocuments()).toBe(14)
  const [half] = readdirSync(join(folder, 'given'))

  messages.length = 0
  const local = await start({ folder, progress })
  onTestFinished(() => local.stop())
  expect(messages[0]).toBe('The last start stopped while creating the demo. Creating the demo again.')
  expect([local.hasMarket, local.isNew, await users.countDocuments()]).toEqual([true, true, 14])
  expect(existsSync(join(folder, 'given', half!))).toBe(false)
  expect(Math.abs(local.sandbox.clock.now().getTime() - Date.now())).toBeLessThan(2_000)
  const lea = local.signIns.find(({ email }) => email.startsWith('lea@'))!
  const balance = async (url: string) => (await visit(url, lea.email, lea.password)).get('/payouts/balance')
  expect(await balance(local.url)).toMatchObject({ accruing: 204, paid: 190 })
  await local.stop()
  // The command uses the market's own sandbox, because the ledger's transfers refer to that sandbox's accounts.
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)

  steps.length = 0
  const again = await start({ folder, progress })
  onTestFinished(() => again.stop())
  expect(steps).not.toContainEqual(expect.stringMatching(/demo/))
  expect([again.hasMarket, again.isNew]).toEqual([true, false])
  expect(await balance(again.url)).toMatchObject({ paid: 190 })
  await expect(start({ folder: folderNamed('elsewhere') })).rejects.toThrow(/was created from .*market on .*Start it from there/)
  expect(await theirs.countDocuments()).toBe(1)
})
