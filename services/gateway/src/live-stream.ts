import type { LiveTopic } from '@reelfair/contracts'
import type { Response } from 'express'
import type { Session } from './exchange-session.ts'

export interface LiveLimits {
  readonly streams: number
  readonly streamsPerSession: number
  readonly heartbeatMs: number
  readonly pauseMs: number
  /** Longer pause for notices to many clients, because each notice makes all of them refetch. */
  readonly broadPauseMs: number
  /** A client with more unread data than this is disconnected. */
  readonly unreadBytes: number
}

export const LIVE_LIMITS: LiveLimits = {
  streams: 10_000,
  streamsPerSession: 5,
  heartbeatMs: 15_000,
  pauseMs: 200,
  broadPauseMs: 5_000,
  unreadBytes: 16_384,
}

interface Lane {
  readonly waiting: Set<LiveTopic>
  pause?: NodeJS.Timeout | undefined
}

export class LiveStream {
  readonly session: Session
  readonly #res: Response
  readonly #limits: LiveLimits
  readonly #near: Lane = { waiting: new Set() }
  readonly #broad: Lane = { waiting: new Set() }

  constructor(res: Response, session: Session, limits: LiveLimits) {
    this.#res = res
    this.session = session
    this.#limits = limits
  }

  send(text: string): void {
    if (this.#res.writableEnded) return
    if (this.#res.writableLength > this.#limits.unreadBytes) this.#res.destroy()
    else this.#res.write(text)
  }

  /** @param isBroad whether many clients receive the notice */
  notify(topic: LiveTopic, isBroad = false): void {
    const lane = isBroad ? this.#broad : this.#near
    lane.waiting.add(topic)
    if (!lane.pause) this.#flush(lane, isBroad ? this.#limits.broadPauseMs : this.#limits.pauseMs)
  }

  end(last = ''): void {
    for (const { pause } of [this.#near, this.#broad]) clearTimeout(pause)
    if (!this.#res.writableEnded) this.#res.end(last)
  }

  #flush(lane: Lane, pauseMs: number): void {
    lane.pause = undefined
    if (lane.waiting.size === 0 || this.#res.writableEnded) return
    for (const topic of lane.waiting) this.send(`event: changed\ndata: ${JSON.stringify({ topic })}\n\n`)
    lane.waiting.clear()
    lane.pause = setTimeout(() => this.#flush(lane, pauseMs), pauseMs).unref()
  }
}
