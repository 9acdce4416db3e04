import type { LiveTopic } from '@reelfair/contracts'
import type { Response } from 'express'
import type { Session } from './exchange-session.ts'

export interface LiveLimits {
  readonly streams: number
  readonly streamsPerSession: number
  readonly heartbeatMs: number
  /** A topic is told at most this often, however many events there are: what waits is a set of topics, so that it cannot grow. */
  readonly pauseMs: number
  /** What may be on its way to a reader who does not read. */
  readonly unreadBytes: number
}

export const LIVE_LIMITS: LiveLimits = {
  streams: 10_000,
  streamsPerSession: 5,
  heartbeatMs: 15_000,
  pauseMs: 200,
  unreadBytes: 16_384,
}

/** One browser tab. */
export class LiveStream {
  readonly session: Session
  readonly #res: Response
  readonly #limits: LiveLimits
  readonly #waiting = new Set<LiveTopic>()
  #pause: NodeJS.Timeout | undefined

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

  tell(topic: LiveTopic): void {
    this.#waiting.add(topic)
    if (!this.#pause) this.#flush()
  }

  end(last = ''): void {
    clearTimeout(this.#pause)
    if (!this.#res.writableEnded) this.#res.end(last)
  }

  #flush(): void {
    this.#pause = undefined
    if (this.#waiting.size === 0 || this.#res.writableEnded) return
    for (const topic of this.#waiting) this.send(`event: changed\ndata: ${JSON.stringify({ topic })}\n\n`)
    this.#waiting.clear()
    this.#pause = setTimeout(() => this.#flush(), this.#limits.pauseMs).unref()
  }
}
