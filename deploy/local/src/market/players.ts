/** The brands and creators of the demo market use only the public API and the sandbox. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays, instantOf } from '@reelfair/rules'
import { CREATORS, type CreatorName, type DemoBrand } from './cast.ts'
import { type SandboxClient, until, type Visitor, visit } from './visitor.ts'

const LOGOS = join(import.meta.dirname, '../../demo/logos')
const BRAND_LOGOS = join(import.meta.dirname, '../../demo/brand-logos')

export interface SignedUp {
  readonly id: string
  readonly code: string
}

export interface PlayedCreator {
  readonly visitor: Visitor
  readonly externalId: string
  readonly accountId: string
}

/** Stripe's test card whose payments are available for transfers immediately. */
export const CARD_AT_ONCE = '4000000000000077'
/** Stripe's standard test card, whose payments become available after 7 days. */
export const CARD = '4242424242424242'
export const DEBIT = 'AT611904300234573201'
export const DEBIT_THAT_FAILS = 'AT861904300235473202'

export interface Play {
  readonly url: string
  readonly password: string
  readonly outside: SandboxClient
  /** The business day on which the demo's history begins. */
  readonly firstDay: string
}

interface CampaignOf {
  readonly id: string
  readonly status: string
  readonly phase: string
}

export interface PlayedBrand {
  readonly visitor: Visitor
  readonly name: string
  readonly link: string
  /** The uploaded banner. */
  readonly mediaId: string
  /** Orders a package but does not pay. @returns the payment page's id */
  order(name: string): Promise<string>
  buy(name: string, number: string): Promise<void>
  /** Waits until the brand has received this many credits in total. */
  has(credits: number): Promise<void>
  /** @returns the campaign's id, once the campaign is active or has failed */
  start(draft: { readonly name: string } & Readonly<Record<string, unknown>>, becomes?: 'active' | 'failed'): Promise<string>
}

export async function openBrand(brand: DemoBrand, { url, password, outside }: Play): Promise<PlayedBrand> {
  const { email, logo, link, ...name } = brand
  const visitor = await visit(url, email, password)
  await visitor.put('/identity/brand', { ...name, contactEmail: email, termsAccepted: true })
  await visitor.upload('/identity/brand/logo', await readFile(join(BRAND_LOGOS, logo)))
  const { id: mediaId } = await visitor.upload<{ id: string }>('/campaigns/media', await readFile(join(LOGOS, logo)))
  const buyer = { email, name: `${brand.contactFirstName} ${brand.contactLastName}` }
  const order = async (wanted: string) => {
    const made = await until(`payouts knows ${brand.brandName}`, () =>
      visitor.post<{ url: string }>('/payouts/credit-orders', { package: wanted }),
    )
    return new URL(made.url).pathname.split('/').at(-1) ?? ''
  }
  const has = async (credits: number) => {
    await until(`${brand.brandName} has ${credits} credits`, async () => {
      const { available, held, spent } = await visitor.get<Record<'available' | 'held' | 'spent', number>>('/payouts/credits')
      return available + held + spent >= credits
    })
  }
  return {
    visitor,
    name: brand.brandName,
    link,
    mediaId,
    order,
    has,
    buy: async (wanted, number) => {
      const before = await visitor.get<Record<'available' | 'held' | 'spent', number>>('/payouts/credits').catch(() => undefined)
      await outside.post(`/_sandbox/checkout/${await order(wanted)}`, { card: number, ...buyer })
      if (number === CARD || number === CARD_AT_ONCE)
        await has((before ? before.available + before.held + before.spent : 0) + CREDITS_OF[wanted as keyof typeof CREDITS_OF])
    },
    start: async (draft, becomes = 'active') => {
      const { id } = await visitor.post<CampaignOf>('/campaigns/campaigns', { network: 'instagram', link, mediaId, ...draft })
      await until(
        `“${draft.name}” is ${becomes}`,
        async () => (await visitor.get<CampaignOf>(`/campaigns/campaigns/${id}`)).status === becomes,
      )
      return id
    },
  }
}

const CREDITS_OF = { starter: 10_000, growth: 50_000, business: 100_000 } as const

