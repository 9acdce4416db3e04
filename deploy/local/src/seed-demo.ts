/** People to try Reelfair with, and credits for one of them. Done again, it changes nothing. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Refusal, type Role } from '@reelfair/contracts'
import { createLog, runCommand } from '@reelfair/service-kit'
import type { Parts } from './parts.ts'
import { PRIVATE_FILE } from './private-files.ts'
import type { Secrets } from './secrets.ts'
import { Sentence } from './sentence.ts'
import { type Env, serviceEnv, services } from './services.ts'

const PEOPLE = [
  { email: 'creator@demo.reelfair.example', role: 'creator', does: 'adds social accounts; opens a payout account and is paid' },
  { email: 'brand@demo.reelfair.example', role: 'brand', does: 'has 50,000 credits: starts campaigns, buys more' },
  { email: 'newbrand@demo.reelfair.example', role: 'brand', does: 'has yet to fill in the registration form' },
  { email: 'admin@demo.reelfair.example', role: 'admin', does: 'decides on what is in review, processes transfers' },
] as const

/** Of the demo's people; its market has one of its own. */
const DEMO_BRAND = { brandName: 'Demo Brand', contactFirstName: 'Dana', contactLastName: 'Example' }
const REGISTERED = 'brand@demo.reelfair.example'
const CREDITS = 50_000
/** The key of the grant: the same reason grants once. */
const REASON = 'demo'
/** Raised when what is seeded changes its form: data from before is seeded again. 2: people have confirmed their addresses. */
const FORM = 2
const HEARD_WITHIN_MS = 20_000

export interface SignIn {
  readonly email: string
  readonly password: string
  readonly role: string
  /** What can be done as this person. */
  readonly does: string
}

export const ADMIN = 'admin@demo.reelfair.example'

export const demoSignIns = (password: string): SignIn[] => PEOPLE.map((one) => ({ ...one, password }))

/**
 * The note that these people are in the embedded database already. It lies with the data and goes with them, and counts only as long as
 * everything that is seeded is the same. A database of somebody else's has none: it may be another one each time.
 */
export function seededNote(folder: string, { demoPassword }: Secrets, { DB_PREFIX }: Env): { there(): boolean; write(): void } {
  const file = join(folder, 'mongo/demo-people')
  const all = JSON.stringify([FORM, PEOPLE, REGISTERED, CREDITS, REASON, demoPassword, DB_PREFIX])
  const note = createHash('sha256').update(all).digest('hex')
  const ours = !process.env.MONGODB_URI
  return {
    there: () => ours && existsSync(file) && readFileSync(file, 'utf8') === note,
    write: () => {
      if (ours) writeFileSync(file, note, { mode: PRIVATE_FILE })
    },
  }
}

/** @param brand Under which name the brand registers */
export async function seedDemo(parts: Parts, brand = DEMO_BRAND): Promise<void> {
  const { url } = parts
  const { demoPassword: password } = parts.secrets
  await Promise.all(PEOPLE.map(({ email, role }) => createPerson(parts, email, role)))
  const brandId = await registerBrand(url, password, brand)
  // Payouts learns of the brand by an event, a moment later.
  const deadline = Date.now() + HEARD_WITHIN_MS
  for (let granted = false; !granted; ) {
    granted = await runFor(parts, 'payouts', 'grant-credits', [brandId, String(CREDITS), REASON]).then(
      () => true,
      (error: unknown) => {
        if (Date.now() > deadline) throw error
        return except('not_found')(error) ?? false
      },
    )
    if (!granted) await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function runFor(parts: Parts, name: string, command: string, args: string[], ports?: object): Promise<string> {
  const service = services.find((one) => one.name === name)
  if (!service) throw new Error(`no service has the command ${command}`)
  return runCommand(service, command, args, {
    env: serviceEnv(parts, name, 0),
    log: createLog('demo', 'error'),
    ...(ports && { ports }),
  })
}

/** Somebody who can sign in at once with the demo's password; who is there already stays. */
export async function createPerson(parts: Parts, email: string, role: Role): Promise<void> {
  const typed = { standardInput: Readable.from([parts.secrets.demoPassword]) }
  const args = role === 'admin' ? [email, '-'] : [email, role, '-']
  await runFor(parts, 'identity', role === 'admin' ? 'create-admin' : 'create-user', args, typed).catch(except('email_taken'))
}

/** Lets one refusal pass. */
const except = (code: string) => (error: unknown) => {
  if (!(error instanceof Error && error.cause instanceof Refusal && error.cause.code === code)) throw error
}

/** Signs in as the demo's brand and saves its registration form, if that is still to be done. @returns its id */
async function registerBrand(url: string, password: string, brand: typeof DEMO_BRAND): Promise<string> {
  const signedIn = await ask(url, 'POST', '/api/identity/sessions', { email: REGISTERED, password })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { id, complete } = (await signedIn.json()) as { id: string; complete: boolean }
  const form = {
    ...brand,
    contactEmail: REGISTERED,
    termsAccepted: true,
  }
  if (!complete) await ask(url, 'PUT', '/api/identity/brand', form, cookie)
  await ask(url, 'DELETE', '/api/identity/sessions/current', undefined, cookie)
  return id
}

async function ask(url: string, method: string, path: string, body?: object, cookie = ''): Promise<Response> {
  const headers = { origin: url, cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (answer.ok) return answer
  const problem = await answer.text()
  throw new Sentence(
    answer.status === 401
      ? `The people of the demo have another password than the one in .reelfair/secrets.json. Begin anew with \`npm start -- --fresh\`, or leave them alone with \`npm start -- --empty\`.`
      : `${method} ${path} was answered ${answer.status}: ${problem}`,
  )
}
