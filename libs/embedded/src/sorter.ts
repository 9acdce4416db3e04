/** Sorting by key bytes, in runs: no step holds the thread for long, and with a limit only the first items are kept. */

interface Item<T> {
  readonly key: Buffer
  /** Order of arrival, so that equal keys keep it. */
  readonly order: number
  readonly item: T
  readonly bytes: number
}

const RUN = 4096
/** A top-n sort throws out what cannot be among the first at the latest when its run holds this much. */
const RUN_BYTES = 16 * 1024 * 1024
const before = <T>(a: Item<T>, b: Item<T>) => Buffer.compare(a.key, b.key) || a.order - b.order

export class Sorter<T> {
  private readonly limit: number
  private readonly runs: Item<T>[][] = []
  private run: Item<T>[] = []
  private runBytes = 0
  private arrived = 0
  /** Bytes of the items that are kept, as told to `add`. */
  held = 0

  /** @param limit how many of the first items are wanted at most */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit
  }

  /** @param bytes what the item takes in memory, for `held` */
  add(key: Buffer, item: T, bytes = 0): void {
    this.run.push({ key, order: this.arrived++, item, bytes })
    this.runBytes += bytes
    this.held += bytes
    const full = this.run.length >= Math.max(RUN, this.limit < 1e6 ? this.limit * 2 : 0)
    if (full || (this.runBytes > RUN_BYTES && this.run.length > this.limit)) this.closeRun()
  }

  private closeRun(): void {
    this.run.sort(before)
    if (this.run.length > this.limit) {
      // A top-n sort keeps one run, from which the next items push the last ones out.
      this.run.length = this.limit
      this.held -= this.runBytes
      this.runBytes = this.run.reduce((sum, { bytes }) => sum + bytes, 0)
      this.held += this.runBytes
      return
    }
    this.runs.push(this.run)
    this.run = []
    this.runBytes = 0
  }

  /** The items in order, merged from the runs as they are asked for. */
  *sorted(): Generator<T> {
    this.run.sort(before)
    const heads = [...this.runs, this.run].filter((run) => run.length > 0).map((run) => ({ run, at: 0 }))
    // A binary heap would pay only with very many runs; 200,000 documents are 49.
    for (let given = 0; heads.length > 0 && given < this.limit; given++) {
      let least = 0
      for (let i = 1; i < heads.length; i++) if (before(head(heads[i]), head(heads[least])) < 0) least = i
      const from = heads[least] as Head<T>
      yield head(from).item
      if (++from.at === from.run.length) heads.splice(least, 1)
    }
  }
}

interface Head<T> {
  readonly run: readonly Item<T>[]
  at: number
}

const head = <T>(h: Head<T> | undefined) => (h as Head<T>).run[(h as Head<T>).at] as Item<T>
