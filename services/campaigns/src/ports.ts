/** What the use cases are told of their surroundings: settings, and where uploads are judged. */
import type { Network } from '@reelfair/contracts'
import type { Spool } from './adapters/spool.ts'

export interface Ports {
  readonly publicNetworks: readonly Network[]
  readonly windowDays: number
  /** So long at least a settlement waits for the day's views, in milliseconds of the machine's time. */
  readonly patienceMs: number
  readonly spool: Spool
}
