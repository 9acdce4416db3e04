/** An earning without a campaign, to try balances and transfers with. The payouts service posts it. */
import { z } from 'zod'
import type { World } from '../world.ts'

export const Earning = z.strictObject({
  /** The creator's id or e-mail address. */
  creatorId: z.string().trim().min(1, 'Say whom: an e-mail address or an id.'),
  cents: z.int('Say how many cents, in whole numbers.').min(1).max(1_000_000),
  reason: z.string().trim().min(1, 'Say what for.').max(100),
  heldHours: z.int().min(0).max(720).optional(),
})

const Answer = z.object({ posted: z.boolean() })
const Problem = z.object({ code: z.string().optional(), detail: z.string().optional(), title: z.string().optional() })
const ANSWER_WITHIN_MS = 10_000

/** @throws RangeError that says in words why it was not posted. @returns whether it is new: the same reason earns once */
export async function postEarning(world: World, earning: z.infer<typeof Earning>): Promise<{ posted: boolean }> {
  const payouts = world.payouts()
  if (!payouts) throw new RangeError('No payouts service is known to this sandbox: start it by `npm start`.')
  const answer = await fetch(`${payouts.url}/sandbox/earnings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-secret': payouts.gatewaySecret },
    body: JSON.stringify(earning),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => undefined)
  if (!answer) throw new RangeError('The payouts service does not answer. Try again in a moment.')
  const body: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return Answer.parse(body)
  const { code, detail, title } = Problem.safeParse(body).data ?? {}
  if (code === 'not_found')
    throw new RangeError(`Payouts knows no creator ${earning.creatorId}. A creator is known once their e-mail address is confirmed.`)
  throw new RangeError(detail ?? title ?? `Payouts answered ${answer.status}.`)
}
