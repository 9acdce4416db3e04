import { type ErasureRule, keeps, removes, userDeletion } from '@reelfair/service-kit'
import { accountDeletions, deletionOf } from './account-deletions.ts'
import { bells } from './bells.ts'
import { brandDeclarations, removeDeclarations } from './brand-declarations.ts'
import { brandLogos } from './brand-logos.ts'
import { brands } from './brands.ts'
import { challenges } from './challenges.ts'
import { dataExportParts, dataExports, removePartsOf } from './data-exports.ts'
import { devices } from './devices.ts'
import { googleAttempts } from './google-attempts.ts'
import { links } from './links.ts'
import { mails } from './mails.ts'
import { accountNames, campaignNames } from './names.ts'
import { notifications } from './notifications.ts'
import { securityEvents } from './security-events.ts'
import { sessions } from './sessions.ts'
import { settingChanges, settingLocks } from './setting-changes.ts'
import { steps } from './steps.ts'
import { throttles } from './throttles.ts'
import { users } from './users.ts'

const ofUser = (userId: string) => ({ userId })
const ownId = (id: string) => ({ id })

const companyWithoutInvoices: ErasureRule = {
  collection: brandDeclarations.name,
  erase: async (tx, brandId) => ((await deletionOf(tx, brandId))?.companyUntil ? 0 : removeDeclarations(tx, brandId)),
}

const partsOfExports: ErasureRule = { collection: dataExportParts.name, erase: removePartsOf }

/** Each collection that holds data about users has a rule here; a collection without one stops the service. */
export const deletion = userDeletion([
  removes(users, ownId),
  removes(sessions, ofUser),
  removes(challenges, ofUser),
  removes(securityEvents, ofUser),
  removes(devices, ofUser),
  removes(links, ofUser),
  removes(googleAttempts, ofUser),
  removes(notifications, ofUser),
  removes(bells, ownId),
  removes(brandLogos, (brandId) => ({ brandId })),
  removes(brands, ownId),
  removes(brandDeclarations, (brandId) => ({ brandId, kind: { $in: ['contact', 'logo'] as const } })),
  companyWithoutInvoices,
  // Parts are found through their export, so they are removed first.
  partsOfExports,
  removes(dataExports, ofUser),
  removes(accountNames, (creatorId) => ({ creatorId })),
  removes(campaignNames, (brandId) => ({ brandId })),
  // Finds e-mails to former addresses; those to the last address are removed together with the user.
  removes(mails, ofUser),
  keeps(throttles, 'removed together with the user, because the address is unknown afterwards'),
  keeps(accountDeletions, 'ids, dates and the evidence of accepted terms, which a nightly job removes'),
  keeps(steps, 'ids and dates'),
  keeps(settingChanges, 'the audit log of admins, whom only a command removes'),
  keeps(settingLocks, 'a lock: ids and dates'),
])
