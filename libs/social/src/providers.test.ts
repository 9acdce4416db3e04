/** Runs the same tests on the external workflow and on the networks' own APIs, both simulated by the sandbox. */
import { callSocialApi, consentAsOwner, startSandbox } from '@reelfair/sandbox'
import { movableClock } from '@reelfair/testkit/clock'
import { afterAll, describe, expect, test } from 'vitest'
import { httpProvider } from './http-provider.ts'
import { instagramProvider } from './instagram-provider.ts'
import { authorizeUrl, type Consent, exchangeCode, type OauthApp, refreshGrant, revokeGrant } from './oauth.ts'
import { withAverageViews } from './official.ts'
import { type AccessOf, type Grant, SocialFault } from './provider.ts'
import { providerOf } from './provider-of.ts'
import { withAccess } from './replay.fixture.ts'
import { tiktokProvider } from './tiktok-provider.ts'
import { youtubeProvider } from './youtube-provider.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const sandbox = await startSandbox({ clock })
afterAll(() => sandbox.stop())
const outside = callSocialApi(sandbox.url)
const { apiBase, apps } = sandbox.networks

type Network = OauthApp['network']
const NETWORKS: readonly Network[] = ['instagram', 'tiktok', 'youtube']
const REQUEST = { redirectUri: 'https://reelfair.example/connect', codeVerifier: 'verifier-of-the-tests-0123456789-0123456789' }
const appOf = (network: Network): OauthApp => ({ network, ...apps[network], apiBase })

const grants = new Map<string, Grant>()
/** Renews a refused token, and stores the result. */
const accessOf: AccessOf = async (network, externalId, refusedToken) => {
  const grant = grants.get(externalId)
  if (!grant || grant.accessToken !== refusedToken) return grant
  const renewed = await refreshGrant(appOf(network), grant).catch(() => undefined)
  if (renewed) grants.set(externalId, renewed)
  return renewed
}

/** Goes through the network's page as the account's owner. */
async function consent(network: Network, externalId: string, scopes?: readonly string[]): Promise<Consent> {
  const app = appOf(network)
  const url = authorizeUrl(app, { ...REQUEST, state: 'state-1' })
  expect((await fetch(url)).status).toBe(200)
  const back = await consentAsOwner(url, externalId, scopes)
  expect(back.get('state')).toBe('state-1')
  return exchangeCode(app, { ...REQUEST, code: back.get('code') ?? '' })
}

const newProviders = () => {
  const { url, token } = sandbox.social
  const workflow = httpProvider({ url, token })
  return {
    workflow: providerOf({ instagram: workflow, tiktok: workflow, youtube: workflow }),
    official: withAccess(
      providerOf({
        instagram: instagramProvider({ apiBase, ...apps.instagram }),
        tiktok: tiktokProvider({ apiBase }),
        youtube: youtubeProvider({ apiBase, ...apps.youtube, dailyUnits: 10_000 }),
      }),
      accessOf,
    ),
  }
}

let names = 0
async function anAccount(network: Network, more: object = {}) {
  const username = `lea.${++names}`
  const { id: externalId } = await outside('accounts', {
    network,
    username,
    bio: 'Films. ABCDEFG',
    bioLinks: ['https://lea.example/'],
    ...more,
  })
  const publish = async (caption: string, more: object = {}) =>
    (
      await outside(`accounts/${externalId}/videos`, {
        caption,
        curve: { kind: 'points', points: [{ afterHours: 24, views: 2_400 }] },
        ...more,
      })
    ).id
  return { account: { network, externalId }, username, publish }
}
const aConnectedAccount = async (network: Network, more: object = {}) => {
  const made = await anAccount(network, more)
  const { grant, externalId } = await consent(network, made.account.externalId)
  expect(externalId).toBe(made.account.externalId)
  grants.set(externalId, grant)
  return made
}
const askFor = (network: Network, username: string) => ({
  attemptId: 'a-1',
  userId: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e',
  username,
  code: 'ABCDEFG',
  network,
  timestamp: clock.now(),
  userAgent: 'Firefox',
  origin: 'https://reelfair.example',
})

