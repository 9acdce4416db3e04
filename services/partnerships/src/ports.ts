export interface Ports {
  /** Minimum time in milliseconds that a settlement waits for its day's views when it runs late. */
  readonly patienceMs: number
  /** Whether admins may create test partnerships. */
  readonly isSandbox: boolean
}
