import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNamed } from '@reelfair/local'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { outsideOf } from './outside.ts'
import { LOOKS_SECRET, leaksIn } from './recorded-traffic.ts'
import type { Site } from './site.ts'

async function paidByLedger(site: Site): Promise<{ total: number; byCreator: Map<string, number> }> {
  const client = await MongoClient.connect(site.local.mongoUri)
  try {
    const accounts = client
      .db(`${site.local.dbPrefix}_payouts`)
      .collection<{ _id: string; ownerId: string; kind: string; balance: number }>('accounts')
    const owned = await accounts.find({ kind: { $in: ['stripe', 'creator-cost'] } }).toArray()
    const creators = new Set(owned.filter(({ kind }) => kind === 'creator-cost').map(({ ownerId }) => ownerId))
    const byCreator = new Map(
      owned.filter(({ kind, ownerId }) => kind === 'stripe' && creators.has(ownerId)).map(({ ownerId, balance }) => [ownerId, balance]),
    )
    return { total: [...byCreator.values()].reduce((sum, balance) => sum + balance, 0), byCreator }
  } finally {
    await client.close()
  }
}

export function moneyAddsUp(site: Site): void {
  test('the ledger is sound and matches what the sandbox paid, to the cent', async () => {
    expect(await runNamed('check-ledger', [], site.folder)).toContain('The ledger is sound')
    const paid = await outsideOf(site).paid()
    const { total, byCreator } = await paidByLedger(site)
    expect(paid.transferred, 'at least one transfer was paid').toBeGreaterThan(0)
    expect(total).toBe(paid.transferred - paid.reversed)
    const positive = (amounts: Iterable<number>) => [...amounts].filter((cents) => cents !== 0).sort((one, other) => one - other)
    expect(positive(byCreator.values())).toEqual(positive(Object.values(paid.byDestination)))
  })
}

/** @param typed secrets, other than passwords, that people entered on this site */
export function noSecretsLeaked(site: Site, typed: readonly 'a token'[]): void {
  test('finds no key, password, e-mail token or session in responses, live messages or log lines', async () => {
    const secrets = site.traffic.secrets()
    const texts = await site.traffic.texts()
    // A search without secrets or text would pass without checking anything.
    expect(new Set(secrets.values())).toEqual(
      new Set([
        'the Stripe key',
        'the platform webhook secret',
        'the connect webhook secret',
        'the thin webhook secret',
        'the gateway secret',
        'the session signing key',
        'a password',
        ...typed,
        'a session cookie',
      ]),
    )
    const kinds = (begin: string) => texts.filter(({ of, text }) => of.startsWith(begin) && text !== '')
    expect(kinds('log ').length).toBeGreaterThan(100)
    expect(kinds('live ').length).toBeGreaterThan(0)
    expect(kinds('POST ').length).toBeGreaterThan(5)
    expect(kinds('GET ').some(({ text }) => [site.emailOf('creator'), site.emailOf('brand')].some((email) => text.includes(email)))).toBe(
      true,
    )
    const [secret = ''] = secrets.keys()
    expect(leaksIn([{ of: 'a line', text: `key=${secret}` }], secrets)).toEqual([
      'a line contains what looks like a key',
      'a line contains the Stripe key',
    ])

    expect(leaksIn(texts, secrets)).toEqual([])
  })
}

export function noSecretsInFiles(site: Site): void {
  test.for(['shell', 'creator', 'brand', 'admin'] as const)('no file of the %s app contains anything that looks like a key', (app) => {
    const folder = site.folderOf(app)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && /\.(?:js|html|json|css)$/.test(file.name),
    )
    expect(files.length).toBeGreaterThan(3)
    const leaking = files.filter(({ parentPath, name }) => LOOKS_SECRET.test(readFileSync(join(parentPath, name), 'utf8')))
    expect(leaking.map(({ name }) => name)).toEqual([])
  })
}