describe.each(NETWORKS.flatMap((network) => [[network, 'workflow'] as const, [network, 'official'] as const]))(
  '%s by %s',
  (network, kind) => {
    const { [kind]: provider } = newProviders()

    test('reads an account, and keeps its id when it is renamed', async () => {
      const { account, username } = await aConnectedAccount(network, { followers: 24_100 })
      const stats = await provider.fetchAccountStats(account)
      expect(stats).toMatchObject({ externalId: account.externalId, username, followers: 24_100, isPublic: true, bio: 'Films. ABCDEFG' })
      expect(Math.abs(stats.fetchedAt.getTime() - clock.now().getTime())).toBeLessThan(2_000)
      await outside(`accounts/${account.externalId}`, { username: `${username}.new` }, 'PATCH')
      expect(await provider.fetchAccountStats(account)).toMatchObject({ externalId: account.externalId, username: `${username}.new` })
    })

    test('lists all videos since a given time, newest first', async () => {
      const { account, publish } = await aConnectedAccount(network)
      const ids: string[] = []
      for (let number = 0; number < 53; number += 1) {
        ids.unshift(await publish(`Winter ${number} RF-ABCDE`))
        clock.advance({ minutes: 1 })
      }
      const list = async (since?: Date) => {
        const found: { id: string; caption: string }[] = []
        for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
          const page = await provider.listRecentVideos(account, { since, cursor })
          found.push(...page.items)
          cursor = page.next
        }
        return found
      }
      const all = await list()
      expect(all.map(({ id }) => id)).toEqual(ids)
      expect(all[0]?.caption).toContain('Winter 52 RF-ABCDE')
      expect(await list(new Date(clock.now().getTime() - 2.5 * 60_000))).toHaveLength(2)
    })

    test('reads figures at the clock’s time, and reports a deleted video', async () => {
      const { account, publish } = await aConnectedAccount(network)
      const [kept, deleted] = [await publish('RF-ABCDE'), await publish('RF-FGHIJ')]
      clock.advance({ hours: 10 })
      await outside(`videos/${deleted}`, {}, 'DELETE')
      const metrics = await provider.fetchVideoMetrics(account, [kept, deleted])
      expect(metrics.get(kept)).toMatchObject({ views: 1_000, deleted: false, private: false, ageRestricted: false })
      expect(Math.abs((metrics.get(kept)?.at.getTime() ?? 0) - clock.now().getTime())).toBeLessThan(2_000)
      expect(metrics.get(deleted)).toMatchObject({ views: null, deleted: true })
    })

    test('returns null for unknown figures, and faults as the network reports them', async () => {
      const { account, publish } = await aConnectedAccount(network)
      const id = await publish('RF-ABCDE')
      clock.advance({ hours: 10 })
      await outside('faults', { kind: 'empty', on: 'metrics', network })
      expect((await provider.fetchVideoMetrics(account, [id])).get(id)).toMatchObject({ views: null, deleted: false })
      for (const [fault, expected] of [
        ['error', 'server_error'],
        ['broken', 'unreadable'],
      ] as const) {
        await outside('faults', { kind: fault, on: 'videos', network })
        await expect(provider.listRecentVideos(account, {})).rejects.toMatchObject({ kind: expected })
      }
      // Last, because an official adapter then sends nothing for a while.
      await outside('faults', { kind: 'rate_limit', on: 'videos', network, retryAfterS: 9 })
      await expect(provider.listRecentVideos(account, {})).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 9_000 })
    })
  },
)

describe.each(['instagram', 'youtube'] as const)('%s by name', (network) => {
  test.each(['workflow', 'official'] as const)('verifies the code in a bio by %s', async (kind) => {
    const { [kind]: provider } = newProviders()
    const { account, username } = await anAccount(network)
    expect(await provider.verifyBioCode(askFor(network, username))).toMatchObject({
      outcome: 'verified',
      account: { externalId: account.externalId },
    })
    expect(await provider.fetchAccountStats({ network, username })).toMatchObject({ externalId: account.externalId, username })
    await outside(`accounts/${account.externalId}`, { bio: 'Films.' }, 'PATCH')
    expect(await provider.verifyBioCode(askFor(network, username))).toEqual({ outcome: 'refused', reason: 'code_absent' })
    await outside(`accounts/${account.externalId}`, { isGone: true }, 'PATCH')
    expect(await provider.verifyBioCode(askFor(network, username))).toMatchObject({ outcome: 'refused' })
  })
})

test('renews TikTok’s access token after two hours, and needs consent once the creator revokes it', async () => {
  const { official } = newProviders()
  const { account } = await aConnectedAccount('tiktok')
  const before = grants.get(account.externalId)
  clock.advance({ hours: 2 })
  expect(await official.fetchAccountStats(account)).toMatchObject({ externalId: account.externalId })
  expect(grants.get(account.externalId)?.refreshToken).not.toBe(before?.refreshToken)
  await outside(`accounts/${account.externalId}/consents`, {}, 'DELETE')
  await expect(official.fetchAccountStats(account)).rejects.toMatchObject({ kind: 'needs_consent' })
})

test('refuses a refresh token that a lost renewal has replaced', async () => {
  const { account } = await anAccount('tiktok')
  const { grant } = await consent('tiktok', account.externalId)
  await refreshGrant(appOf('tiktok'), grant)
  await expect(refreshGrant(appOf('tiktok'), grant)).rejects.toMatchObject({ kind: 'needs_consent' })
})

test.each(NETWORKS)('averages the views of recent videos on %s, only if asked', async (network) => {
  const official = withAverageViews(newProviders().official)
  const { account, publish } = await aConnectedAccount(network)
  expect(await official.fetchAccountStats(account, { averageViews: true })).toMatchObject({ averageViews: null })
  for (const views of [1_200, 3_600]) await publish('RF-ABCDE', { curve: { kind: 'points', points: [{ afterHours: 24, views }] } })
  clock.advance({ hours: 10 })
  expect(await official.fetchAccountStats(account, { averageViews: true })).toMatchObject({ averageViews: 1_000 })
  expect(await official.fetchAccountStats(account)).toMatchObject({ averageViews: null })
})

