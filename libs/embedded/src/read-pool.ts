/** Read connections. Each sees a single committed state; at most `MAX_READERS` are in use at any time. */
import { Connection } from './connection.ts'
import { Semaphore } from './semaphore.ts'

const READER = 'PRAGMA query_only = 1; PRAGMA cache_size = -2048; PRAGMA temp_store = MEMORY;'

/**
 * Maximum number of concurrent read connections; additional requests wait in a queue. Each transaction occupies a
 * connection until it ends, so transactions have a lower limit, which leaves connections free for other commands.
 */
const MAX_READERS = 96
const MAX_TRANSACTIONS = 64
/** Maximum number of idle read connections to keep open. */
const SPARE_READERS = 16

export class ReadPool {
  private readonly file: string
  private readonly idle: Connection[] = []
  private readonly readers = new Semaphore(MAX_READERS)
  private readonly pinned = new Semaphore(MAX_TRANSACTIONS)

  constructor(file: string) {
    this.file = file
  }

  /** A connection that sees the current committed state until the connection is released. */
  async snapshot(use: 'command' | 'transaction' = 'command'): Promise<Connection> {
    if (use === 'transaction') await this.pinned.acquire()
    await this.readers.acquire()
    try {
      const connection = this.idle.pop() ?? new Connection(this.file, READER)
      connection.prepare('BEGIN').run()
      connection.prepare('SELECT 1 FROM collections LIMIT 1').get() // pins the snapshot now, not at the first real read
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
   * Runs `run` while no connection is reading. New readers are briefly held back. Gives up if the active readers take
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

  /** Closes all but `spare` of the idle connections. */
  closeIdle(spare = SPARE_READERS): void {
    for (const { db } of this.idle.splice(spare)) db.close()
  }
}
