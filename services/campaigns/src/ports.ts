/** Settings and adapters that the use cases need. */
import type { Network } from '@reelfair/contracts'
import type { Spool } from './adapters/spool.ts'

export interface Ports {
  readonly publicNetworks: readonly Network[]
  readonly windowDays: number
  /** Minimum time that a settlement waits for the day's views, in milliseconds of real time. */
  readonly patienceMs: number
  readonly spool: Spool
}
