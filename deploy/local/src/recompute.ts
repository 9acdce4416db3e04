/** All earnings anew across services: what metrics has observed → what campaigns pays for it → what payouts' ledger holds. An operator's pipe, in one process. */
import { campaigns } from '@reelfair/campaigns/app'
import { metrics } from '@reelfair/metrics/app'
import { payouts } from '@reelfair/payouts/app'
import { type AnyService, type CommandOptions, streamCommand } from '@reelfair/service-kit'

export const RECOMPUTE = {
  name: 'recompute',
  use: 'recompute',
  does: 'Rebuilds all earnings from observations and rate cards and compares them with the ledger: recount | reckon | compare-earnings.',
} as const

const STAGES: readonly (readonly [service: AnyService, command: string])[] = [
  [metrics, 'recount'],
  [campaigns, 'reckon'],
  [payouts, 'compare-earnings'],
]

/**
 * Line by line: each stage reads what the one before it prints, so that nothing piles up.
 * @param optionsOf how a service's command is run
 * @throws Error that names the sign-ups whose earnings differ
 */
export function recompute(optionsOf: (service: AnyService) => CommandOptions): AsyncIterable<string> {
  let lines: AsyncIterable<string> | undefined
  for (const [service, command] of STAGES)
    lines = streamCommand(service, command, [], { ...optionsOf(service), ...(lines && { input: lines }) })
  if (!lines) throw new Error('there is nothing to recompute')
  return lines
}
