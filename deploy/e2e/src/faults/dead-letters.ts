import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { runNamed } from '@reelfair/local'
import { eventually } from '@reelfair/testkit'
import { MongoClient } from 'mongodb'
import { expect } from 'vitest'
import { ask, type Brand, makeBrand, requestCampaign, type System } from './load.ts'

const workspaceRoot = resolve(import.meta.dirname, '../../../..')

/** Long enough for five attempts with pauses of 0.1 to 6.4 s. */
const GIVEN_UP_WITHIN_MS = 30_000

async function cli({ folder }: System, name: string): Promise<string> {
  const env = { ...process.env, REELFAIR_FOLDER: folder, npm_config_loglevel: 'silent' }
  const { stdout } = await promisify(execFile)('npm', ['run', '-s', 'cli', '--', name], { cwd: workspaceRoot, env })
  return stdout.trim()
}

/** Damages one brand's ledger account, so that its events always fail. Other brands must not be affected. */
export async function replaysDeadLetter(system: System): Promise<void> {
  const [brand, other] = [await makeBrand(system, 1_000), await makeBrand(system, 1_000)]
  const client = await MongoClient.connect(system.local.mongoUri)
  try {
    const accounts = client.db(`${system.local.dbPrefix}_payouts`).collection<{ _id: string; balance: unknown }>('accounts')
    const setBalance = (balance: unknown) => accounts.updateOne({ _id: `brand:${brand.id}:credits` }, { $set: { balance } })
    expect((await setBalance('damaged')).modifiedCount).toBe(1)

    const id = await requestCampaign(system, brand)
    const unharmed = await requestCampaign(system, other)
    const statusOf = async (asking: Brand, campaignId: string) =>
      (await ask<{ status: string }>(system, asking, `/campaigns/campaigns/${campaignId}`)).status
    await eventually(async () => expect(await statusOf(other, unharmed)).toBe('active'))
    const letters = () => runNamed('payouts-dead-letters', [], system.folder)
    expect(await letters()).toBe('No dead letters.')
    await eventually(async () => expect(await letters()).toContain('campaign.requested'), { within: GIVEN_UP_WITHIN_MS })
    expect(await statusOf(brand, id)).toBe('funding')

    await setBalance(1_000)
    expect(await cli(system, 'payouts-replay')).toBe('1 put back.')
    await eventually(async () => expect(await statusOf(brand, id)).toBe('active'))
    expect(await ask(system, brand, '/payouts/credits')).toEqual({ available: 0, held: 1_000, spent: 0 })
    await eventually(async () => expect(await letters()).toBe('No dead letters.'))
    expect(await runNamed('check-ledger', [], system.folder)).toMatch(/sound/)
  } finally {
    await client.close()
  }
}
