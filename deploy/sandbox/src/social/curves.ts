/** A video's figures depend only on its age, so the same time always shows the same figures. */

export const CURVE_KINDS = ['organic', 'viral', 'bot_spike', 'purge'] as const

/**
 * `organic`: grows quickly at first, then more slowly, and more by day than by night. `viral`: gains most of its views
 * within hours, after a quiet first day. `bot_spike`: a small organic video that gains most of its views within one
 * hour, without likes. `purge`: an organic video that later loses about a third of its views. `points`: joins the given
 * points with straight lines.
 */
export type Curve =
  | {
      readonly kind: (typeof CURVE_KINDS)[number]
      readonly seed: string
      readonly views: number
      /** Start of the spike or purge, or peak of the viral growth. By default, derived from the seed. */
      readonly turnAfterHours?: number | undefined
    }
  | { readonly kind: 'points'; readonly seed: string; readonly points: readonly Point[] }

/** `bots` is the number of bot views among the views; 0 by default. */
interface Point {
  readonly afterHours: number
  readonly views: number
  readonly bots?: number | undefined
}

export interface Figures {
  readonly views: number
  readonly likes: number
  readonly comments: number
  readonly shares: number
}

const HOUR_MS = 3_600_000
/** Share of a bot spike's views that come from people. */
const HUMAN_SHARE = 0.2
const PURGED_SHARE = 0.35
/** Amplitude of the daily wave, in hours. Must be below 24 / 2π, so that views never decrease. */
const WAVE_HOURS = 2.2

/** Random numbers from 0 to 1. Each seed always produces the same sequence. */
function* chances(seed: string): Generator<number, never> {
  let state = 2_166_136_261
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619)
  for (;;) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const between = (low: number, high: number, chance: number) => low + (high - low) * chance
const ramp = (hours: number, from: number, length: number) => Math.min(1, Math.max(0, (hours - from) / length))

function organic(hours: number, pace: number, phase: number): number {
  const turn = (2 * Math.PI) / 24
  const waved = hours + WAVE_HOURS * (Math.sin(turn * hours + phase) - Math.sin(phase))
  return 1 - Math.exp(-waved / pace)
}

function viral(hours: number, height: number, width: number): number {
  const at = (age: number) => 1 / (1 + Math.exp(-(age - height) / width))
  return (at(hours) - at(0)) / (1 - at(0))
}

function along(points: readonly { readonly afterHours: number; readonly views: number }[], hours: number): number {
  const sorted = [...points].sort((a, b) => a.afterHours - b.afterHours)
  let before = { afterHours: 0, views: 0 }
  for (const point of sorted) {
    if (hours < point.afterHours) {
      const share = (hours - before.afterHours) / (point.afterHours - before.afterHours)
      return before.views + (point.views - before.views) * share
    }
    before = point
  }
  return before.views
}

/** Returns total views and human views. A purge reduces only `all`, so likes do not change. */
function seen(curve: Curve, hours: number): { all: number; human: number } {
  const chance = chances(curve.seed)
  const draw = (low: number, high: number) => between(low, high, chance.next().value)
  if (curve.kind === 'points') {
    const views = along(curve.points, hours)
    const bots = along(
      curve.points.map(({ afterHours, bots = 0 }) => ({ afterHours, views: bots })),
      hours,
    )
    return { all: views, human: Math.max(0, views - bots) }
  }
  const slow = organic(hours, draw(30, 52), draw(0, 2 * Math.PI))
  const { views, turnAfterHours } = curve
  switch (curve.kind) {
    case 'organic':
      return { all: views * slow, human: views * slow }
    case 'viral': {
      const share = 0.15 * slow + 0.85 * viral(hours, turnAfterHours ?? draw(22, 40), draw(2.5, 4.5))
      return { all: views * share, human: views * share }
    }
    case 'bot_spike': {
      const human = views * HUMAN_SHARE * slow
      return { all: human + views * (1 - HUMAN_SHARE) * ramp(hours, turnAfterHours ?? draw(26, 40), 1), human }
    }
    case 'purge':
      return { all: views * slow * (1 - PURGED_SHARE * ramp(hours, turnAfterHours ?? draw(90, 140), 1)), human: views * slow }
  }
}

/**
 * A video's figures at a given age.
 * @param ageMs Milliseconds since publication; if negative, all figures are 0
 * @example figuresAt({ kind: 'organic', seed: 'v1', views: 40_000 }, 86_400_000)
 */
export function figuresAt(curve: Curve, ageMs: number): Figures {
  if (ageMs <= 0) return { views: 0, likes: 0, comments: 0, shares: 0 }
  const { all, human } = seen(curve, ageMs / HOUR_MS)
  const chance = chances(`${curve.seed}:people`)
  const part = (low: number, high: number) => Math.floor(human * between(low, high, chance.next().value))
  return { views: Math.floor(all), likes: part(0.04, 0.09), comments: part(0.003, 0.008), shares: part(0.004, 0.01) }
}
