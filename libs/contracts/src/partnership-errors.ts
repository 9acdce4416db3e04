export const partnershipErrors = {
  beginning_past: {
    status: 400,
    en: 'The start date is in the past. Choose today or a later date.',
    fr: 'La date de début est déjà passée. Choisissez la date du jour ou une date ultérieure.',
  },
  beginning_too_far: {
    status: 400,
    en: 'The start date is too far ahead. Choose a day within the next {days} days.',
    fr: 'La date de début est trop éloignée. Choisissez une date dans les {days} jours à venir.',
  },
  goal_too_small: {
    status: 400,
    en: 'This budget is too small: the creator would earn less than one cent. Choose a larger one.',
    fr: 'Ce budget est trop faible : le créateur gagnerait moins d’un centime. Choisissez-en un plus élevé.',
  },
  invitation_limit_reached: {
    status: 409,
    en: 'You’ve already sent {limit} invitations today. Try again tomorrow.',
    fr: 'Vous avez déjà envoyé {limit} invitations aujourd’hui. Réessayez demain.',
  },
  unfunded_invitations_reached: {
    status: 409,
    en: 'Today, {limit} of your invitations couldn’t be sent because you didn’t have enough credits. You can invite again tomorrow.',
    fr: 'Aujourd’hui, {limit} de vos invitations n’ont pas pu être envoyées faute de crédits. Vous pourrez inviter à nouveau demain.',
  },
  invitation_open: {
    status: 409,
    en: 'You already have a pending invitation or an unfinished partnership with this account.',
    fr: 'Vous avez déjà une invitation en attente ou un partenariat en cours avec ce compte.',
  },
  invitation_over: {
    status: 409,
    en: 'This invitation is no longer open: it was answered, withdrawn or has expired.',
    fr: 'Cette invitation n’est plus en attente : elle a reçu une réponse, a été retirée ou a expiré.',
  },
  account_not_invitable: {
    status: 409,
    en: 'This account can’t be invited at the moment, because it’s private or age-restricted.',
    fr: 'Ce compte ne peut pas être invité pour le moment : il est privé ou soumis à une restriction d’âge.',
  },
  collab_demo: {
    status: 409,
    en: 'This is a demo. No action performed.',
    fr: 'Ceci est une démonstration. Aucune action n’a été effectuée.',
  },
  logo_not_ready: {
    status: 409,
    en: 'Your logo is still being saved. Try again in a few seconds.',
    fr: 'Votre logo est en cours d’enregistrement. Réessayez dans quelques secondes.',
  },
} as const
