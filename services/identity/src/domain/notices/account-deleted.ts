import type { Locale } from '@reelfair/contracts'
import { formatCents, formatCount } from '@reelfair/rules/format'
import { mailTime } from '../mail-layout.ts'
import type { Notice } from './notice.ts'

type GivenUp = { givenUpCredits?: number; givenUpCents?: number }

/** To the address of the deleted account. Operators delete admins by command; other users request it themselves. */
export const accountDeleted: Notice<{ at: string; by: 'user' | 'operator' } & GivenUp> = ({ at, by, ...givenUp }, { locale, origin }) => {
  const when = mailTime(new Date(at), locale)
  const href = `${origin}/privacy`
  const asked = by === 'user'
  if (locale === 'fr')
    return {
      subject: 'Votre compte Reelfair est supprimé',
      before: [
        `Votre compte Reelfair a été supprimé le ${when}${asked ? ', comme vous l’avez demandé' : ''}. La plupart de vos données personnelles sont effacées.`,
        ...lossOf(givenUp, locale),
        'C’est le dernier e-mail que nous vous envoyons. Notre politique de confidentialité indique ce que nous conservons et combien de temps :',
      ],
      button: { label: 'Lire la politique', href },
      after: [`${asked ? 'Vous n’avez pas demandé cette suppression' : 'Une question'} ? Écrivez-nous : ${origin}/contact`],
    }
  return {
    subject: 'Your Reelfair account is deleted',
    before: [
      `Your Reelfair account was deleted on ${when}${asked ? ', as you asked' : ''}. Most of your personal data is erased.`,
      ...lossOf(givenUp, locale),
      'This is the last e-mail that we send you. Our privacy policy says what we keep and for how long:',
    ],
    button: { label: 'Read the policy', href },
    after: [`${asked ? 'You didn’t ask for this' : 'Any questions'}? Contact us: ${origin}/contact`],
  }
}

/** Creators have only cents, and brands only credits. */
function lossOf({ givenUpCredits = 0, givenUpCents = 0 }: GivenUp, locale: Locale): readonly string[] {
  const cents = formatCents(givenUpCents, locale)
  const credits = formatCount(givenUpCredits, locale)
  if (givenUpCents > 0) return [locale === 'fr' ? `Vous avez renoncé à votre solde de ${cents}.` : `You gave up your balance of ${cents}.`]
  if (givenUpCredits > 0)
    return [
      locale === 'fr'
        ? `Vous avez renoncé à vos crédits de vues restants : ${credits}.`
        : `You gave up your remaining view credits: ${credits}.`,
    ]
  return []
}
