/** A counted resource: who finds too little of it left waits in line. */
export class Places {
  private readonly total: number
  private taken = 0
  private readonly queue: { readonly wanted: number; readonly enter: () => void }[] = []

  constructor(total: number) {
    this.total = total
  }

  /** Resolves when `wanted` are free. */
  take(wanted = 1): Promise<void> {
    return new Promise((enter) => {
      this.queue.push({ wanted, enter })
      this.admit()
    })
  }

  give(back = 1): void {
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
