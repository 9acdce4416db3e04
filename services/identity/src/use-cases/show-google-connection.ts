import { type GoogleConnection, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { Ports } from '../ports.ts'
import { userById } from '../store/users.ts'

export async function showGoogleConnection(_: unknown, ctx: Context<'user', Ports>): Promise<GoogleConnection> {
  const { google } = (await userById(ctx, ctx.actor.id)) ?? refuse('not_signed_in')
  return { available: ctx.ports.google !== undefined, ...(google && { email: google.email }) }
}
