/**
 * Recomputes all earnings in one process: the metrics service recounts views, the partnerships and campaigns services
 * compute earnings, and the payouts service compares them with the ledger.
 */
import { campaigns } from '@reelfair/campaigns/app'
import { metrics } from '@reelfair/metrics/app'
import { partnerships } from '@reelfair/partnerships/app'
import { payouts } from '@reelfair/payouts/app'
import { type AnyService, type CommandOptions, streamCommand } from '@reelfair/service-kit'

export const RECOMPUTE = {
  name: 'recompute',
  use: 'recompute',
  does: 'Recomputes all earnings from observations and compares them with the ledger: recount | compute-partnerships | compute-earnings | compare-earnings.',
} as const

const STAGES: readonly (readonly [service: AnyService, command: string])[] = [
  [metrics, 'recount'],
  [partnerships, 'compute-partnerships'],
  [campaigns, 'compute-earnings'],
  [payouts, 'compare-earnings'],
]

/**
 * Pipes each stage's output line by line into the next stage, so memory use does not grow with the data.
 * @param optionsOf Options for running a service's command
 * @throws Error that names the sign-ups and partnerships whose earnings differ
 */
export function recompute(optionsOf: (service: AnyService) => CommandOptions): AsyncIterable<string> {
  let lines: AsyncIterable<string> | undefined
  for (const [service, command] of STAGES)
    lines = streamCommand(service, command, [], { ...optionsOf(service), ...(lines && { input: lines }) })
  if (!lines) throw new Error('nothing to recompute')
  return lines
}
