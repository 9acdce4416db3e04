/** Sorts by key bytes in runs, so that no step blocks the thread for long. With a limit, keeps only the first items. */

interface Item<T> {
  readonly key: Buffer
  /** Equal keys sort by insertion order. */
  readonly order: number
  readonly item: T
  readonly bytes: number
}

const RUN = 4096
/** When a run reaches this size in bytes, a top-n sort discards items beyond its limit. */
const RUN_BYTES = 16 * 1024 * 1024
const before = <T>(a: Item<T>, b: Item<T>) => Buffer.compare(a.key, b.key) || a.order - b.order

export class Sorter<T> {
  private readonly limit: number
  private readonly runs: Item<T>[][] = []
  private run: Item<T>[] = []
  private runBytes = 0
  private arrived = 0
  /** Total bytes of the items in memory, as passed to `add`. */
  heldBytes = 0

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit
  }

  add(key: Buffer, item: T, bytes = 0): void {
    this.run.push({ key, order: this.arrived++, item, bytes })
    this.runBytes += bytes
    this.heldBytes += bytes
    const full = this.run.length >= Math.max(RUN, this.limit < 1e6 ? this.limit * 2 : 0)
    if (full || (this.runBytes > RUN_BYTES && this.run.length > this.limit)) this.closeRun()
  }

  private closeRun(): void {
    this.run.sort(before)
    if (this.run.length > this.limit) {
      // A top-n sort has a single run, in which smaller items replace larger ones.
      this.run.length = this.limit
      this.heldBytes -= this.runBytes
      this.runBytes = this.run.reduce((sum, { bytes }) => sum + bytes, 0)
      this.heldBytes += this.runBytes
      return
    }
    this.runs.push(this.run)
    this.run = []
    this.runBytes = 0
  }

  /** Merges the runs lazily. */
  *sorted(): Generator<T> {
    this.run.sort(before)
    const heads = [...this.runs, this.run].filter((run) => run.length > 0).map((run) => ({ run, at: 0 }))
    // A binary heap would pay off only with many more runs: even 200,000 documents make only 49 runs.
    for (let count = 0; heads.length > 0 && count < this.limit; count++) {
      let smallest = 0
      for (let i = 1; i < heads.length; i++) if (before(head(heads[i]), head(heads[smallest])) < 0) smallest = i
      const from = heads[smallest] as Head<T>
      yield head(from).item
      if (++from.at === from.run.length) heads.splice(smallest, 1)
    }
  }
}

interface Head<T> {
  readonly run: readonly Item<T>[]
  at: number
}

const head = <T>(h: Head<T> | undefined) => (h as Head<T>).run[(h as Head<T>).at] as Item<T>
