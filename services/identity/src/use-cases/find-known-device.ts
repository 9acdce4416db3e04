import { type Context, hashOfSecret, type Scope } from '@reelfair/service-kit'
import { type Device, deviceOf } from '../store/devices.ts'

/** Finds the browser of this request, if the user has signed in on it before. */
export const findKnownDevice = async (scope: Scope, userId: string, { device }: Pick<Context, 'device'>): Promise<Device | undefined> =>
  device === undefined ? undefined : deviceOf(scope, hashOfSecret(device), userId)
