import { z } from 'zod'
import { accountV1 } from './account-v1.ts'
import { close, create, createLink, createLoginLink, demandAccount } from './accounts.ts'
import { mergeMetadata } from './customers.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { emit } from './events.ts'
import { invalidRequest } from './fault.ts'
import { bool, metadata, text } from './params.ts'

const asked = z.strictObject({ requested: bool })

export const accountV1Endpoints: readonly Endpoint[] = [
  endpoint(
    'POST',
    '/v1/accounts',
    {
      type: z.enum(['custom', 'express', 'standard']).optional(),
      country: text.optional(),
      email: z.email().optional(),
      business_type: z.literal('individual').optional(),
      capabilities: z.strictObject({ transfers: asked.optional() }).optional(),
      controller: z
        .strictObject({
          fees: z.strictObject({ payer: z.enum(['account', 'application']) }).optional(),
          losses: z.strictObject({ payments: z.enum(['application', 'stripe']) }).optional(),
          requirement_collection: z.literal('stripe').optional(),
          stripe_dashboard: z.strictObject({ type: z.enum(['express', 'full', 'none']) }).optional(),
        })
        .optional(),
      metadata: metadata.optional(),
    },
    ({ type = 'standard', country = 'FR', email, capabilities, controller, metadata: given }, { world }) => {
      const express = type === 'express'
      const account = create(
        {
          ...(email ? { contact_email: email } : {}),
          dashboard: controller?.stripe_dashboard?.type ?? (express ? 'express' : 'full'),
          identity: { country },
          configuration: {
            recipient: {
              capabilities: { stripe_balance: { stripe_transfers: { requested: capabilities?.transfers?.requested ?? false } } },
            },
          },
          defaults: {
            responsibilities: {
              fees_collector:
                (controller?.fees?.payer ?? (express ? 'application' : 'account')) === 'application' ? 'application' : 'stripe',
              losses_collector: controller?.losses?.payments ?? (express ? 'application' : 'stripe'),
            },
          },
          metadata: given,
        },
        world,
      )
      return accountV1(account)
    },
  ),
  endpoint('GET', '/v1/accounts/:id', {}, (_, call) => accountV1(demandAccount(call))),
  endpoint(
    'POST',
    '/v1/accounts/:id',
    { email: z.email().optional(), metadata: metadata.optional() },
    ({ email, metadata: given }, call) => {
      const account = demandAccount(call)
      if (account.closed) throw invalidRequest('This account is closed.', 'account_closed')
      if (email) account.contact_email = email
      account.metadata = mergeMetadata(account.metadata ?? {}, given)
      emit(call.world, 'account.updated', accountV1(account), account.id)
      return accountV1(account)
    },
  ),
  endpoint('DELETE', '/v1/accounts/:id', {}, (_, call) => {
    const { id } = close(demandAccount(call), call.world)
    return { id, object: 'account', deleted: true }
  }),
  endpoint('POST', '/v1/accounts/:id/login_links', {}, (_, call) => ({
    object: 'login_link',
    created: call.world.nowSeconds(),
    url: createLoginLink(call.world, demandAccount(call)),
  })),
  endpoint(
    'POST',
    '/v1/account_links',
    {
      account: text,
      type: z.enum(['account_onboarding', 'account_update']),
      refresh_url: z.url(),
      return_url: z.url(),
      collection_options: z.strictObject({ fields: z.enum(['currently_due', 'eventually_due']).optional() }).optional(),
    },
    ({ account, type, refresh_url, return_url }, { world }) => {
      const link = createLink(world, account, type, { refreshUrl: refresh_url, returnUrl: return_url })
      return { object: 'account_link', created: world.nowSeconds(), expires_at: Math.floor(link.expiresAtMs / 1_000), url: link.url }
    },
  ),
]
