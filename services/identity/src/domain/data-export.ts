/** Life cycle of a data export: requested, complete when every service has sent its share, deleted after seven days. */
import {
  DATA_EXPORT_AGAIN_HOURS,
  DATA_EXPORT_DAYS,
  type DataExport,
  type DataExportPart,
  type DataOf,
  type Role,
  refuse,
  SERVICES,
  type ServiceName,
} from '@reelfair/contracts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Even the data of a very active creator is complete within minutes, unless a service is down. */
const LATE_MS = HOUR_MS

/** A service's parts that have arrived. `last`: the highest index, once known. */
interface Share {
  readonly service: ServiceName
  readonly parts: number
  readonly bytes: number
  readonly last?: number | undefined
}

export interface Export {
  readonly id: string
  readonly userId: string
  readonly role: Role
  readonly state: DataExport['state']
  readonly requestedAt: Date
  readonly shares: readonly Share[]
  /** When the nightly job ends this state. */
  readonly endsAt: Date
}

type Part = Pick<DataOf<typeof DataExportPart>, 'service' | 'index' | 'last' | 'json'>

const inDays = (at: Date): Date => new Date(at.getTime() + DATA_EXPORT_DAYS * DAY_MS)
const nextAt = ({ requestedAt }: Export): Date => new Date(requestedAt.getTime() + DATA_EXPORT_AGAIN_HOURS * HOUR_MS)

const isComplete = ({ parts, last }: Share): boolean => last !== undefined && parts === last + 1

const arrivedOf = ({ shares }: Export): ServiceName[] => shares.filter(isComplete).map(({ service }) => service)

/** Another export may start 24 hours after the last request, or immediately if it failed. @source issue 15, part 4 */
export function startExport(
  user: { readonly id: string; readonly role: Role },
  latest: Export | undefined,
  { id, at }: { readonly id: string; readonly at: Date },
): Export {
  if (latest && latest.state !== 'failed' && nextAt(latest) > at) {
    refuse('data_export_too_soon', { hours: Math.ceil((nextAt(latest).getTime() - at.getTime()) / HOUR_MS) })
  }
  return { id, userId: user.id, role: user.role, state: 'preparing', requestedAt: at, shares: [], endsAt: inDays(at) }
}

/** Adds a part that has not arrived before. The export is ready as soon as every share is complete. */
export function addPart<E extends Export>(before: E, { service, index, last, json }: Part, at: Date): E {
  const share = before.shares.find((one) => one.service === service) ?? { service, parts: 0, bytes: 0 }
  const grown = { ...share, parts: share.parts + 1, bytes: share.bytes + Buffer.byteLength(json), ...(last && { last: index }) }
  const after = { ...before, shares: [...before.shares.filter((one) => one !== share), grown] }
  return arrivedOf(after).length === SERVICES.length ? { ...after, state: 'ready', endsAt: inDays(at) } : after
}

export const hasNewShare = (before: Export, after: Export): boolean => arrivedOf(after).length > arrivedOf(before).length

/** The nightly job removes the parts that have arrived. */
export const fail = <E extends Export>(before: E): E => ({ ...before, state: 'failed', shares: [] })

/** @returns undefined if nothing is left to keep. The failed state lasts a while, so that the user learns of it. */
export const endState = <E extends Export>(before: E): E | undefined =>
  before.state === 'preparing' ? { ...fail(before), endsAt: inDays(before.endsAt) } : undefined

export const isDownloadable = ({ state, endsAt }: Export, now: Date): boolean => state === 'ready' && endsAt > now

export const headOf = ({ id, requestedAt }: Export): string => `{\n"export": ${JSON.stringify({ id, requestedAt })}`

export const nameOf = (service: ServiceName): string => `,\n${JSON.stringify(service)}: `

export const TAIL = '\n}\n'

export const bytesOf = (one: Export): number =>
  Buffer.byteLength(headOf(one) + SERVICES.map(nameOf).join('') + TAIL) + one.shares.reduce((sum, { bytes }) => sum + bytes, 0)

export function viewExport(
  one: Export,
  now: Date,
): Omit<DataExport, 'requestedAt' | 'readyUntil' | 'nextAt'> & {
  requestedAt: Date
  readyUntil?: Date
  nextAt?: Date
} {
  const { id, state, requestedAt, endsAt } = one
  return {
    id,
    state,
    requestedAt,
    arrived: arrivedOf(one),
    isLate: state === 'preparing' && now.getTime() - requestedAt.getTime() > LATE_MS,
    ...(state === 'ready' && { nextAt: nextAt(one), readyUntil: endsAt, bytes: bytesOf(one) }),
  }
}
