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
