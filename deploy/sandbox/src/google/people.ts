import { createHash, randomBytes } from 'node:crypto'

export interface GoogleState {
  readonly clientId: string
  readonly clientSecret: string
}

export const emptyGoogle = (): GoogleState => ({
  clientId: 'reelfair-sandbox.apps.googleusercontent.example',
  clientSecret: randomBytes(24).toString('base64url'),
})

export interface GooglePerson {
  readonly sub: string
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
}

/** Ids of the chooser's entries; `words.ts` explains each one. */
export const PEOPLE = {
  new: { sub: '100000000000000000001', name: 'Nina New', email: 'nina@google.reelfair.example', isVerified: true },
  known: { sub: '100000000000000000002', name: 'Casey Creator', email: 'creator@demo.reelfair.example', isVerified: true },
  unconfirmed: { sub: '100000000000000000003', name: 'Una Unconfirmed', email: 'una@google.reelfair.example', isVerified: true },
  before: { sub: '100000000000000000004', name: 'Chloe Change', email: 'chloe@google.reelfair.example', isVerified: true },
  // The same Google account as `before`, with another address.
  changed: { sub: '100000000000000000004', name: 'Chloe Change', email: 'chloe.new@google.reelfair.example', isVerified: true },
  unverified: { sub: '100000000000000000005', name: 'Bo Brand', email: 'brand@demo.reelfair.example', isVerified: false },
} as const satisfies Readonly<Record<string, GooglePerson>>

export type PersonId = keyof typeof PEOPLE

/** The same address always belongs to the same Google account. */
export const personOf = (email: string, isVerified: boolean): GooglePerson => ({
  sub: BigInt(`0x${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)}`).toString(),
  name: email.split('@')[0] ?? email,
  email,
  isVerified,
})
