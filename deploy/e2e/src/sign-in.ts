import { Readable } from 'node:stream'
import type { TestApp } from '@reelfair/testkit'
import { expect } from 'vitest'
import { businessServices } from './access/services.ts'

const PASSWORD = 'correct horse'

/**
 * Creates a person with this role and signs them in through the gateway.
 * @returns the origin and session cookie headers for a write request
 */
export async function signIn(
  role: 'creator' | 'brand' | 'admin',
  { identity, url, origin }: { readonly identity: TestApp; readonly url: string; readonly origin: string },
): Promise<{ origin: string; cookie: string }> {
  const email = `${role}@example.org`
  const named = role === 'admin' ? 'create-admin' : 'create-user'
  const command = businessServices.flatMap(({ commands = [] }) => commands).find(({ name }) => name === named)
  const context = identity.context()
  const ports = { ...context.ports, standardInput: Readable.from([PASSWORD]) }
  await command?.run({ email, role, password: '-' }, { ...context, ports })
  const answer = await fetch(`${url}/api/identity/sessions`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? expect.unreachable(`${role} cannot sign in: ${answer.status}`)
  return { origin, cookie }
}
