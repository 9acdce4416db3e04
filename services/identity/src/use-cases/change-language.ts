import { type LanguageInput, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { saveUser, userById } from '../store/users.ts'

/** Later e-mails use this language. @source decisions §7 */
export const changeLanguage = ({ locale }: LanguageInput, ctx: Context<'user'>): Promise<void> =>
  ctx.transact(async (tx) => {
    const user = (await userById(tx, ctx.actor.id)) ?? refuse('not_signed_in')
    if (user.locale !== locale) await saveUser(tx, { ...user, locale })
  })
