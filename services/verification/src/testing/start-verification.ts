/** The service before a workflow that says what a test tells it: what a creator and the outside can do, in a line each. */
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { httpProvider, isSigned, SIGNATURE_HEADER, signMessage } from '@reelfair/social'
import { movableClock, type Person, person, startService } from '@reelfair/testkit'
import { afterAll } from 'vitest'
import { verification } from '../app.ts'
import type { Ports } from '../ports.ts'
import { refreshNextStats } from '../use-cases/refresh-stats.ts'
import { verifyNextAccount } from '../use-cases/verify-next-account.ts'

export const START = '2026-11-21T12:00:00Z'

interface Asked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it.
  readonly body: any
}

/** How the workflow answers: a status and a body, or whatever a function does to the response. */
export type Saying =
  | ((response: ServerResponse, asked: Asked) => void)
  | { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> }

export const statsOf = (username: string, more: object = {}) => ({
  externalId: `ext_${username.toLowerCase()}`,
  username,
  followers: 24_000,
  averageViews: 8_100,
  language: 'en',
  category: 'Food_Cooking',
  country: 'France',
  city: 'Lyon',
  isPublic: true,
  ageRestricted: false,
  bio: '',
  bioLinks: [],
  fetchedAt: START,
  ...more,
})

async function startWorkflow() {
  const asked: Asked[] = []
  const script: Saying[] = []
  let usually: Saying = { body: true }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: text === '' ? undefined : JSON.parse(text) }
      asked.push(one)
      const saying = script.shift() ?? (one.path === '/accounts/stats' ? stats(one) : usually)
      if (typeof saying === 'function') saying(response, one)
      else
        response
          .writeHead(saying.status ?? 200, saying.headers ?? {})
          .end(typeof saying.body === 'string' ? saying.body : JSON.stringify(saying.body))
    })
  })
  const stats = ({ body }: Asked): Saying => ({ body: statsOf(body.username ?? body.externalId.replace(/^ext_/, '')) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** What it says next, in order; then as usual. */
    says: (...sayings: Saying[]) => {
      for (const saying of sayings) script.push(saying)
    },
    usually: (saying: Saying) => {
      usually = saying
    },
    asksFor: (path: string) => asked.filter((one) => one.path === path),
  }
}

/** Starts both; they stop with the test file. The worker runs when a test says so. */
export async function startVerification() {
  const workflow = await startWorkflow()
  const secret = randomBytes(24).toString('hex')
  const clock = movableClock(START)
  const provider = (timeoutMs: number) =>
    httpProvider({ url: workflow.url, token: 'token-of-the-tests-0123456789', verifyTimeoutMs: timeoutMs, timeoutMs })
  // A busy machine delays the workflow's answers.
  const ports = {
    social: provider(20_000),
    isSigned: (body, signature, now) => isSigned(secret, body, signature, now),
    publicOrigin: 'https://reelfair.example',
  } satisfies Ports
  const app = await startService(verification, { env: workflowEnv, clock, ports, workers: false })

  async function add(creator: Person<'creator'>, username: string, network = 'instagram'): Promise<string> {
    const { status, body } = await app.as(creator).post('/accounts', { network, username })
    if (status !== 201) throw new Error(`the account was not added: ${body.code}`)
    return body.id
  }
  const verify = (creator: Person<'creator'>, accountId: string, more: object = {}) =>
    app.as(creator).post(`/accounts/${accountId}/verification`, more)
  const accountsOf = async (creator: Person<'creator'>) => (await app.as(creator).get('/accounts')).body
  /** Works off all that is due. */
  async function work(): Promise<number> {
    let done = 0
    while ((await verifyNextAccount(app.context())) || (await refreshNextStats(app.context()))) done += 1
    return done
  }
  const send = async (message: object | string, signature?: string) => {
    const body = typeof message === 'string' ? message : JSON.stringify(message)
    const answer = await fetch(`${app.url}/webhooks/verification`, {
      method: 'POST',
      headers: { [SIGNATURE_HEADER]: signature ?? signMessage(secret, body, Math.floor(clock.now().getTime() / 1_000)) },
      body,
    })
    const text = await answer.text()
    return { status: answer.status, code: text === '' ? undefined : JSON.parse(text).code }
  }

  return {
    app,
    clock,
    workflow,
    /** Sets how long the service waits for each answer of the workflow. */
    giveUpAfter: (timeoutMs: number) => {
      ports.social = provider(timeoutMs)
    },
    secret,
    add,
    verify,
    work,
    send,
    accountsOf,
    accountOf: async (creator: Person<'creator'>, id: string) =>
      (await accountsOf(creator)).items.find((account: { id: string }) => account.id === id),
    /** Adds an account and has it verified. */
    verified: async (
      creator: Person<'creator'> = person('creator'),
      username = `u${randomBytes(6).toString('hex')}`,
      network = 'instagram',
    ) => {
      const id = await add(creator, username, network)
      await verify(creator, id)
      await work()
      return { creator, id, username }
    },
    /** The message that answers what the workflow was asked last. */
    answerTo: ({ body }: Asked, more: object) => {
      const { userId, username, code, platform, timestamp } = body
      return { id: randomUUID(), userId, username, code, platform, timestamp, ...more }
    },
  }
}

/** What the service is told of a workflow in tests that do not speak to it: well-formed, and nobody answers there. */
export const workflowEnv = {
  PUBLIC_ORIGIN: 'https://reelfair.example',
  WORKFLOW_URL: 'http://127.0.0.1:9/workflow',
  WORKFLOW_TOKEN: 'token-of-the-tests-0123456789',
  WORKFLOW_CALLBACK_SECRET: 'callback-secret-of-the-tests-0123456789',
}
