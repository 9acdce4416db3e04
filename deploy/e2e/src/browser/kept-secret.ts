/** What the whole run must not have said, and what must be true of the money after it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNamed } from '@reelfair/local'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { outsideOf } from './outside.ts'
import { LOOKS_SECRET, leaksIn } from './overheard.ts'
import type { Site } from './site.ts'

/** What the ledger says has left for Stripe, per creator and in all. */
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
  test('the ledger is sound, and says what the sandbox really paid, to the cent', async () => {
    expect(await runNamed('check-ledger', [], site.folder)).toContain('The ledger is sound')
    const paid = await outsideOf(site).paid()
    const { total, byCreator } = await paidByLedger(site)
    expect(paid.transferred, 'something was paid').toBeGreaterThan(0)
    expect(total).toBe(paid.transferred - paid.reversed)
    const positive = (amounts: Iterable<number>) => [...amounts].filter((cents) => cents !== 0).sort((one, other) => one - other)
    expect(positive(byCreator.values())).toEqual(positive(Object.values(paid.byDestination)))
  })
}

/** @param typed what people have typed into this site, beside passwords */
export function keptSecret(site: Site, typed: readonly 'a token'[]): void {
  test('no answer, no live message and no line of a log holds a key, a password, a mail’s token or a session', async () => {
    const secrets = site.overheard.secrets()
    const texts = await site.overheard.texts()
    // What is looked through, and for what: without these, finding nothing would mean nothing.
    expect(new Set(secrets.values())).toEqual(
      new Set([
        'the key of Stripe',
        'the secret of the platform webhooks',
        'the secret of the connect webhooks',
        'the secret of the thin webhooks',
        'the gateway’s secret',
        'the key that signs sessions',
        'a password',
        ...typed,
        'a session’s cookie',
      ]),
    )
    const kinds = (begin: string) => texts.filter(({ of, text }) => of.startsWith(begin) && text !== '')
    expect(kinds('log ').length).toBeGreaterThan(100)
    expect(kinds('live ').length).toBeGreaterThan(0)
    expect(kinds('POST ').length).toBeGreaterThan(5)
    expect(kinds('GET ').some(({ text }) => text.includes(site.emailOf('creator')))).toBe(true)
    const [secret = ''] = secrets.keys()
    expect(leaksIn([{ of: 'a line', text: `key=${secret}` }], secrets)).toEqual([
      'a line holds what looks like a key',
      'a line holds the key of Stripe',
    ])

    expect(leaksIn(texts, secrets)).toEqual([])
  })
}

export function keptOutOfFiles(site: Site): void {
  test.for(['shell', 'creator', 'brand', 'admin'] as const)('no file of the app %s holds anything that looks like a key', (app) => {
    const folder = site.folderOf(app)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && /\.(?:js|html|json|css)$/.test(file.name),
    )
    expect(files.length).toBeGreaterThan(3)
    const leaking = files.filter(({ parentPath, name }) => LOOKS_SECRET.test(readFileSync(join(parentPath, name), 'utf8')))
    expect(leaking.map(({ name }) => name)).toEqual([])
  })
}
