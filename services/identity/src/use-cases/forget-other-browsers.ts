import { hashOfSecret, type Tx } from '@reelfair/service-kit'
import { devicesOf, removeDevice } from '../store/devices.ts'

/**
 * Forgets a user's known browsers except the one that holds `device`, because a stranger may have signed in there. The
 * next sign-in in one of them notifies the user again.
 */
export async function forgetOtherBrowsers(tx: Tx, userId: string, device: string | undefined): Promise<void> {
  const here = device === undefined ? undefined : hashOfSecret(device)
  for (const one of await devicesOf(tx, userId)) if (one.secretHash !== here) await removeDevice(tx, one)
}
