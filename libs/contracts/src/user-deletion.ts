import { z } from 'zod'
import { defineEvent } from './event.ts'
import { PresenceProof } from './identity.ts'
import { Cents, Email, Id, Instant, Role, Views } from './words.ts'

/** Admins can be removed only by a command. */
const DeletableRole = Role.exclude(['admin'])

/**
 * A reason that prevents a user from deleting the account. `amount` is a number of campaigns, sign-ups, invitations,
 * partnerships, orders or transfers, or the credits or cents concerned. The user may give up `credits_available`,
 * `balance_small`, `balance_payable` (transferring it first is better, but not every creator can open a payout account)
 * and `balance_refused` (a balance that the payment provider will never pay out). `names`: the first campaigns, for
 * screens. `until`: when it is due to end without any action by the user.
 */
export const DeletionObstacle = z.object({
  reason: z.enum([
    'campaigns_unsettled',
    'sign_ups_unsettled',
    'invitations_open',
    'partnerships_unsettled',
    'credits_held',
    'credits_available',
    'orders_unpaid',
    'earnings_accruing',
    'earnings_held',
    'earnings_arriving',
    'balance_payable',
    'balance_small',
    'balance_refused',
    'transfers_running',
    'transfers_in_review',
  ]),
  amount: z.int().min(0),
  names: z.array(z.string()).max(3).optional(),
  until: Instant.optional(),
})
export type DeletionObstacle = z.infer<typeof DeletionObstacle>

const Obstacles = z.array(DeletionObstacle).max(20)
/** The obstacles that one service knows of. */
export const DeletionObstacles = z.object({ obstacles: Obstacles })
export type DeletionObstacles = z.infer<typeof DeletionObstacles>

/** The credits and money that the user gives up. A service refuses the deletion if it finds more than that. */
export const DeletionWaiver = z.strictObject({ credits: Views.default(0), cents: Cents.min(0).default(0) })
export type DeletionWaiver = z.infer<typeof DeletionWaiver>

/** `email` is typed to confirm. */
export const DeletionInput = PresenceProof.extend({
  email: Email,
  waives: DeletionWaiver.default({ credits: 0, cents: 0 }),
})
export type DeletionInput = z.infer<typeof DeletionInput>

/** `blocked`: the last request found obstacles and changed nothing. */
export const DeletionStatus = z.object({
  state: z.enum(['none', 'pending', 'blocked']),
  requestedAt: Instant.optional(),
  obstacles: Obstacles,
})
export type DeletionStatus = z.infer<typeof DeletionStatus>

/** Each request has the next attempt number, so that late and repeated events are recognised. */
const Attempt = z.object({ userId: Id, attempt: z.int().min(1) })
const Request = Attempt.extend({ role: DeletableRole })

/** Asks the services that own a user's work whether any is unfinished. Each locks the user if not. */
export const UserDeletionRequested = defineEvent('user.deletion-requested', 1, Request)

/** `earnedCents`: total of all the creator's sign-ups, so that payouts notices earnings that have not arrived. */
export const UserCampaignsChecked = defineEvent(
  'user.campaigns-checked',
  1,
  Attempt.extend({ obstacles: Obstacles, earnedCents: Cents.min(0) }),
)

/** `earnedCents`: total of all the creator's partnerships. */
export const UserInvitationsChecked = defineEvent(
  'user.invitations-checked',
  1,
  Attempt.extend({ obstacles: Obstacles, earnedCents: Cents.min(0) }),
)

/** All work is finished and none can be added. Asks payouts whether any money is unsettled. */
export const UserWorkCleared = defineEvent('user.work-cleared', 1, Request.extend({ earnedCents: Cents.min(0), waives: DeletionWaiver }))

/**
 * `hasBought`: accounting records need the company's details. `givenUp`: what the user lost, for the last e-mail;
 * missing if there are obstacles.
 */
export const UserMoneyChecked = defineEvent(
  'user.money-checked',
  1,
  Attempt.extend({ obstacles: Obstacles, hasBought: z.boolean(), givenUp: DeletionWaiver.optional() }),
)

/** A service found obstacles, so all services unlock the user. */
export const UserDeletionBlocked = defineEvent('user.deletion-blocked', 1, Attempt, {
  live: ({ userId }) => [{ to: `user:${userId}`, topic: 'session' }],
})

/** The user is gone. Every service erases the user's personal data and never stores any again. Also for admins. */
export const UserDeleted = defineEvent('user.deleted', 1, z.object({ userId: Id, role: Role }))

/** In the order in which they occur. */
export const userDeletionEvents = [
  UserDeletionRequested,
  UserCampaignsChecked,
  UserInvitationsChecked,
  UserWorkCleared,
  UserMoneyChecked,
  UserDeletionBlocked,
  UserDeleted,
] as const
