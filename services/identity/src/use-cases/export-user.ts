import { brandLogoUrl } from '@reelfair/contracts/address'
import { type Context, dataExport, owned } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { bells } from '../store/bells.ts'
import { brandDeclarations } from '../store/brand-declarations.ts'
import { brandLogos, logosOf } from '../store/brand-logos.ts'
import { brands } from '../store/brands.ts'
import { devices } from '../store/devices.ts'
import { deletion } from '../store/erase-user.ts'
import { notifications } from '../store/notifications.ts'
import { securityEvents } from '../store/security-events.ts'
import { sessions } from '../store/sessions.ts'
import { users } from '../store/users.ts'

export const userExport = dataExport('identity', {
  deletion,
  sections: [
    {
      name: 'account',
      collection: users.name,
      page: owned(users, {
        owner: 'id',
        sort: {},
        fields: [
          ...(['id', 'email', 'role', 'firstName', 'lastName', 'username', 'locale', 'google', 'terms'] as const),
          ...(['createdAt', 'confirmedAt', 'passwordChangedAt'] as const),
        ],
      }),
    },
    {
      name: 'sessions',
      collection: sessions.name,
      page: owned(sessions, {
        owner: 'userId',
        sort: { id: 1 },
        fields: ['createdAt', 'usedAt', 'endsAt', 'browser', 'cause', 'isNewDevice'],
      }),
    },
    {
      name: 'devices',
      collection: devices.name,
      page: owned(devices, { owner: 'userId', sort: { id: 1 }, fields: ['usedAt', 'endsAt'] }),
    },
    {
      name: 'securityEvents',
      collection: securityEvents.name,
      page: owned(securityEvents, {
        owner: 'userId',
        sort: { at: -1 },
        fields: ['kind', 'at', 'ip', 'browser', 'count', 'isNotified', 'isFirst'],
      }),
    },
    {
      name: 'notificationChoices',
      collection: bells.name,
      page: owned(bells, { owner: 'id', sort: {}, fields: ['mailOff'] }),
    },
    {
      name: 'notifications',
      collection: notifications.name,
      page: owned(notifications, { owner: 'userId', sort: { number: -1 }, fields: ['kind', 'values', 'createdAt', 'readAt'] }),
    },
    {
      name: 'brandRegistration',
      role: 'brand',
      collection: brands.name,
      page: owned(brands, {
        owner: 'id',
        sort: {},
        fields: [
          ...(['brandName', 'contactFirstName', 'contactLastName', 'contactEmail', 'contactPhone'] as const),
          ...(['registeredAt', 'terms', 'companySkippedAt'] as const),
        ],
      }),
    },
    {
      name: 'brandLogo',
      role: 'brand',
      collection: brandLogos.name,
      // The picture is too long for a part of the export, so the export contains its link.
      page: async (ctx: Context<'system', Ports>, brandId) => ({
        items: (await logosOf(ctx, brandId)).map(({ id, type, bytes, width, height, uploadedAt }) => ({
          link: ctx.ports.publicOrigin + brandLogoUrl(id),
          ...{ type, bytes, width, height, uploadedAt },
        })),
      }),
    },
    {
      name: 'brandDeclarations',
      role: 'brand',
      collection: brandDeclarations.name,
      page: owned(brandDeclarations, {
        owner: 'brandId',
        sort: { declaredAt: -1 },
        fields: ['declaredAt', 'by', 'company', 'contact', 'logo'],
      }),
    },
  ],
  notExported: {
    account_deletions: 'requests to delete the account, which the account page shows',
    links: 'hashes of secrets in e-mailed links, kept for 24 hours at most',
    mails: 'sent e-mails, which the person has; stored by address, without their text',
    throttles: 'hashes, kept for 24 hours at most',
    google_attempts: 'sign-ins in progress, kept for 10 minutes',
    challenges: 'sign-ins that wait for a code, kept for 10 minutes',
    steps: 'steps of campaigns, reviews and orders, without a person',
    campaign_names: 'copies of names, which the campaigns service exports',
    account_names: 'copies of usernames, which verification exports',
    setting_changes: 'the platform’s audit log, which admins read on the page “Audit log”',
    setting_locks: 'locks',
    data_exports: 'the exports themselves',
    data_export_parts: 'the exports themselves',
  },
})
