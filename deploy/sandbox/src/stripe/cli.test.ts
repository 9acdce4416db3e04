/** Stripe's own command line program speaks to the sandbox as it does to Stripe. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { open } from '../../test/client.ts'

const wrapper = createRequire(createRequire(import.meta.url).resolve('@stripe/cli/package.json'))
const program = join(wrapper.resolve(`@stripe/cli-${process.platform}-${process.arch}/package.json`), '../bin/stripe')

test('the official CLI reads, writes, is refused, and triggers an event', async () => {
  const home = mkdtempSync(join(tmpdir(), 'reelfair-cli-'))
  const { sandbox, stripe } = await open()
  onTestFinished(async () => {
    await sandbox.stop()
    rmSync(home, { recursive: true, force: true })
  })
  const run = async (...args: string[]) => {
    const env = { HOME: home, PATH: process.env.PATH, STRIPE_CLI_TELEMETRY_OPTOUT: '1' }
    const { stdout } = await promisify(execFile)(program, [...args, '--api-base', sandbox.url, '--api-key', sandbox.stripe.secretKey], {
      env,
    })
    return stdout
  }
  expect(JSON.parse(await run('get', '/v1/balance'))).toMatchObject({ object: 'balance', available: [{ amount: 0 }] })
  const { id } = JSON.parse(await run('post', '/v1/customers', '-d', 'email=ada@example.test', '-d', 'metadata[brandId]=b-1'))
  expect(await stripe.customers.retrieve(id)).toMatchObject({ email: 'ada@example.test', metadata: { brandId: 'b-1' } })
  expect(JSON.parse(await run('get', '/v1/transfers/tr_none'))).toMatchObject({ error: { code: 'resource_missing' } })
  expect(await run('trigger', 'customer.created')).toContain('Trigger succeeded!')
  expect((await stripe.events.list({ type: 'customer.created' })).data).toHaveLength(2)
})
