import { z } from 'zod'
import type { World } from '../world.ts'

export const Earning = z.strictObject({
  creatorId: z.string().trim().min(1, 'Enter an e-mail address or an id.'),
  cents: z.int('Enter a whole number of cents.').min(1).max(1_000_000),
  reason: z.string().trim().min(1, 'Enter a reason.').max(100),
})

const Answer = z.object({ posted: z.boolean() })
const Problem = z.object({ code: z.string().optional(), detail: z.string().optional(), title: z.string().optional() })
const TIMEOUT_MS = 10_000

/**
 * Posts a test earning without a campaign. The payouts service posts only one earning per creator and reason.
 * @returns whether the earning is new
 * @throws RangeError with a user-readable reason when the earning was not posted
 */
export async function postEarning(world: World, earning: z.infer<typeof Earning>): Promise<{ posted: boolean }> {
  const payouts = world.payouts()
  if (!payouts) throw new RangeError('This sandbox is not connected to a payouts service. Start it with `npm start`.')
  const answer = await fetch(`${payouts.url}/sandbox/earnings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-secret': payouts.gatewaySecret },
    body: JSON.stringify(earning),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  if (!answer) throw new RangeError('The payouts service is not responding. Try again in a moment.')
  const body: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return Answer.parse(body)
  const { code, detail, title } = Problem.safeParse(body).data ?? {}
  if (code === 'not_found')
    throw new RangeError(
      `Payouts does not know the creator ${earning.creatorId}. Creators are known once their e-mail address is confirmed.`,
    )
  throw new RangeError(detail ?? title ?? `Payouts responded with status ${answer.status}.`)
}
