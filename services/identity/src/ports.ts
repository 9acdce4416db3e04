/** What identity needs from outside its database. */
import type { KeyObject } from 'node:crypto'

export interface Ports {
  /** Signs the session tokens. */
  readonly sessionKey: KeyObject
}
