import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagesOfRoles } from '@reelfair/testkit/slow-phone'
import { expect, test } from 'vitest'

const ROUTES = ['shell', 'mfe-creator', 'mfe-brand', 'mfe-admin'].map((app) =>
  readFileSync(join(import.meta.dirname, '../../../..', app, 'src/routes.tsx'), 'utf8'),
)

test('measures every page of every app on a slow phone', () => {
  const routes = ROUTES.flatMap((source) => [...source.matchAll(/'(\/[^'*]*)': pageModule|<Route path="(\/[^"*]*)"/g)]).map(
    ([, ofRemote, ofShell]) => ofRemote ?? ofShell ?? '',
  )
  const measured = Object.values(pagesOfRoles)
    .flat()
    .map((address) => address.split(/[?#]/)[0] ?? '')
  const isMeasured = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`)
    return measured.some((address) => pattern.test(address))
  }
  expect(routes.length).toBeGreaterThan(20)
  expect(routes.filter((route) => !isMeasured(route))).toEqual([])
})
