/** Whom an event notifies, about what, and when it comes too late. */
import type { DataOf, EventDefinition } from '@reelfair/contracts'
import type { Message } from './notification-values.ts'

/** A user's id, or all admins. */
export type Told = Message & { readonly to: string }
export const ADMINS = 'admins'

/**
 * A step in the life of `subject`. A step that arrives after a later one no longer notifies anyone: its text would be
 * false.
 */
export interface Step {
  readonly subject: string
  readonly order: number
  /** A later step with an equal state notifies nobody. */
  readonly state?: string
}

export interface Entry {
  readonly event: EventDefinition
  readonly step: (data: never) => Step | undefined
  /** Nobody is notified if it returns an empty list. */
  readonly tell: ((data: never) => readonly Told[]) | 'none'
}

export const entry = <Definition extends EventDefinition>(
  event: Definition,
  tell: (data: DataOf<Definition>) => readonly Told[],
  step: (data: DataOf<Definition>) => Step | undefined = () => undefined,
): Entry => ({ event, tell, step })

export const none = (...all: readonly Pick<EventDefinition, 'type' | 'version'>[]): Entry[] =>
  all.map((event) => ({ event: event as EventDefinition, tell: 'none', step: () => undefined }))
