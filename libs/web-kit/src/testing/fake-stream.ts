import { vi } from 'vitest'

export class FakeStream extends EventTarget {
  onerror: (() => void) | null = null
  isClosed = false
  close() {
    this.isClosed = true
  }
  emit(type: string, data: unknown = {}) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }
}

/**
 * Replaces EventSource with a fake that the test controls.
 * @returns the opened streams, newest last
 * @example streams.at(-1)!.emit('changed', { topic: 'campaigns' })
 */
export function fakeStreams(): FakeStream[] {
  const streams: FakeStream[] = []
  vi.stubGlobal(
    'EventSource',
    class extends FakeStream {
      constructor() {
        super()
        streams.push(this)
      }
    },
  )
  return streams
}
