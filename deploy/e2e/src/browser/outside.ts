/** Controls the sandbox from a test: e-mail, Stripe and the clock. */
import { eventually } from '@reelfair/testkit'
import { expect } from 'vitest'
import type { Site } from './site.ts'

interface Email {
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
}

interface Paid {
  readonly transfers: number
  readonly transferred: number
  readonly reversed: number
  readonly byDestination: Readonly<Record<string, number>>
}

type AccountOutcome = 'complete' | 'restricted'

export interface Outside {
  readonly url: string
  /** Waits until `count` e-mails have arrived and returns the newest. */
  email(to: string, count?: number): Promise<Email>
  /** Advances the clock that all services share. */
  advance(time: { days?: number; seconds?: number }): Promise<void>
  /** Makes the next calls to a path fail; `undefined` removes all faults. */
  fault(fault: { kind: string; times: number; method?: 'POST'; path: string } | undefined): Promise<void>
  decide(email: string, outcome: AccountOutcome): Promise<void>
  earn(creatorId: string, cents: number, reason: string): Promise<void>
  paid(): Promise<Paid>
  /** Adds money to the platform's Stripe account. */
  fund(cents: number): Promise<void>
  /** Creates a social account and makes the next verification succeed. */
  openSocialAccount(network: string, username: string): Promise<void>
}

/** The mail worker polls every half second. */
const MAIL_WITHIN = { within: 20_000 }

export function outsideOf(site: Site): Outside {
  const { url } = site.local.sandbox
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(url + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} failed with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  return {
    url,
    email: (to, count = 1) =>
      eventually(async () => {
        const emails = await ask<Email[]>('GET', `/mail/api/messages?to=${encodeURIComponent(to)}`)
        expect(emails).toHaveLength(count)
        return emails[0] as Email
      }, MAIL_WITHIN),
    advance: async ({ days = 0, seconds = 0 }) => {
      await ask('POST', '/_sandbox/clock', { advanceMs: (days * 86_400 + seconds) * 1_000 })
    },
    fault: async (fault) => {
      await (fault ? ask('POST', '/_sandbox/faults', fault) : ask('DELETE', '/_sandbox/faults'))
    },
    decide: async (email, outcome) => {
      const accounts = await ask<{ id: string; contact_email: string }[]>('GET', '/_sandbox/accounts')
      const account = accounts.find((one) => one.contact_email === email)
      await ask('POST', `/_sandbox/accounts/${account?.id}`, { outcome })
    },
    earn: async (creatorId, cents, reason) => {
      expect(await ask('POST', '/_sandbox/earnings', { creatorId, cents, reason })).toEqual({ posted: true })
    },
    paid: () => ask<Paid>('GET', '/_sandbox/paid'),
    fund: async (amount) => {
      await ask('POST', '/_sandbox/balance', { amount })
    },
    openSocialAccount: async (network, username) => {
      await ask('POST', '/_sandbox/social/accounts', { network, username })
      await ask('PUT', '/_sandbox/social/verification', { mode: 'yes', times: 1 })
    },
  }
}
