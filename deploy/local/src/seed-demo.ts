/** Creates the demo users and grants credits to one of them. Running this again changes nothing. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Refusal, type Role } from '@reelfair/contracts'
import { createLog, runCommand } from '@reelfair/service-kit'
import { RequestFailed, visit } from './market/visitor.ts'
import type { Parts } from './parts.ts'
import { PRIVATE_FILE } from './private-files.ts'
import type { Secrets } from './secrets.ts'
import { type Env, serviceEnv, services } from './services.ts'
import { UserError } from './user-error.ts'

const PEOPLE = [
  { email: 'creator@demo.reelfair.example', role: 'creator', does: 'add social accounts, set up a payout account, get paid' },
  { email: 'brand@demo.reelfair.example', role: 'brand', does: 'has 50,000 credits: start campaigns, buy more credits' },
  { email: 'newbrand@demo.reelfair.example', role: 'brand', does: 'fill in the registration form first' },
  { email: 'admin@demo.reelfair.example', role: 'admin', does: 'decide on reviews, process transfers' },
] as const

const DEMO_BRAND = { brandName: 'Demo Brand', contactFirstName: 'Dana', contactLastName: 'Example' }
const REGISTERED = 'brand@demo.reelfair.example'
const CREDITS = 50_000
const REASON = 'demo'
/** Increment when the seed changes, so that older data is seeded again. 2: the users' addresses are confirmed. */
const FORM = 2
const BRAND_KNOWN_WITHIN_MS = 20_000

export interface SignIn {
  readonly email: string
  readonly password: string
  readonly role: string
  /** Short description for the list of accounts. */
  readonly does: string
}

export const ADMIN = 'admin@demo.reelfair.example'

export const demoSignIns = (password: string): SignIn[] => PEOPLE.map((one) => ({ ...one, password }))

/**
 * Marks the embedded database as seeded. The mark is deleted with the data and becomes invalid when the seed changes.
 * An external database gets no mark, because `MONGODB_URI` may name a different one at each start.
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

export async function seedDemo(parts: Parts, brand = DEMO_BRAND): Promise<void> {
  const { url } = parts
  const { demoPassword: password } = parts.secrets
  await Promise.all(PEOPLE.map(({ email, role }) => createPerson(parts, email, role)))
  const brandId = await registerBrand(url, password, brand)
  // An event informs the payouts service of the new brand after a short delay.
  const deadline = Date.now() + BRAND_KNOWN_WITHIN_MS
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
  if (!service) throw new Error(`unknown service ${name} for the command ${command}`)
  return runCommand(service, command, args, {
    env: serviceEnv(parts, name, 0),
    log: createLog('demo', 'error'),
    ...(ports && { ports }),
  })
}

/** Creates a user who can sign in with the demo password immediately. Leaves an existing user unchanged. */
export async function createPerson(parts: Parts, email: string, role: Role): Promise<void> {
  const typed = { standardInput: Readable.from([parts.secrets.demoPassword]) }
  const args = role === 'admin' ? [email, '-'] : [email, role, '-']
  await runFor(parts, 'identity', role === 'admin' ? 'create-admin' : 'create-user', args, typed).catch(except('email_taken'))
}

const except = (code: string) => (error: unknown) => {
  if (!(error instanceof Error && error.cause instanceof Refusal && error.cause.code === code)) throw error
}

/**
 * Signs in as the demo brand and saves its registration form, unless the form is already complete.
 * @returns the brand's id
 */
async function registerBrand(url: string, password: string, brand: typeof DEMO_BRAND): Promise<string> {
  const visitor = await visit(url, REGISTERED, password).catch((error: unknown) => {
    if (!(error instanceof RequestFailed && error.status === 401)) throw error
    throw new UserError(
      `The demo users' password is not the one in .reelfair/secrets.json. Start over with \`npm start -- --fresh\`, or skip the demo with \`npm start -- --empty\`.`,
    )
  })
  if (!visitor.complete) await visitor.put('/identity/brand', { ...brand, contactEmail: REGISTERED, termsAccepted: true })
  await visitor.signOut()
  return visitor.id
}
