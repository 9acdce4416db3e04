import { deletedName } from '@reelfair/contracts'
import { changes, keeps, removes, userDeletion } from '@reelfair/service-kit'
import { brands } from './brands.ts'
import { campaigns } from './campaigns.ts'
import { creators } from './creators.ts'
import { earnings } from './earnings.ts'
import { forfeits } from './forfeits.ts'
import { holds } from './holds.ts'
import { accounts, entries } from './ledger.ts'
import { orders } from './orders.ts'
import { payoutAccounts } from './payout-accounts.ts'
import { postedTotals } from './posted-totals.ts'
import { stripeEvents } from './stripe-events.ts'
import { attempts, transfers } from './transfers.ts'

const MONEY = 'money records, kept for 10 years: ids and amounts'

/** Money records name users only by their ids. @source decisions §7 */
export const deletion = userDeletion([
  removes(creators, (id) => ({ id })),
  removes(payoutAccounts, (id) => ({ id })),
  changes(
    campaigns,
    (brandId) => ({ brandId, name: { $ne: deletedName(brandId) } }),
    (campaign, brandId) => ({ ...campaign, name: deletedName(brandId) }),
  ),
  changes(
    holds,
    (creatorId) => ({ creatorId, title: { $ne: deletedName(creatorId) } }),
    (hold, creatorId) => ({ ...hold, title: deletedName(creatorId) }),
  ),
  changes(
    brands,
    (id) => ({ id, brandName: { $ne: deletedName(id) } }),
    (brand, id) => ({ ...brand, brandName: deletedName(id) }),
  ),
  keeps(accounts, MONEY),
  keeps(entries, MONEY),
  keeps(postedTotals, MONEY),
  keeps(earnings, MONEY),
  keeps(forfeits, MONEY),
  keeps(orders, MONEY),
  keeps(transfers, MONEY),
  keeps(attempts, 'money records: what the payment provider answered about a transfer'),
  keeps(stripeEvents, 'the provider’s ids'),
])
