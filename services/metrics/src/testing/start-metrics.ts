/**
 * Starts the service against the sandbox's social networks. Helpers control the networks and send other services'
 * events. Workers run only when a test calls them.
 */
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { CampaignEnded, PartnershipEnded, PartnershipStarted, SignupCreated } from '@reelfair/contracts'
import { businessDayOf, nextInstantAt } from '@reelfair/rules'
import { callSocialApi, type Sandbox, type SocialApi, startSandbox } from '@reelfair/sandbox'
import { randomPostCode } from '@reelfair/service-kit'
import { httpProvider, type SocialProvider } from '@reelfair/social'
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

export async function runAllWorkers(ctx: ReturnType<TestApp['context']>): Promise<void> {
  for (let isBusy = true; isBusy; ) {
    isBusy = false
    for (const work of [endAssignments, planFinalReadings, readNextAccounts, decideOverdueReviews]) while (await work(ctx)) isBusy = true
  }
  await finishRefreshes(ctx)
}

export const untilPlanned = (app: TestApp, day: string) =>
  eventually(
    async () => {
      const refresh = await refreshOf(app.context(), day)
      if (!refresh || refresh.state === 'planning') throw new Error(`${day} not planned yet`)
    },
    { within: 30_000 },
  )

// On a busy machine, the sandbox may take several seconds to respond, and these tests are not about slow networks.
const byWorkflow = ({ social: { url, token } }: Sandbox) => httpProvider({ url, token, timeoutMs: 15_000 })

/**
 * Both servers stop when the test file ends.
 * @param at initial time
 */
export async function startMetrics(
  at = '2026-11-21T12:00:00Z',
  socialOf: (sandbox: Sandbox) => SocialProvider = byWorkflow,
  needsConsent: Ports['needsConsent'] = () => false,
) {
  const clock = movableClock(at)
  const sandbox = await startSandbox({ clock })
  afterAll(() => sandbox.stop())
  const ports: Ports = { social: socialOf(sandbox), accessKey: createSecretKey(randomBytes(32)), needsConsent }
  const app = await startService(metrics, { clock, env: workflowEnv, ports, workers: false })

  const outside = callSocialApi(sandbox.url)

  return { ...helpersFor(app, outside), sandbox, ports }
}

function helpersFor(app: TestApp, outside: SocialApi) {
  const { clock } = app
  let names = 0
  const anAccount = async (more: object = {}): Promise<string> =>
    (await outside('accounts', { network: 'tiktok', username: `lea.${++names}`, bio: `See ${LINK}`, ...more })).id

  async function aSignup(
    externalId: string,
    { creator = person('creator'), brand = person('brand'), campaignId = randomUUID() as string, days = 7, ...more }: Any = {},
  ) {
    const signupId = randomUUID()
    const code = randomPostCode('sign-up')
    const facts = { ...factsOf({ externalId, creator, brand, days }), signupId, campaignId, code, ...more }
    await app.deliver(SignupCreated.of(facts))
    return { id: signupId, campaignId, subjectId: campaignId, creator, brand, code, endsAt: new Date(facts.endsAt), facts }
  }

  async function aPartnership(externalId: string, { creator = person('creator'), brand = person('brand'), days = 7, ...more }: Any = {}) {
    const partnershipId = randomUUID()
    const code = randomPostCode('partnership')
    const facts = { ...factsOf({ externalId, creator, brand, days }), partnershipId, code, viewsGoal: 10_000, ...more }
    await app.deliver(PartnershipStarted.of(facts))
    return { id: partnershipId, subjectId: partnershipId, creator, brand, code, endsAt: new Date(facts.endsAt), facts }
  }

  const factsOf = ({ externalId, creator, brand, days }: Any) => ({
    brandId: brand.id,
    creatorId: creator.id,
    accountId: randomUUID(),
    externalId,
    network: 'tiktok',
    username: 'lea',
    link: LINK,
    startsAt: clock.now(),
    endsAt: new Date(clock.now().getTime() + days * 86_400_000),
    windowDays: 14,
    version: 1,
  })

  const endCampaign = (campaignId: string, brandId: string, endedAt: Date) =>
    app.deliver(
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
    )

  const endPartnership = (partnershipId: string, brandId: string, endedAt: Date) =>
    app.deliver(
      PartnershipEnded.of({
        partnershipId,
        brandId,
        creatorId: randomUUID(),
        accountId: randomUUID(),
        network: 'tiktok',
        username: 'lea',
        viewsGoal: 10_000,
        version: 3,
        status: 'completed',
        tier: 100,
        cents: 200,
        endedAt,
        payableAt: endedAt,
      }),
    )

  const emittedTotals = async (assignmentId: string): Promise<Any[]> =>
    (await app.emitted('views.qualified')).filter((event) => event.assignmentId === assignmentId)

  return {
    app,
    clock,
    outside,
    anAccount,
    aSignup,
    aPartnership,
    endCampaign,
    endPartnership,
    /** The same helpers by subject, for tests of both. */
    measures: { campaign: aSignup, partnership: aPartnership },
    ends: { campaign: endCampaign, partnership: endPartnership },
    emitted: emittedTotals,
    latestTotals: async (assignmentId: string): Promise<Any> => (await emittedTotals(assignmentId)).at(-1),
    publish: async (externalId: string, caption: string, curve: object, more: object = {}): Promise<string> =>
      (await outside(`accounts/${externalId}/videos`, { caption: `${caption} Commercial collaboration`, curve, ...more })).id,
    edit: (externalId: string, edit: object) => outside(`accounts/${externalId}`, edit, 'PATCH'),
    editVideo: (id: string, edit: object) => outside(`videos/${id}`, edit, 'PATCH'),
    deleteVideo: (id: string) => outside(`videos/${id}`, {}, 'DELETE'),
    fault: (fault: object) => outside('faults', fault),
    noFaults: () => outside('faults', {}, 'DELETE'),
    work: () => runAllWorkers(app.context()),
    /**
     * Advances the clock to shortly after the next midnight in Paris, waits for the day's plan, and does all due work.
     * @param minutes after midnight
     * @returns the day
     */
    night: async (minutes = 5): Promise<string> => {
      clock.set(new Date(nextInstantAt('00:00', clock.now()).getTime() + minutes * 60_000))
      const day = businessDayOf(clock.now())
      await untilPlanned(app, day)
      await runAllWorkers(app.context())
      return day
    },
  }
}

export const points = (...views: readonly (readonly [hours: number, views: number])[]) => ({
  kind: 'points',
  points: views.map(([afterHours, count]) => ({ afterHours, views: count })),
})
