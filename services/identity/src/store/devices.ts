/** Browsers on which a user has signed in, identified by their cookie's hash. A shared browser has one row per user. */
import { Id } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'

export const devices = defineCollection('devices', { userId: Id, secretHash: String, usedAt: Date, endsAt: Date })
  .unique('device_known', { secretHash: 1, userId: 1 })
  .index({ userId: 1, usedAt: 1 })
  .index({ userId: 1, id: 1 })
  .index({ endsAt: 1 }, { expireAfterSeconds: 0 })

export type Device = Stored<typeof devices>

/** Maximum number of devices to read per user; far above the number that a user may have. */
const MAX_FOUND = 1_000

export const deviceOf = (scope: Scope, secretHash: string, userId: string) => devices.findOne(scope, { secretHash, userId })

export const isKnownDevice = async (scope: Scope, secretHash: string): Promise<boolean> =>
  (await devices.findOne(scope, { secretHash })) !== undefined

export const devicesByIds = (scope: Scope, ids: readonly string[]) => devices.byIds(scope, ids)

/** Returns a user's devices, least recently used first. */
export const devicesOf = (scope: Scope, userId: string) => devices.find(scope, { userId }, { limit: MAX_FOUND, sort: { usedAt: 1 } })

export const insertDevice = (tx: Tx, device: Omit<Device, 'version'>) => devices.insert(tx, device)

export const saveDevice = (tx: Tx, device: Device) => devices.save(tx, device)

export const removeDevice = (tx: Tx, device: Device) => devices.remove(tx, device)
