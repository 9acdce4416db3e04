import type { AssignmentHistory, ExclusionReason, MeasuredVideo, Observation, Partnership, Review } from '@reelfair/contracts'
import { businessDayOf, nextDay } from '@reelfair/rules'

/** `other`: decisions on reviews, and views that the final reading removed. */
type CheckKind = 'logo' | 'link' | 'mention' | 'account' | 'growth' | 'other'

/** `answered`: the brand confirmed the logo. `none`: nothing was checked. */
type CheckState = 'passed' | 'fault' | 'held' | 'answered' | 'none' | 'future'

export interface CheckCell {
  readonly state: CheckState
  readonly excluded: number
  readonly faults?: readonly ExclusionReason[]
}

export interface CheckRow {
  readonly key: string
  readonly kind: CheckKind
  /** Only logos are checked per video. */
  readonly video?: MeasuredVideo
  readonly cells: readonly CheckCell[]
  readonly total: number
}

/** A reading's column. The first column may combine the earlier readings. */
export interface CheckColumn {
  readonly days: readonly string[]
  readonly isFuture: boolean
  /** Time of the day's last reading, if the column is a single day. */
  readonly readAt?: string | undefined
}

/** Per column, `seen − inReview − excluded = qualified`, and the same for the totals. */
export interface Checks {
  readonly columns: readonly CheckColumn[]
  readonly rows: readonly CheckRow[]
  readonly sums: Readonly<
    Record<'seen' | 'inReview' | 'excluded' | 'qualified', { readonly cells: readonly number[]; readonly total: number }>
  >
}

const KIND_OF: Readonly<Record<ExclusionReason, CheckKind>> = {
  logo_absent: 'logo',
  logo_too_small: 'logo',
  logo_not_in_upper_half: 'logo',
  link_not_in_bio: 'link',
  mention_missing: 'mention',
  code_missing: 'account',
  account_private: 'account',
  account_age_restricted: 'account',
  account_disconnected: 'account',
  video_deleted: 'account',
  not_short_vertical: 'account',
  published_before_sign_up: 'account',
  not_human: 'growth',
  removed_by_network: 'other',
}

/** More readings do not fit beside each other, so that the earlier ones share a column. */
const MAX_PAST = 6
const MAX_FUTURE = 3

interface ChecksInput {
  readonly partnership: Pick<Partnership, 'startsAt' | 'endsAt' | 'endedAt'>
  readonly history: Pick<AssignmentHistory, 'days' | 'compliance'>
  readonly observations: readonly Observation[]
  readonly videos: readonly MeasuredVideo[]
  readonly reviews: readonly Review[]
  readonly now: Date
}

/** Converts readings to a table that adds up, even if some observations are missing. */
export function readChecks(input: ChecksInput): Checks {
  const columns = columnsOf(input)
  const growth = growthOf(input.history.days)
  const sum = (figure: keyof Growth) => {
    const cells = columns.map(({ days }) => total(days.map((day) => growth.get(day)?.[figure] ?? 0)))
    return { cells, total: total(cells) }
  }
  const sums = { seen: sum('seen'), inReview: sum('inReview'), excluded: sum('excluded'), qualified: sum('qualified') }
  const rows = [
    ...input.videos.map((video) => rowOf('logo', columns, input, video)),
    ...(['link', 'mention', 'account', 'growth'] as const).map((kind) => rowOf(kind, columns, input)),
  ]
  const other = columns.map((_, at) => (sums.excluded.cells[at] ?? 0) - total(rows.map(({ cells }) => cells[at]?.excluded ?? 0)))
  if (other.some((views) => views !== 0)) {
    const cells = other.map((excluded, at): CheckCell => {
      if (columns[at]?.isFuture) return { state: 'future', excluded: 0 }
      return { state: excluded > 0 ? 'fault' : 'none', excluded }
    })
    rows.push({ key: 'other', kind: 'other', cells, total: total(other) })
  }
  return { columns, rows, sums }
}

const total = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0)

interface Growth {
  readonly seen: number
  readonly inReview: number
  readonly excluded: number
  readonly qualified: number
}

/** What each day added to the cumulative totals. Decisions also move views between the figures. */
function growthOf(days: AssignmentHistory['days']): ReadonlyMap<string, Growth> {
  let before = { observed: 0, inReview: 0, excluded: 0, qualified: 0 }
  return new Map(
    days.map((day) => {
      const growth = {
        seen: day.observed - before.observed,
        inReview: day.inReview - before.inReview,
        excluded: day.excluded - before.excluded,
        qualified: day.qualified - before.qualified,
      }
      before = day
      return [day.day, growth]
    }),
  )
}

