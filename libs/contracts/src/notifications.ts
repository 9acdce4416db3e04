import { z } from 'zod'
import { defineEvent } from './event.ts'
import { Id, Instant, Page, PageQuery } from './words.ts'

/** A user keeps this many notifications; each additional one replaces the oldest. */
export const MAX_NOTIFICATIONS = 500

/** Notifications are kept for 12 months. @source decisions §7 */
export const NOTIFICATION_DAYS = 365

/** The unread count stops here; screens show “99+”. */
export const MAX_UNREAD = 100

/** Notifications that a user may switch off together. */
export const NotificationGroup = z.enum([
  'reviews',
  'campaigns',
  'earnings',
  'invitations',
  'partnerships',
  'accounts',
  'money',
  'terms',
  'security',
])
export type NotificationGroup = z.infer<typeof NotificationGroup>

export const NotificationKind = z.enum([
  'account-verified',
  'account-failed',
  'account-disconnected',
  'campaign-started',
  'campaign-unfunded',
  'campaign-goal-reached',
  'campaign-ended',
  'campaign-settled',
  'earnings-settled',
  'views-at-risk',
  'review-asks-brand',
  'review-asks-admin',
  'review-opened',
  'review-counts',
  'review-counts-brand',
  'review-excluded',
  'review-excluded-brand',
  'invitation-received',
  'invitation-expiring',
  'invitation-unfunded',
  'invitation-rejected',
  'invitation-superseded',
  'invitation-superseded-brand',
  'invitation-expired',
  'invitation-expired-brand',
  'invitation-withdrawn',
  'partnership-agreed',
  'partnership-accepted',
  'partnership-started',
  'partnership-started-brand',
  'partnership-ended',
  'partnership-ended-brand',
  'partnership-settled',
  'partnership-settled-brand',
  'order-paid',
  'order-failed',
  'transfer-paid',
  'transfer-failed',
  'transfer-failed-admin',
  'transfer-reversed',
  'payout-account-ready',
  'payout-account-asks',
  'payout-account-restricted',
  'payout-account-closed',
  'terms-change',
  'new-sign-in',
  'data-export-ready',
])
export type NotificationKind = z.infer<typeof NotificationKind>

/** `title`, `text` and `link.label` are in the reader's language, with the current names of campaigns and accounts. */
export const Notification = z.object({
  id: Id,
  /** Position in the user's list: each newer notification has a higher number. */
  number: z.int().min(1),
  kind: NotificationKind,
  title: z.string(),
  text: z.string(),
  link: z.object({ href: z.string(), label: z.string() }).optional(),
  /** Present while the user can respond: the screen shows a button instead of a link. */
  answerBy: Instant.optional(),
  createdAt: Instant,
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

export const NotificationsQuery = PageQuery
export type NotificationsQuery = z.infer<typeof NotificationsQuery>

export const NotificationsPage = Page(Notification)
export type NotificationsPage = z.infer<typeof NotificationsPage>

export const UnreadCount = z.object({ unread: z.int().min(0).max(MAX_UNREAD) })
export type UnreadCount = z.infer<typeof UnreadCount>

export const NotificationPath = z.strictObject({ notificationId: Id })
export type NotificationPath = z.infer<typeof NotificationPath>

/** The highest number that the user has seen, so that a notification that arrives in the meantime stays unread. */
export const ReadAll = z.strictObject({ upTo: z.int().min(1) })
export type ReadAll = z.infer<typeof ReadAll>

/** `always`: cannot be switched off. `never`: the group sends no e-mails. */
const MailChoice = z.enum(['on', 'off', 'always', 'never'])

/** The groups that apply to the user's role. The bell shows all of them. */
export const NotificationChoices = z.object({
  items: z
    .array(z.object({ group: NotificationGroup, name: z.string(), about: z.string(), mail: MailChoice }))
    .max(NotificationGroup.options.length),
})
export type NotificationChoices = z.infer<typeof NotificationChoices>

export const NotificationChoice = z.strictObject({ group: NotificationGroup, mail: z.boolean() })
export type NotificationChoice = z.infer<typeof NotificationChoice>

export const UnsubscribeInput = z.strictObject({ token: z.string().min(1).max(300) })
export type UnsubscribeInput = z.infer<typeof UnsubscribeInput>

/** `name`: the group, in the reader's language. */
export const Unsubscribed = z.object({ group: NotificationGroup, name: z.string() })
export type Unsubscribed = z.infer<typeof Unsubscribed>

/** A user's notifications changed: a new one, or some were read. Notifies screens only. */
export const NotificationsChanged = defineEvent('notifications.changed', 1, z.object({ userId: Id }), {
  transient: true,
  live: ({ userId }) => [{ to: `user:${userId}`, topic: 'notifications' }],
})
