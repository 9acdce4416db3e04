import type { LiveTopic } from '@reelfair/contracts'

/** `off`: signed out. `paused`: no stream, so visible tabs poll every 30 s instead. */
export type LiveState = 'off' | 'connecting' | 'live' | 'paused'

interface LiveOptions {
  readonly url: string
  onChanged(topic: LiveTopic): void
  /** Called when changes may have been missed. */
  onMissed(): void
  /** Whether something may have changed before the first stream opened. */
  readonly mayHaveMissed?: () => boolean
  onSessionEnded(): void
  /** Replaces the EventSource constructor in tests. */
  readonly open?: (url: string) => EventSource
}

export interface LiveConnection {
  start(): void
  stop(): void
  state(): LiveState
  subscribe(listener: () => void): () => void
}

const POLL_MS = 30_000
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000
/** A tab hidden for this long closes its stream, because a session may have only five. */
const HIDDEN_FOR_MS = 120_000

/**
 * Connects to `/api/live`, which reports only the topics that changed, not their data. Reconnects indefinitely with
 * exponential backoff and jitter.
 */
export function createLiveConnection({
  url,
  onChanged,
  onMissed,
  mayHaveMissed = () => false,
  onSessionEnded,
  open = (to) => new EventSource(to),
}: LiveOptions): LiveConnection {
  const listeners = new Set<() => void>()
  let state: LiveState = 'off'
  let source: EventSource | undefined
  let failures = 0
  let missed = false
  let reopening: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  let sleeping: ReturnType<typeof setTimeout> | undefined

  const become = (next: LiveState) => {
    if (state === next) return
    state = next
    for (const listener of listeners) listener()
  }

  const close = () => {
    source?.close()
    source = undefined
    clearTimeout(reopening)
    reopening = undefined
  }

  const poll = (on: boolean) => {
    clearInterval(polling)
    polling = on ? setInterval(onMissed, POLL_MS) : undefined
  }

  const connect = () => {
    close()
    const stream = open(url)
    source = stream
    stream.addEventListener('hello', () => {
      failures = 0
      poll(false)
      become('live')
      if (missed || mayHaveMissed()) onMissed()
      // Another hello on the same stream means that the gateway itself missed events.
      missed = true
    })
    stream.addEventListener('changed', (event) => {
      onChanged((JSON.parse((event as MessageEvent<string>).data) as { topic: LiveTopic }).topic)
    })
    stream.addEventListener('session-ended', () => {
      stop()
      onSessionEnded()
    })
    stream.onerror = () => {
      // EventSource's own reconnection has no backoff and stops for good after an HTTP error, so ours replaces it.
      close()
      missed = true
      become(failures === 0 ? 'connecting' : 'paused')
      if (!polling) poll(true)
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
      // Jitter, so that browsers do not all reconnect to a restarted gateway at the same moment.
      reopening = setTimeout(connect, pause * (0.5 + Math.random()))
    }
  }

  const onVisibility = () => {
    clearTimeout(sleeping)
    if (document.hidden) {
      sleeping = setTimeout(() => {
        close()
        poll(false)
        missed = true
        become('paused')
      }, HIDDEN_FOR_MS)
    } else if (!source && state !== 'off') {
      failures = 0
      connect()
    }
  }
  const onOnline = () => {
    if (state === 'live' || state === 'off') return
    failures = 0
    connect()
  }

  const start = () => {
    if (state !== 'off') return
    become('connecting')
    failures = 0
    missed = false
    connect()
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('online', onOnline)
  }

  const stop = () => {
    close()
    poll(false)
    clearTimeout(sleeping)
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('online', onOnline)
    become('off')
  }

  return {
    start,
    stop,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
