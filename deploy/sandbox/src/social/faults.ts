import type { World } from '../world.ts'
import type { ReadingFault } from './state.ts'

/** Returns the fault that applies to this call, and counts the call. */
export function takeFault({ state }: World, on: ReadingFault['on'], network: string): ReadingFault | undefined {
  const { social } = state
  const fault = social.faults.find((one) => (one.on === on || one.on === 'all') && (one.network === undefined || one.network === network))
  if (fault?.times != null && --fault.times <= 0) social.faults = social.faults.filter((one) => one !== fault)
  return fault
}
