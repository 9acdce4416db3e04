/** The world outside, from a test: the mail that a person gets, Stripe's side of things, the clock. */
import { eventually } from '@reelfair/testkit'
import { expect } from 'vitest'
import type { Site } from './site.ts'

interface Letter {
  readonly subject: string
  readonly text: string
  readonly links: readonly string[]
}

export interface Paid {
  readonly transfers: number
  readonly transferred: number
  readonly reversed: number
  readonly byDestination: Readonly<Record<string, number>>
}

type AccountOutcome = 'complete' | 'restricted'

export interface Outside {
  /** Of the sandbox; its pages lie below. */
  readonly url: string
  /** Waits for so many letters. @returns the newest */
  letter(to: string, count?: number): Promise<Letter>
  /** Moves the one clock. */
  advance(time: { days?: number; seconds?: number }): Promise<void>
  /** What the next calls of these paths come to; `undefined` takes all back. */
  fault(fault: { kind: string; times: number; method?: 'POST'; path: string } | undefined): Promise<void>
  /** The provider decides on the account of this e-mail address. */
  decide(email: string, outcome: AccountOutcome): Promise<void>
  /** A test earning, payable at once. */
  earn(creatorId: string, cents: number, reason: string): Promise<void>
  paid(): Promise<Paid>
}

/** In milliseconds: the mail's worker looks every half second. */
const MAIL_WITHIN = { within: 20_000 }

export function outsideOf(site: Site): Outside {
  const { url } = site.local.sandbox
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(url + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  return {
    url,
    letter: (to, count = 1) =>
      eventually(async () => {
        const letters = await ask<Letter[]>('GET', `/mail/api/messages?to=${encodeURIComponent(to)}`)
        expect(letters).toHaveLength(count)
        return letters[0] as Letter
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
  }
}
