/** Browsers on which a person has signed in before, by the hash of their cookie; one that several people share has a row for each. */
import { Id } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'

export const devices = defineCollection('devices', { userId: Id, secretHash: String, usedAt: Date, endsAt: Date })
  .unique('device_known', { secretHash: 1, userId: 1 })
  .index({ userId: 1, usedAt: 1 })
  .index({ endsAt: 1 }, { expireAfterSeconds: 0 })

export type Device = Stored<typeof devices>

/** Of one person; more than anybody keeps, and the most that one transaction forgets. */
const MOST_FOUND = 1_000

export const deviceOf = (scope: Scope, secretHash: string, userId: string) => devices.findOne(scope, { secretHash, userId })

/** Whether anybody has signed in there. */
export const isKnownDevice = async (scope: Scope, secretHash: string): Promise<boolean> =>
  (await devices.findOne(scope, { secretHash })) !== undefined

/** The one that was used longest ago comes first. */
export const devicesOf = (scope: Scope, userId: string) => devices.find(scope, { userId }, { limit: MOST_FOUND, sort: { usedAt: 1 } })

export const insertDevice = (tx: Tx, device: Omit<Device, 'version'>) => devices.insert(tx, device)

export const saveDevice = (tx: Tx, device: Device) => devices.save(tx, device)

export const removeDevice = (tx: Tx, device: Device) => devices.remove(tx, device)
