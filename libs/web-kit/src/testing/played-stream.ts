import { vi } from 'vitest'

/** What the browser's EventSource does, played by hand. */
export class PlayedStream extends EventTarget {
  onerror: (() => void) | null = null
  isClosed = false
  close() {
    this.isClosed = true
  }
  say(type: string, data: unknown = {}) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }
}

/**
 * From now on every EventSource is one that is played by hand.
 * @returns those that were opened, the newest last
 * @example streams.at(-1)!.say('changed', { topic: 'campaigns' })
 */
export function playStreams(): PlayedStream[] {
  const streams: PlayedStream[] = []
  vi.stubGlobal(
    'EventSource',
    class extends PlayedStream {
      constructor() {
        super()
        streams.push(this)
      }
    },
  )
  return streams
}
