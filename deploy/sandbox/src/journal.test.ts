import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Stripe } from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { activeAccount, callConsole, clientOf } from '../test/client.ts'
import { startSandbox } from './index.ts'
import { openState } from './journal.ts'
import type { Verdict } from './social/state.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'reelfair-journal-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** Starts the sandbox in a separate process, so that a test can kill it. */
async function startAlone(dataDir: string) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../test/run-alone.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { url, secretKey } = JSON.parse(line)
  const sandbox = { url, stripe: { secretKey } } as Awaited<ReturnType<typeof startSandbox>>
  return {
    sandbox,
    stripe: clientOf(sandbox),
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('keeps every confirmed transfer and correct totals after being killed during transfers', async () => {
  const dataDir = folder()
  const answered = new Map<string, Stripe.Transfer>()
  let account = ''
  for (let round = 0; round < 2; round += 1) {
    const { sandbox, stripe, kill } = await startAlone(dataDir)
    account ||= await activeAccount({ sandbox, stripe })
    await callConsole(sandbox, '/_sandbox/balance', { amount: 1_000_000 })
    let over = false
    const pay = async (writer: number) => {
      for (let count = 0; !over; count += 1) {
        const key = `transfer:${round}:${writer}:${count}`
        const made = await stripe.transfers
          .create({ amount: 100 + writer, currency: 'eur', destination: account, transfer_group: key }, { idempotencyKey: key })
          .catch(() => undefined)
        if (made) answered.set(key, made)
      }
    }
    const writers = [1, 2, 3, 4].map(pay)
    const before = answered.size
    while (answered.size < before + 20 + round * 7) await new Promise((done) => setImmediate(done))
    await kill()
    over = true
    await Promise.all(writers)
  }
  const { stripe, sandbox, kill } = await startAlone(dataDir)
  expect(answered.size).toBeGreaterThan(40)
  for (const [key, { id, amount }] of answered) {
    expect((await stripe.transfers.list({ transfer_group: key })).data).toMatchObject([{ id, amount }])
    // The idempotency key is saved with the transfer, so a retry does not pay again.
    const again = await stripe.transfers.create(
      { amount, currency: 'eur', destination: account, transfer_group: key },
      { idempotencyKey: key },
    )
    expect(again.id).toBe(id)
  }
  const { body: paid } = await callConsole<{ transferred: number }>(sandbox, '/_sandbox/paid')
  const { body: balance } = await callConsole<{ available: number }>(sandbox, '/_sandbox/balance')
  expect(balance.available + paid.transferred).toBe(2 * 1_000_000)
  await kill()
}, 240_000)

test('ignores a truncated journal line and a half-written snapshot', async () => {
  const dataDir = folder()
  const first = await startAlone(dataDir)
  const account = await activeAccount(first)
  await first.kill()
  expect(statSync(join(dataDir, 'sandbox.journal')).mode & 0o777).toBe(0o600)
  appendFileSync(join(dataDir, 'sandbox.journal'), `{"transfers":{"rows":{"set":[["tr_half",{"id":"tr_h`)
  writeFileSync(join(dataDir, 'sandbox.json.new'), '{"secretKey":"sk_test_half')
  const second = await startAlone(dataDir)
  expect(second.sandbox.stripe.secretKey).toBe(first.sandbox.stripe.secretKey)
  expect((await second.stripe.v2.core.accounts.retrieve(account)).id).toBe(account)
  expect((await second.stripe.transfers.list()).data).toEqual([])
  await second.kill()
}, 120_000)

test('reports a damaged file and does not overwrite it', async () => {
  const dataDir = folder()
  const file = join(dataDir, 'sandbox.json')
  writeFileSync(file, '{"secretKey":')
  await expect(startSandbox({ dataDir })).rejects.toThrow(/sandbox\.json is damaged\. .*--fresh/)
  expect(readFileSync(file, 'utf8')).toBe('{"secretKey":')
})

test('returns the original result for a repeated idempotency key after being killed before the first response', async () => {
  const dataDir = folder()
  const { sandbox, stripe, kill } = await startAlone(dataDir)
  const destination = await activeAccount({ sandbox, stripe })
  await callConsole(sandbox, '/_sandbox/balance', { amount: 1_000 })
  await callConsole(sandbox, '/_sandbox/faults', { kind: 'slow', path: '/v1/transfers', delayMs: 60_000 })
  const params = { amount: 700, currency: 'eur', destination }
  const lost = stripe.transfers.create(params, { idempotencyKey: 'k' }).catch(() => undefined)
  await expect.poll(async () => (await callConsole<{ transfers: number }>(sandbox, '/_sandbox/paid')).body.transfers).toBe(1)
  await kill()
  expect(await lost).toBeUndefined()
  const next = await startAlone(dataDir)
  expect((await next.stripe.transfers.create(params, { idempotencyKey: 'k' })).amount).toBe(700)
  expect((await callConsole<{ transferred: number }>(next.sandbox, '/_sandbox/paid')).body.transferred).toBe(700)
  await next.kill()
}, 120_000)

test('does not restore deleted rows, and saves rows that were changed in place', async () => {
  const dataDir = folder()
  const { state, save } = openState(dataDir)
  state.balances.set('platform', { available: 1, pending: 0 })
  state.mails.set('m', { id: 'm', at: '', from: '', to: [], subject: '', text: '', html: '', links: [] })
  save()
  state.balances.get('platform')!.available = 7
  state.mails.delete('m')
  state.held.push('evt_1')
  save()
  const read = openState(dataDir).state
  expect(read.balances.get('platform')).toEqual({ available: 7, pending: 0 })
  expect(read.mails.size).toBe(0)
  expect(read.held).toEqual(['evt_1'])
})

test('saves social network data and the workflow’s secrets', () => {
  const dataDir = folder()
  const { state, save } = openState(dataDir)
  const switched = { mode: 'yes', delayMs: 5_000, times: null } as const
  state.social.verdicts.set('gone', { id: 'gone' } as Verdict)
  state.social.verdicts.set('msg', { id: 'msg', done: false } as Verdict)
  save()
  state.social.verdicts.get('msg')!.done = true
  state.social.verdicts.delete('gone')
  state.social.verify = switched
  save()
  // Reopen the folder twice without closing it: the first start reads the journal, the second the snapshot.
  for (const round of [1, 2]) {
    const { social } = openState(dataDir).state
    expect([...social.verdicts], `${round}`).toEqual([['msg', { id: 'msg', done: true }]])
    expect(social.verify).toEqual(switched)
    expect([social.token, social.callbackSecret]).toEqual([state.social.token, state.social.callbackSecret])
  }
})

test('replaces a long journal with a new snapshot', async () => {
  const dataDir = folder()
  const { state, save } = openState(dataDir)
  const letter = { id: 'm', at: '', from: '', to: [], subject: '', text: 'x'.repeat(1_000_000), html: '', links: [] }
  for (let count = 0; count < 5; count += 1) {
    state.mails.set(`m-${count}`, letter)
    save()
  }
  expect(statSync(join(dataDir, 'sandbox.journal')).size).toBeLessThan(1_500_000)
  expect(openState(dataDir).state.mails.size).toBe(5)
})

test('tolerates a second stop and a deleted data folder', async () => {
  const dataDir = folder()
  const sandbox = await startSandbox({ dataDir })
  rmSync(dataDir, { recursive: true })
  await sandbox.stop()
  await sandbox.stop()
})
