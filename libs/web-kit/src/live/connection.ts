import type { LiveTopic } from '@reelfair/contracts'
import { LATE_MS } from '../api/first-reads.ts'

/** `off`: signed out. `paused`: no stream, so visible tabs poll every 30 s instead. */
export type LiveState = 'off' | 'connecting' | 'live' | 'paused'

interface LiveOptions {
  readonly url: string
  onChanged(topic: LiveTopic): void
  onMissed(): void
  /** Whether the page may have missed changes before the first stream opened. */
  readonly mayHaveMissed?: () => boolean
  onSessionEnded(): void
  /** Replaces EventSource in tests. */
  readonly open?: (url: string) => EventSource
}

const POLL_MS = 30_000
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000
/** A session is limited to five streams, so a tab that is hidden for this long closes its stream. */
const HIDDEN_FOR_MS = 120_000

/**
 * Subscribes to `/api/live`, which sends the names of changed topics without their data. Reconnects indefinitely with
 * exponential backoff and jitter.
 */
export class LiveConnection {
  readonly #options: LiveOptions
  readonly #listeners = new Set<() => void>()
  #state: LiveState = 'off'
  #source: EventSource | undefined
  #startedAt = 0
  #failures = 0
  #missed = false
  #reopening: ReturnType<typeof setTimeout> | undefined
  #polling: ReturnType<typeof setInterval> | undefined
  #sleeping: ReturnType<typeof setTimeout> | undefined

  constructor(options: LiveOptions) {
    this.#options = options
  }

  readonly state = (): LiveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly start = (): void => {
    if (this.#state !== 'off') return
    this.#become('connecting')
    this.#startedAt = performance.now()
    this.#failures = 0
    this.#missed = false
    this.#connect()
    document.addEventListener('visibilitychange', this.#onVisibility)
    addEventListener('online', this.#onOnline)
  }

  readonly stop = (): void => {
    this.#close()
    this.#poll(false)
    clearTimeout(this.#sleeping)
    document.removeEventListener('visibilitychange', this.#onVisibility)
    removeEventListener('online', this.#onOnline)
    this.#become('off')
  }

  #become(next: LiveState): void {
    if (this.#state === next) return
    this.#state = next
    for (const listener of this.#listeners) listener()
  }

  #close(): void {
    this.#source?.close()
    this.#source = undefined
    clearTimeout(this.#reopening)
    this.#reopening = undefined
  }

  #poll(on: boolean): void {
    clearInterval(this.#polling)
    this.#polling = on ? setInterval(this.#options.onMissed, POLL_MS) : undefined
  }

  #connect(): void {
    this.#close()
    const { url, open = (to) => new EventSource(to), onChanged, onSessionEnded } = this.#options
    const stream = open(url)
    this.#source = stream
    stream.addEventListener('hello', () => this.#onHello())
    stream.addEventListener('changed', (event) => {
      onChanged((JSON.parse((event as MessageEvent<string>).data) as { topic: LiveTopic }).topic)
    })
    stream.addEventListener('session-ended', () => {
      this.stop()
      onSessionEnded()
    })
    // EventSource's own reconnection has no backoff and stops for good after an HTTP error.
    stream.onerror = () => this.#reconnect()
  }

  #onHello(): void {
    const { mayHaveMissed, onMissed } = this.#options
    this.#failures = 0
    this.#poll(false)
    this.#become('live')
    const isLate = performance.now() - this.#startedAt > LATE_MS
    if (this.#missed || isLate || mayHaveMissed?.()) onMissed()
    // A second hello on the same stream means that the gateway missed events.
    this.#missed = true
  }

  #reconnect(): void {
    this.#close()
    this.#missed = true
    this.#become(this.#failures === 0 ? 'connecting' : 'paused')
    if (!this.#polling) this.#poll(true)
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures++)
    // Without jitter, all browsers would reconnect to a restarted gateway at the same moment.
    this.#reopening = setTimeout(() => this.#connect(), pause * (0.5 + Math.random()))
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#sleeping)
    if (document.hidden) this.#sleeping = setTimeout(() => this.#sleep(), HIDDEN_FOR_MS)
    else if (!this.#source && this.#state !== 'off') {
      this.#failures = 0
      this.#connect()
    }
  }

  #sleep(): void {
    this.#close()
    this.#poll(false)
    this.#missed = true
    this.#become('paused')
  }

  readonly #onOnline = (): void => {
    if (this.#state === 'live' || this.#state === 'off') return
    this.#failures = 0
    this.#connect()
  }
}