/** One column per night of the partnership, and for later days with a reading or decision. */
function columnsOf({ partnership: { startsAt, endsAt, endedAt }, history, observations, now }: ChecksInput): CheckColumn[] {
  const readings = new Map(observations.map(({ readAt }) => [businessDayOf(new Date(readAt)), readAt]))
  for (const { day, at } of history.compliance) readings.set(day, at)
  const known = new Set([...history.days.map(({ day }) => day), ...readings.keys()])
  const last = businessDayOf(new Date(endedAt ?? endsAt))
  const days = new Set(known)
  for (let day = nextDay(businessDayOf(new Date(startsAt))); day <= last; day = nextDay(day)) days.add(day)
  const today = businessDayOf(now)
  const sorted = [...days].sort()
  const isFuture = (day: string) => !known.has(day) && day >= today
  const past = sorted.filter((day) => !isFuture(day))
  const earlier = past.length > MAX_PAST + 1 ? past.slice(0, -MAX_PAST) : []
  return [
    ...(earlier.length > 0 ? [{ days: earlier, isFuture: false }] : []),
    ...past.slice(earlier.length).map((day) => ({ days: [day], isFuture: false, readAt: readings.get(day) })),
    ...sorted
      .filter(isFuture)
      .slice(0, MAX_FUTURE)
      .map((day) => ({ days: [day], isFuture: true })),
  ]
}

function rowOf(kind: CheckKind, columns: readonly CheckColumn[], input: ChecksInput, video?: MeasuredVideo): CheckRow {
  const observations = video ? input.observations.filter(({ videoId }) => videoId === video.videoId) : input.observations
  const cells = columns.map(({ days, isFuture }): CheckCell => {
    if (isFuture) return { state: 'future', excluded: 0 }
    const read = observations.filter(({ readAt }) => days.includes(businessDayOf(new Date(readAt))))
    // The account is checked even before its first video.
    const account = input.history.compliance.filter(({ day }) => days.includes(day))
    const excluded = total(read.map(({ added }) => (added.reason && KIND_OF[added.reason] === kind ? added.excluded : 0)))
    const faults = faultsOf(kind, read, account)
    if (faults.length > 0) return { state: 'fault', excluded, faults }
    return { state: reviewState(kind, read, input.reviews) ?? stateOf(kind, read, account), excluded }
  })
  return {
    key: video ? `logo-${video.id}` : kind,
    kind,
    cells,
    total: total(cells.map(({ excluded }) => excluded)),
    ...(video && { video }),
  }
}

type Compliance = ChecksInput['history']['compliance']

function faultsOf(kind: CheckKind, read: readonly Observation[], account: Compliance): ExclusionReason[] {
  const ofAccount = account.flatMap(({ linkOk, isPublic, ageRestricted }): ExclusionReason[] => [
    ...(linkOk === false ? ['link_not_in_bio' as const] : []),
    ...(isPublic === false ? ['account_private' as const] : []),
    ...(ageRestricted === true ? ['account_age_restricted' as const] : []),
  ])
  return [...new Set([...ofAccount, ...read.flatMap(({ faults }) => faults)])].filter((reason) => KIND_OF[reason] === kind)
}

function stateOf(kind: CheckKind, read: readonly Observation[], account: Compliance): CheckState {
  // The network may show the videos but not the account, whose link is then unknown.
  if (kind === 'link' && account.length > 0) return account.some(({ linkOk }) => linkOk) ? 'passed' : 'none'
  if (read.length > 0) return 'passed'
  return kind === 'account' && account.some(({ isPublic }) => isPublic) ? 'passed' : 'none'
}

/** The result of the reviews that a column's readings belong to, or undefined if there are none. */
function reviewState(kind: CheckKind, read: readonly Observation[], all: readonly Review[]): CheckState | undefined {
  const doubtful = read.filter(({ logo, looksInhuman }) => (kind === 'logo' && logo === 'unknown') || (kind === 'growth' && looksInhuman))
  const reviews = doubtful.flatMap((one) => reviewOf(one, kind, all) ?? [])
  if (reviews.some(({ decision }) => !decision)) return 'held'
  if (reviews.some(({ decision }) => decision?.verdict === 'excluded')) return 'fault'
  return reviews.some(({ decision }) => decision?.by === 'brand') ? 'answered' : undefined
}

/** A review covers the readings from the one that opened it until its decision; later ones open another review. */
const reviewOf = ({ videoId, readAt }: Observation, kind: CheckKind, all: readonly Review[]): Review | undefined =>
  all
    .filter((one) => one.videoId === videoId && one.kind === kind && one.openedAt <= readAt)
    .toSorted((a, b) => b.openedAt.localeCompare(a.openedAt))[0]
