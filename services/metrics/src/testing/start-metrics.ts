/** The service before the sandbox's social networks: what the outside and the other services do, in a line each. Workers run when a test says so. */
import { randomUUID } from 'node:crypto'
import { CampaignEnded, SignupCreated } from '@reelfair/contracts'
import { businessDayOf, nextInstantAt } from '@reelfair/rules'
import { startSandbox, type TellNetworks, tellNetworks } from '@reelfair/sandbox'
import { httpProvider } from '@reelfair/social'
import { eventually, movableClock, person, startService, type TestApp } from '@reelfair/testkit'
import { afterAll } from 'vitest'
import { metrics } from '../app.ts'
import type { Ports } from '../ports.ts'
import { refreshOf } from '../store/refreshes.ts'
import { decideOverdueReviews } from '../use-cases/decide-overdue-reviews.ts'
import { endAssignments } from '../use-cases/end-assignments.ts'
import { finishRefreshes } from '../use-cases/finish-refreshes.ts'
import { planFinalReadings } from '../use-cases/plan-final-readings.ts'
import { readNextAccounts } from '../use-cases/read-next-accounts.ts'

export const workflowEnv = { WORKFLOW_URL: 'http://127.0.0.1:9/workflow', WORKFLOW_TOKEN: 'token-of-the-tests-0123456789' }
export const LINK = 'https://alpine.example/winter'

// biome-ignore lint/suspicious/noExplicitAny: tests name the fields that they expect.
type Any = any

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const newCode = () => `RF-${Array.from({ length: 5 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('')}`

/** Does all that is due in a service, as its workers would. */
export async function workOff(ctx: ReturnType<TestApp['context']>): Promise<void> {
  for (let isBusy = true; isBusy; ) {
    isBusy = false
    for (const work of [endAssignments, planFinalReadings, readNextAccounts, decideOverdueReviews]) while (await work(ctx)) isBusy = true
  }
  await finishRefreshes(ctx)
}

/** The job has put all accounts of the day on the queue. */
export const planned = (app: TestApp, day: string) =>
  eventually(
    async () => {
      const refresh = await refreshOf(app.context(), day)
      if (!refresh || refresh.state === 'planning') throw new Error(`${day} is not planned yet`)
    },
    { within: 30_000 },
  )

/** Starts both; they stop with the test file. @param at where the clock stands */
export async function startMetrics(at = '2026-11-21T12:00:00Z') {
  const clock = movableClock(at)
  const sandbox = await startSandbox({ clock })
  afterAll(() => sandbox.stop())
  const { url, token } = sandbox.social
  // A sandbox on a busy machine takes seconds, and none of these tests is about a network that is slow.
  const ports: Ports = { social: httpProvider({ url, token, timeoutMs: 15_000 }), reviewHours: 72 }
  const app = await startService(metrics, { clock, env: workflowEnv, ports, workers: false })

  const outside = tellNetworks(sandbox.url)

  return { ...atWork(app, outside), sandbox, ports }
}

/** What tests do with a service that runs before a sandbox. */
function atWork(app: TestApp, outside: TellNetworks) {
  const { clock } = app
  let names = 0
  const anAccount = async (more: object = {}): Promise<string> =>
    (await outside('accounts', { network: 'tiktok', username: `lea.${++names}`, bio: `See ${LINK}`, ...more })).id

  /** A creator has joined a campaign with an account of the network. */
  async function aSignup(
    externalId: string,
    { creator = person('creator'), brand = person('brand'), campaignId = randomUUID() as string, days = 7, ...more }: Any = {},
  ) {
    const signupId = randomUUID()
    const code = newCode()
    const startsAt = clock.now()
    const endsAt = new Date(startsAt.getTime() + days * 86_400_000)
    const facts = {
      signupId,
      campaignId,
      brandId: brand.id,
      creatorId: creator.id,
      accountId: randomUUID(),
      externalId,
      network: 'tiktok',
      username: 'lea',
      code,
      link: LINK,
      startsAt,
      endsAt,
      windowDays: 14,
      version: 1,
      ...more,
    }
    await app.hear(SignupCreated.of(facts))
    return { id: signupId, campaignId, creator, brand, code, endsAt: new Date(facts.endsAt), facts }
  }

  const told = async (assignmentId: string): Promise<Any[]> =>
    (await app.emitted('views.qualified')).filter((event) => event.assignmentId === assignmentId)

  return {
    app,
    clock,
    outside,
    anAccount,
    aSignup,
    told,
    /** What was told last of a sign-up. */
    last: async (assignmentId: string): Promise<Any> => (await told(assignmentId)).at(-1),
    publish: async (externalId: string, caption: string, curve: object, more: object = {}): Promise<string> =>
      (await outside(`accounts/${externalId}/videos`, { caption: `${caption} Commercial collaboration`, curve, ...more })).id,
    edit: (externalId: string, edit: object) => outside(`accounts/${externalId}`, edit, 'PATCH'),
    editVideo: (id: string, edit: object) => outside(`videos/${id}`, edit, 'PATCH'),
    deleteVideo: (id: string) => outside(`videos/${id}`, {}, 'DELETE'),
    fault: (fault: object) => outside('faults', fault),
    noFaults: () => outside('faults', {}, 'DELETE'),
    work: () => workOff(app.context()),
    /** The clock goes to the next midnight in Paris and some minutes, the job makes its plan, and all that is due is done. @returns the day */
    night: async (minutes = 5): Promise<string> => {
      clock.set(new Date(nextInstantAt('00:00', clock.now()).getTime() + minutes * 60_000))
      const day = businessDayOf(clock.now())
      await planned(app, day)
      await workOff(app.context())
      return day
    },
    endCampaign: (campaignId: string, brandId: string, endedAt: Date) =>
      app.hear(
        CampaignEnded.of({
          campaignId,
          brandId,
          version: 3,
          status: 'completed',
          charged: 0,
          reserved: 0,
          kept: 0,
          endedAt,
          payableAt: endedAt,
        }),
      ),
  }
}

/** Views as a test says: so many after so many hours, straight lines in between. */
export const points = (...views: readonly (readonly [hours: number, views: number])[]) => ({
  kind: 'points',
  points: views.map(([afterHours, count]) => ({ afterHours, views: count })),
})
