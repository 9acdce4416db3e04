import { Connection } from './connection.ts'
import { Semaphore } from './semaphore.ts'

const READER = 'PRAGMA query_only = 1; PRAGMA cache_size = -2048; PRAGMA temp_store = MEMORY;'

/**
 * Maximum number of concurrent read connections; more requests wait in a queue. Transactions have a lower limit,
 * because each occupies a connection until it ends.
 */
const MAX_READERS = 96
const MAX_TRANSACTIONS = 64
const SPARE_READERS = 16

export class ReadPool {
  private readonly file: string
  private readonly idle: Connection[] = []
  private readonly readers = new Semaphore(MAX_READERS)
  private readonly pinned = new Semaphore(MAX_TRANSACTIONS)

  constructor(file: string) {
    this.file = file
  }

  /** Until it is released, the connection sees the state committed as of this call. */
  async snapshot(use: 'command' | 'transaction' = 'command'): Promise<Connection> {
    if (use === 'transaction') await this.pinned.acquire()
    await this.readers.acquire()
    try {
      const connection = this.idle.pop() ?? new Connection(this.file, READER)
      connection.prepare('BEGIN').run()
      connection.prepare('SELECT 1 FROM collections LIMIT 1').get() // pins the snapshot before the first real read
      return connection
    } catch (error) {
      this.giveBack(use)
      throw error
    }
  }

  release(connection: Connection, use: 'command' | 'transaction' = 'command'): void {
    connection.prepare('COMMIT').run()
    this.idle.push(connection)
    this.giveBack(use)
  }

  private giveBack(use: 'command' | 'transaction'): void {
    this.readers.release()
    if (use === 'transaction') this.pinned.release()
  }

  /**
   * Briefly holds back new readers and calls `run` while no connection is reading. Gives up if the active readers take
   * longer than `ms`.
   */
  async withoutReaders(ms: number, run: () => void): Promise<void> {
    if (!(await this.readers.acquireAll(ms))) return
    try {
      run()
    } finally {
      this.readers.release(MAX_READERS)
    }
  }

  closeIdle(spare = SPARE_READERS): void {
    for (const { db } of this.idle.splice(spare)) db.close()
  }
}
