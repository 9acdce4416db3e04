/**
 * Limits work in order of arrival. Separate from the semaphore of service-kit, because this package depends on no other
 * and because work may take many permits, such as the bytes of a command, or all of them.
 */
export class Semaphore {
  private readonly total: number
  private taken = 0
  private readonly queue: { readonly wanted: number; readonly enter: () => void }[] = []

  constructor(total: number) {
    this.total = total
  }

  acquire(wanted = 1): Promise<void> {
    return new Promise((enter) => {
      this.queue.push({ wanted, enter })
      this.admit()
    })
  }

  /**
   * Tries to take all permits within this time. In the meantime, admits no other requests. Returns whether it
   * succeeded.
   */
  async acquireAll(milliseconds: number): Promise<boolean> {
    const all = Promise.withResolvers<boolean>()
    const place = { wanted: this.total, enter: () => all.resolve(true) }
    this.queue.unshift(place)
    const late = setTimeout(() => {
      const at = this.queue.indexOf(place)
      if (at >= 0) this.queue.splice(at, 1)
      all.resolve(at < 0)
    }, milliseconds)
    this.admit()
    const taken = await all.promise
    clearTimeout(late)
    if (!taken) this.admit()
    return taken
  }

  release(back = 1): void {
    this.taken -= back
    this.admit()
  }

  private admit(): void {
    for (let next = this.queue[0]; next && this.taken + next.wanted <= this.total; next = this.queue[0]) {
      this.queue.shift()
      this.taken += next.wanted
      next.enter()
    }
  }
}
