import type { Campaign, Night } from '@reelfair/contracts'
import { businessDayOf, nextDay } from '@reelfair/rules'

/** A note about the nights from `from` to `to`, inclusive. */
export interface Note {
  readonly from: string
  readonly to: string
  readonly text: string
}

interface Words {
  readonly goal: (campaign: Campaign) => string
  readonly running: (campaigns: number) => string
  readonly noViews: string
}

interface Known {
  readonly campaigns: readonly Campaign[]
  /** If false, older campaigns are not loaded, so the number of active campaigns is unknown. */
  readonly areAll: boolean
}

/** Showing more notes about reached goals than this would hide the chart's bars. */
const MAX_GOALS = 2
/** A note about concurrent campaigns that spans fewer nights than this would hide the chart's bars. */
const MIN_NIGHTS = 2

export const isQuiet = ({ qualified, inReview, excluded }: Night): boolean => qualified + inReview + excluded === 0

/** The nights whose readings can add views to a campaign: from the night after its start to its last day. */
export function spanOf({ startsAt, endsAt, endedAt }: Campaign): { readonly from: string; readonly to: string } | undefined {
  const end = endedAt ?? endsAt
  if (startsAt === undefined || end === undefined) return undefined
  const to = businessDayOf(new Date(end))
  const from = nextDay(businessDayOf(new Date(startsAt)))
  return from < to ? { from, to } : { from: to, to }
}

type Span = { readonly campaign: Campaign; readonly from: string; readonly to: string }

/** Drops the nights before the first campaign could have views. Keeps all nights if older campaigns are not loaded. */
export function nightsSince(nights: readonly Night[], { campaigns, areAll }: Known): readonly Night[] {
  if (!areAll) return nights
  const begins = campaigns.flatMap((campaign) => spanOf(campaign)?.from ?? [])
  const first = nights.findIndex((night) => !isQuiet(night) || begins.some((from) => from <= night.day))
  return first < 0 ? [] : nights.slice(first)
}

/**
 * The reading at a campaign's end may run after midnight. The next night's views then belong to that campaign, if no
 * other campaign was read that night.
 */
function lastNightOf({ campaign, to }: Span, all: readonly Span[], nights: readonly Night[]): string {
  const next = nights.find(({ day }) => day === nextDay(to))
  const otherWasRead = all.some((other) => other.campaign !== campaign && other.from <= nextDay(to) && nextDay(to) <= other.to)
  return campaign.endedAt !== undefined && next && !isQuiet(next) && !otherWasRead ? next.day : to
}

/** Groups consecutive nights for which `of` returns the same value. */
function runsOf<T>(nights: readonly Night[], of: (night: Night) => T): { what: T; nights: Night[] }[] {
  const runs: { what: T; nights: Night[] }[] = []
  for (const night of nights) {
    const what = of(night)
    const run = runs.at(-1)
    if (run && run.what === what) run.nights.push(night)
    else runs.push({ what, nights: [night] })
  }
  return runs
}

const noteOver = (nights: readonly Night[], text: string): Note[] => {
  const [first, last] = [nights[0], nights.at(-1)]
  return first && last ? [{ from: first.day, to: last.day, text }] : []
}

/** Nights without an active campaign do not need a note. */
export function notesOf(nights: readonly Night[], { campaigns, areAll }: Known, words: Words): Note[] {
  const planned = campaigns.flatMap((campaign) => {
    const span = spanOf(campaign)
    return span ? [{ campaign, ...span }] : []
  })
  const spans = planned.map((span) => ({ ...span, to: lastNightOf(span, planned, nights) }))
  const running = ({ day }: Night) => spans.filter(({ from, to }) => from <= day && day <= to).length
  const hasViews = (some: readonly Night[]) => some.some((night) => !isQuiet(night))

  const last = nights.at(-1)?.day ?? ''
  const goals = spans
    .filter(({ campaign, to }) => campaign.status === 'completed' && to <= last)
    .map(({ campaign, from, to }) => ({ campaign, to, nights: nights.filter(({ day }) => from <= day && day <= to) }))
    .filter((one) => hasViews(one.nights))
    .sort((a, b) => (a.to < b.to ? 1 : -1))
    .slice(0, MAX_GOALS)
    .flatMap((one) => noteOver(one.nights, words.goal(one.campaign)))

  const together = runsOf(nights, running).findLast((run) => run.what > 1 && run.nights.length >= MIN_NIGHTS && hasViews(run.nights))
  const several = areAll && together ? noteOver(together.nights, words.running(together.what)) : []

  const quiet = runsOf(nights, isQuiet)
    .filter((run) => run.what && (!areAll || run.nights.some((night) => running(night) > 0)))
    .flatMap((run) => noteOver(run.nights, words.noViews))
  return [...goals, ...several, ...quiet]
}
