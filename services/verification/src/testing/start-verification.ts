/** Starts the service with a scripted workflow, and provides helpers that act for creators and the workflow. */
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { type FetchPicture, httpProvider, isSigned, SIGNATURE_HEADER } from '@reelfair/social'
import { signMessage } from '@reelfair/social/testing'
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
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields.
  readonly body: any
}

export type WorkflowAnswer =
  | ((response: ServerResponse, asked: Asked) => void)
  | { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> }

export const statsOf = (username: string, more: object = {}) => ({
  externalId: `ext_${username.toLowerCase()}`,
  username,
  followers: 24_000,
  averageViews: 8_100,
  rpmCents: 120,
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
  const requests: Asked[] = []
  const script: WorkflowAnswer[] = []
  let answersByDefault: WorkflowAnswer = { body: true }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: text === '' ? undefined : JSON.parse(text) }
      requests.push(one)
      const saying = script.shift() ?? (one.path === '/accounts/stats' ? stats(one) : answersByDefault)
      if (typeof saying === 'function') saying(response, one)
      else
        response
          .writeHead(saying.status ?? 200, saying.headers ?? {})
          .end(typeof saying.body === 'string' ? saying.body : JSON.stringify(saying.body))
    })
  })
  const stats = ({ body }: Asked): WorkflowAnswer => ({ body: statsOf(body.username ?? body.externalId.replace(/^ext_/, '')) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: requests,
    answersNext: (...sayings: WorkflowAnswer[]) => {
      for (const saying of sayings) script.push(saying)
    },
    usually: (saying: WorkflowAnswer) => {
      answersByDefault = saying
    },
    requestsTo: (path: string) => requests.filter((one) => one.path === path),
  }
}

/** Both servers stop when the test file ends. Workers run only when a test calls `work`. */
export async function startVerification() {
  const workflow = await startWorkflow()
  const secret = randomBytes(24).toString('hex')
  const clock = movableClock(START)
  const provider = (timeoutMs: number) =>
    httpProvider({ url: workflow.url, token: 'token-of-the-tests-0123456789', verifyTimeoutMs: timeoutMs, timeoutMs })
  // A generous timeout, because a busy machine delays the workflow's responses.
  const downloads = new Map<string, Awaited<ReturnType<FetchPicture>>>()
  const ports = {
    social: provider(20_000),
    fetchPicture: async (url) => downloads.get(url),
    isSigned: (body, signature, now) => isSigned(secret, body, signature, now),
    publicOrigin: 'https://reelfair.example',
    apps: {},
    accessKeys: undefined,
    needsConsent: () => false,
    isOfficial: () => false,
    standardInput: Readable.from([]),
  } satisfies Ports
  const app = await startService(verification, { env: workflowEnv, clock, ports, workers: false })

  async function add(creator: Person<'creator'>, username: string, network = 'instagram'): Promise<string> {
    const { status, body } = await app.as(creator).post('/accounts', { network, username })
    if (status !== 201) throw new Error(`account not added: ${body.code}`)
    return body.id
  }
  const verify = (creator: Person<'creator'>, accountId: string, more: object = {}) =>
    app.as(creator).post(`/accounts/${accountId}/verification`, more)
  const accountsOf = async (creator: Person<'creator'>) => (await app.as(creator).get('/accounts')).body
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
    /** By address. */
    downloads,
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
    answerTo: ({ body }: Asked, more: object) => {
      const { userId, username, code, platform, timestamp } = body
      return { id: randomUUID(), userId, username, code, platform, timestamp, ...more }
    },
  }
}

/** For tests that do not call the workflow. Nothing listens at the workflow's address. */
export const workflowEnv = {
  PUBLIC_ORIGIN: 'https://reelfair.example',
  WORKFLOW_URL: 'http://127.0.0.1:9/workflow',
  WORKFLOW_TOKEN: 'token-of-the-tests-0123456789',
  WORKFLOW_CALLBACK_SECRET: 'callback-secret-of-the-tests-0123456789',
}
