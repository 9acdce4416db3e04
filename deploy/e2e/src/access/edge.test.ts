import { readFileSync } from 'node:fs'
import { SERVICES } from '@reelfair/contracts'
import { gateway } from '@reelfair/local/services'
import { startService } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { signIn } from '../sign-in.ts'
import { startOutside } from '../start-outside.ts'
import { type EdgeRow, edgeTable } from './edge-table.ts'
import { businessServices } from './services.ts'

const METRICS_TOKEN = 'the-token-of-the-operators'
const PUBLIC_ORIGIN = 'http://localhost:4000'

const definition = businessServices.find(({ name }) => name === 'identity') ?? expect.unreachable()
const { startedWith } = await startOutside(PUBLIC_ORIGIN)
const identity = await startService(definition, startedWith('identity'))
const folder = import.meta.dirname
const { url } = await startService(gateway, {
  env: {
    PUBLIC_ORIGIN,
    METRICS_TOKEN,
    // These tests call only the identity service, so its URL is used for all services.
    ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, identity.url])),
    ...Object.fromEntries(['SHELL_APP', 'REMOTE_CREATOR', 'REMOTE_BRAND', 'REMOTE_ADMIN'].map((key) => [key, folder])),
  },
})

const cookieOf = async (role: 'creator' | 'brand' | 'admin') => ({
  cookie: (await signIn(role, { identity, url, origin: PUBLIC_ORIGIN })).cookie,
})

const authorization = `Bearer ${METRICS_TOKEN}`
const headersOf = {
  visitor: {},
  creator: await cookieOf('creator'),
  brand: await cookieOf('brand'),
  admin: await cookieOf('admin'),
  operator: { authorization },
  operatorOutside: { authorization, 'x-forwarded-for': '203.0.113.7' },
} as const satisfies Record<Exclude<keyof EdgeRow, 'path'>, Record<string, string>>

async function outcomeOf(path: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url + path, { headers })
  if (answer.ok) {
    // The stream of live updates never ends, so it is cancelled instead of read.
    await answer.body?.cancel()
    return `${answer.status}`
  }
  return `${answer.status} ${((await answer.json()) as { code: string }).code}`
}

describe.each(edgeTable)('$path', (row) => {
  test.each(Object.keys(headersOf) as (keyof typeof headersOf)[])('%s', async (who) => {
    expect(await outcomeOf(row.path, headersOf[who])).toBe(row[who])
  })
})

test('lists exactly the addresses that the gateway handles itself', () => {
  const contents = readFileSync(new URL('../../../../services/gateway/src/app.ts', import.meta.url), 'utf8')
  const named = [...contents.matchAll(/router\.(?:get|post|put|patch|delete|all|use)\(\s*(\[[^\]]*\]|'[^']*')/g)].flatMap(
    ([, paths = '']) => [...paths.matchAll(/'([^']+)'/g)].map(([, path = '']) => path),
  )
  // The gateway serves static files here, or forwards the request to a service.
  const others = ['/', '/fr', '/robots.txt', '/sitemap.xml', '/remotes/{*path}', '/api']
  expect(named).toEqual(expect.arrayContaining(others))
  expect(named.filter((path) => !others.includes(path)).sort()).toEqual(edgeTable.map(({ path }) => path).sort())
})
