/** What the use cases are told of their surroundings: settings, for nothing outside is called. */
import type { Network } from '@reelfair/contracts'

export interface Ports {
  readonly publicNetworks: readonly Network[]
  readonly windowDays: number
  /** So long at least a settlement waits for the day's views, in milliseconds of the machine's time. */
  readonly patienceMs: number
}
