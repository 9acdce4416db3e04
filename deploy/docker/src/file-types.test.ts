import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspaceRoot } from './deployment.ts'

/** App servers import no packages, and the gateway imports nothing from deploy/, so they cannot share a list. */
const [ofApps, ofGateway] = ['deploy/docker/src/serve-app.ts', 'services/gateway/src/serve-file.ts'].map((file) => {
  const text = readFileSync(join(workspaceRoot, file), 'utf8')
  const types = Object.fromEntries([...text.matchAll(/^ {2}'(\.\w+)': '([^']+)',$/gm)].map(([, end, type]) => [end, type]))
  const encodings = [...text.matchAll(/'(\w+)', (?:suffix: )?'(\.\w+)'/g)].map(([, name, suffix]) => `${name} ${suffix}`)
  return { types, encodings }
})

test('app servers serve the gateway’s file types and HTML', () => {
  const { '.html': page, ...rest } = ofApps!.types
  expect(page).toBe('text/html; charset=utf-8')
  expect(rest).toEqual(ofGateway!.types)
  expect(Object.keys(rest)).toContain('.js')
})

test('app servers and the gateway offer the same encodings in the same order', () => {
  expect(ofApps!.encodings).toEqual(['br .br', 'gzip .gz'])
  expect(ofGateway!.encodings).toEqual(ofApps!.encodings)
})