test('does not know the average views on Instagram without the owner’s consent', async () => {
  const { username } = await anAccount('instagram')
  const official = withAverageViews(newProviders().official)
  expect(await official.fetchAccountStats({ network: 'instagram', username }, { averageViews: true })).toMatchObject({ averageViews: null })
})

test.each(['tiktok', 'youtube'] as const)('revokes a consent on %s, even with an expired access token', async (network) => {
  const { account } = await anAccount(network)
  const { grant } = await consent(network, account.externalId)
  clock.advance({ hours: 3 })
  expect(await revokeGrant(appOf(network), grant)).toBe(true)
  await expect(refreshGrant(appOf(network), grant)).rejects.toMatchObject({ kind: 'needs_consent' })
  expect(await revokeGrant(appOf(network), grant)).toBe(true)
})

test('renews Instagram’s token only after a day, and a code only once', async () => {
  const { account } = await anAccount('instagram')
  const { grant } = await consent('instagram', account.externalId)
  await expect(refreshGrant(appOf('instagram'), grant)).rejects.toMatchObject({ kind: 'needs_consent' })
  clock.advance({ days: 1 })
  expect((await refreshGrant(appOf('instagram'), grant)).accessToken).not.toBe(grant.accessToken)
  await expect(exchangeCode(appOf('youtube'), { ...REQUEST, code: 'used' })).rejects.toMatchObject({ kind: 'needs_consent' })
})

test('reads what a creator permits: no followers without the scope, no insights without the scope', async () => {
  const { official } = newProviders()
  const some = async (network: Network, scopes: readonly string[]) => {
    const { account, publish } = await anAccount(network)
    const id = await publish('RF-ABCDE')
    grants.set(account.externalId, (await consent(network, account.externalId, scopes)).grant)
    return { account, id }
  }
  const tiktok = await some('tiktok', ['user.info.basic', 'user.info.profile'])
  expect(await official.fetchAccountStats(tiktok.account)).toMatchObject({ followers: null })
  await expect(official.listRecentVideos(tiktok.account, {})).rejects.toMatchObject({ kind: 'needs_consent' })
  const instagram = await some('instagram', ['instagram_business_basic'])
  expect((await official.listRecentVideos(instagram.account, {})).items).toHaveLength(1)
  await expect(official.fetchVideoMetrics(instagram.account, [instagram.id])).rejects.toMatchObject({ kind: 'refused' })
})

test('reads insights that arrive late, and none before the first ones', async () => {
  const { official } = newProviders()
  const { account, publish } = await aConnectedAccount('instagram')
  const id = await publish('RF-ABCDE')
  const views = async () => (await official.fetchVideoMetrics(account, [id])).get(id)?.views
  clock.advance({ hours: 10 })
  await outside('official', { insightsLateHours: 48 }, 'PUT')
  expect(await views()).toBeNull()
  await outside('official', { insightsLateHours: 5 }, 'PUT')
  expect(await views()).toBe(500)
  await outside('official', { insightsLateHours: 0 }, 'PUT')
  expect(await views()).toBe(1_000)
})

test('reads the paid-promotion flag only with the consent of the channel’s owner', async () => {
  const { official } = newProviders()
  for (const isConnected of [true, false]) {
    const { account, publish } = await (isConnected ? aConnectedAccount('youtube') : anAccount('youtube'))
    const id = await publish('RF-ABCDE', { paidLabel: true })
    expect((await official.fetchAccountStats(account)).paidLabelConsent).toBe(isConnected)
    expect((await official.fetchVideoMetrics(account, [id])).get(id)?.paidLabel).toBe(isConnected ? true : 'unknown')
  }
})

test('stops at each network’s quota', async () => {
  await outside('official', { quotas: { instagram: 20, tiktok: 2, youtube: 2 } }, 'PUT')
  clock.advance({ days: 1 })
  for (const network of NETWORKS) {
    const { official } = newProviders()
    const { account } = await aConnectedAccount(network)
    const read = () =>
      official.fetchAccountStats(account).then(
        () => 'fine',
        ({ kind }) => kind,
      )
    const outcomes: string[] = []
    for (let call = 0; call < 21; call += 1) outcomes.push(await read())
    expect(outcomes[0]).toBe('fine')
    expect(outcomes.at(-1)).toBe('rate_limited')
  }
  await outside('official', { quotas: { instagram: 4_800, tiktok: 600, youtube: 10_000 } }, 'PUT')
})

test.each([
  ['unreadable', null],
  ['refused', null],
  ['unreachable', undefined],
  ['cancelled', undefined],
] as const)('treats the fault %s of a video as average views %j; undefined means that the call fails', async (kind, averageViews) => {
  const { account } = await aConnectedAccount('tiktok')
  const { official } = newProviders()
  const listRecentVideos = () => Promise.reject(new SocialFault(kind))
  const stats = withAverageViews({ ...official, listRecentVideos }).fetchAccountStats(account, { averageViews: true })
  if (averageViews === null) expect(await stats).toMatchObject({ averageViews })
  else await expect(stats).rejects.toMatchObject({ kind })
})