/** Publishes the earlier videos, verifies the creator's account with a code in the bio, then removes the code. */
export async function openCreator(name: CreatorName, { url, password, outside, firstDay }: Play): Promise<PlayedCreator> {
  const { email, account, earlier } = CREATORS[name]
  const visitor = await visit(url, email, password)
  const { id: externalId } = await outside.post<{ id: string }>('/_sandbox/social/accounts', { network: 'instagram', ...account })
  for (const [weeks, caption] of earlier.entries())
    await outside.post(`/_sandbox/social/accounts/${externalId}/videos`, {
      caption,
      publishedAt: instantOf(addDays(firstDay, -3 - 7 * weeks), '10:00').toISOString(),
      logo: { present: false },
      // Older videos have gained more.
      curve: { kind: 'organic', views: Math.round(account.averageViews * (0.95 + 0.08 * weeks)) },
    })
  const { id: accountId, code } = await visitor.post<{ id: string; code: string }>('/verification/accounts', {
    network: 'instagram',
    username: account.username,
  })
  await outside.patch(`/_sandbox/social/accounts/${externalId}`, { bio: `${account.bio} ${code}` })
  await visitor.post(`/verification/accounts/${accountId}/verification`, { accountId })
  await until(`@${account.username} is verified`, async () => {
    const { items } = await visitor.get<{ items: { id: string; status: string }[] }>('/verification/accounts')
    return items.some(({ id, status }) => id === accountId && status === 'verified')
  })
  await outside.patch(`/_sandbox/social/accounts/${externalId}`, { bio: account.bio })
  return { visitor, externalId, accountId }
}

/** Waits until the campaigns service has received the creator's verified account. */
export function joinCampaign({ visitor, accountId }: PlayedCreator, campaignId: string): Promise<SignedUp> {
  return until('a creator has signed up for a campaign', () =>
    visitor.post<SignedUp>(`/campaigns/public-campaigns/${campaignId}/sign-ups`, { accountId }),
  )
}

interface Offer {
  readonly weeklyViewsGoal: number
  readonly caption: string
  readonly beginning: string
}

/**
 * Waits until the partnerships service has received the creator's account and the brand's banner.
 * @returns the invitation's id, once the creator sees it
 */
export async function invite({ visitor, name, link, mediaId }: PlayedBrand, creator: PlayedCreator, offer: Offer): Promise<string> {
  const draft = { accountId: creator.accountId, mediaId, link, ...offer }
  const { id } = await until(`${name} has invited a creator`, () => visitor.post<{ id: string }>('/partnerships/invitations', draft))
  await until('a creator has an invitation', async () => {
    const { items } = await creator.visitor.get<{ items: { id: string; status: string }[] }>('/partnerships/invitations')
    return items.some((one) => one.id === id && one.status === 'pending')
  })
  return id
}

export const acceptInvitation = ({ visitor }: PlayedCreator, invitationId: string): Promise<SignedUp> =>
  visitor.post<SignedUp>(`/partnerships/invitations/${invitationId}/acceptance`, {})

export const untilPartnershipSettled = ({ visitor, name }: PlayedBrand, id: string) =>
  until(`a partnership of ${name} is settled`, async () => {
    const { settledAt } = await visitor.get<{ settledAt?: string }>(`/partnerships/partnerships/${id}`)
    return settledAt !== undefined
  })

/** Waits for a sign-up's last view counts, from the campaign's end or from the final checks. */
export const untilRead = ({ visitor }: PlayedCreator, { id }: SignedUp, which: 'end' | 'checks') =>
  until('the last views of a campaign are read', async () => {
    const { isFinal } = await visitor.get<{ isFinal: string | false }>(`/metrics/assignments/${id}/history`)
    return isFinal === 'checks' || isFinal === which
  })

export const untilSettled = ({ visitor }: PlayedBrand, campaignId: string) =>
  until('a campaign is settled', async () => (await visitor.get<CampaignOf>(`/campaigns/campaigns/${campaignId}`)).phase === 'settled')

/** @returns the Stripe account's id */
export async function openPayouts({ visitor }: PlayedCreator, country: string, outside: SandboxClient): Promise<string> {
  const { url } = await visitor.post<{ url: string }>('/payouts/payout-account/onboarding', { country })
  const known = await outside.get<{ id: string; metadata?: Record<string, string> }[]>('/_sandbox/accounts')
  const account = known.find(({ metadata }) => metadata?.creatorId === visitor.id)
  if (!account) throw new Error(`Stripe created no account for ${url}`)
  await outside.post(`/_sandbox/accounts/${account.id}`, { outcome: 'complete' })
  await until('a payout account is active', async () => {
    const { status } = await visitor.get<{ status: string }>('/payouts/payout-account')
    return status === 'active'
  })
  return account.id
}
