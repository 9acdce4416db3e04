import { randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

const POOL_BYTES = 4096

/**
 * Creates a generator of version 7 UUIDs (RFC 9562). Ids from one generator are ordered even within a millisecond.
 * @example const newId = idSource(systemClock); newId() // '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e'
 */
export function idSource(clock: Clock): () => string {
  const pool = Buffer.alloc(POOL_BYTES)
  let used = POOL_BYTES
  let last = 0
  let count = 0
  return () => {
    if (used === POOL_BYTES) {
      randomFillSync(pool)
      used = 0
    }
    const random = pool.toString('hex', used, used + 8)
    used += 8
    const now = clock.now().getTime()
    count = now === last ? count + 1 : 0
    // The 12 bits after the version count ids within a millisecond; on overflow, the timestamp advances to the next
    // millisecond (RFC 9562 §6.2).
    const time = (now + Math.floor(count / 4096)).toString(16).padStart(12, '0')
    last = now
    const order = (0x7000 + (count % 4096)).toString(16)
    const variant = '89ab'[Number.parseInt(random[0] ?? '0', 16) % 4]
    return `${time.slice(0, 8)}-${time.slice(8)}-${order}-${variant}${random.slice(1, 4)}-${random.slice(4)}`
  }
}
