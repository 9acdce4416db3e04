export const accountErrors = {
  username_spaces: {
    status: 400,
    en: 'Remove the spaces before and after the username.',
    fr: 'Supprimez les espaces avant et après le nom d’utilisateur.',
  },
  username_address: {
    status: 400,
    en: 'Enter only the username: no @ and no link.',
    fr: 'Saisissez uniquement le nom d’utilisateur, sans @ ni lien.',
  },
  username_characters: {
    status: 400,
    en: 'This isn’t a valid username on this network. Check its characters and length.',
    fr: 'Ce nom d’utilisateur n’est pas valide sur ce réseau. Vérifiez ses caractères et sa longueur.',
  },
  account_exists: {
    status: 409,
    en: 'You’ve already added this account.',
    fr: 'Vous avez déjà ajouté ce compte.',
  },
  account_limit_reached: {
    status: 409,
    en: 'You’ve reached the limit of {limit} accounts per network.',
    fr: 'Vous avez atteint la limite de {limit} comptes par réseau.',
  },
  account_additions_reached: {
    status: 409,
    en: 'You’ve already added {limit} accounts on this network today. Try again tomorrow.',
    fr: 'Vous avez déjà ajouté {limit} comptes sur ce réseau aujourd’hui. Réessayez demain.',
  },
  account_verified: {
    status: 409,
    en: 'You can’t remove a verified account.',
    fr: 'Vous ne pouvez pas supprimer un compte vérifié.',
  },
  collab_network: {
    status: 409,
    en: 'Only Instagram accounts have a public page.',
    fr: 'Seuls les comptes Instagram ont une page publique.',
  },
  account_already_verified: {
    status: 409,
    en: 'This account is already verified.',
    fr: 'Ce compte est déjà vérifié.',
  },
  account_not_verified: {
    status: 409,
    en: 'Please verify this account first.',
    fr: 'Veuillez d’abord vérifier ce compte.',
  },
  account_taken: {
    status: 409,
    en: 'This account is already verified on Reelfair. If it’s yours, please contact support.',
    fr: 'Ce compte est déjà vérifié sur Reelfair. S’il vous appartient, contactez l’assistance.',
  },
  username_taken: {
    status: 409,
    en: 'Another creator has verified this username. If it’s yours, please contact support.',
    fr: 'Ce nom d’utilisateur a déjà été vérifié par un autre créateur. S’il vous appartient, contactez l’assistance.',
  },
  verification_code_over: {
    status: 409,
    en: 'This code is no longer valid. Put the new code in your bio, then verify again.',
    fr: 'Ce code n’est plus valable. Placez le nouveau code dans votre bio, puis relancez la vérification.',
  },
  verification_running: {
    status: 409,
    en: 'We’re already verifying this account. It can take up to 2 minutes.',
    fr: 'La vérification de ce compte est en cours. Elle peut prendre jusqu’à 2 minutes.',
  },
  verification_limit_reached: {
    status: 409,
    en: 'Maximum verification attempts reached. Please contact support.',
    fr: 'Nombre maximal de tentatives de vérification atteint. Contactez l’assistance.',
  },
  verification_slow: {
    status: 409,
    en: 'Verification is taking longer than usual. You can leave this page: it continues in the background, and the result will appear here.',
    fr: 'La vérification prend plus de temps que d’habitude. Vous pouvez quitter cette page : la vérification continue en arrière-plan et le résultat s’affichera ici.',
  },
  verification_failed: {
    status: 409,
    en: 'Verification failed: we couldn’t find the code in the bio. Add it exactly as shown, wait a minute, then verify again.',
    fr: 'La vérification a échoué : le code est introuvable dans la bio. Ajoutez-le tel quel, attendez une minute, puis relancez la vérification.',
  },
  verification_private: {
    status: 409,
    en: 'Verification failed: the account is private. Make it public, then verify again.',
    fr: 'La vérification a échoué : le compte est privé. Rendez-le public, puis relancez la vérification.',
  },
  verification_age_restricted: {
    status: 409,
    en: 'Verification failed: the account is age-restricted. Remove the restriction, then verify again.',
    fr: 'La vérification a échoué : le compte est soumis à une restriction d’âge. Désactivez-la, puis relancez la vérification.',
  },
  verification_no_such_account: {
    status: 409,
    en: 'Verification failed: no account on this network has this name. Check the username.',
    fr: 'La vérification a échoué : aucun compte ne porte ce nom sur ce réseau. Vérifiez le nom d’utilisateur.',
  },
  verification_not_professional: {
    status: 409,
    en: 'Verification failed: the network only shows us professional accounts. Switch yours to a professional account (it’s free), then verify again.',
    fr: 'La vérification a échoué : le réseau ne nous donne accès qu’aux comptes professionnels. Passez à un compte professionnel (c’est gratuit), puis relancez la vérification.',
  },
  verification_unreadable: {
    status: 409,
    en: 'Verification failed: the response couldn’t be read. Please try again.',
    fr: 'La vérification a échoué : la réponse n’a pas pu être lue. Veuillez réessayer.',
  },
  verification_checklist: {
    status: 409,
    en: 'We couldn’t verify this account. Check that the code is in the bio, that the account is not private, restricted or suspended, that the username has no @, and that anyone can open the account.',
    fr: 'La vérification n’a pas abouti. Vérifiez que le code figure dans la bio, que le compte n’est ni privé, ni restreint, ni suspendu, que le nom d’utilisateur est saisi sans @ et que le profil est visible par tous.',
  },
  verification_timed_out: {
    status: 409,
    en: 'Verification timed out. Please try again.',
    fr: 'La vérification a pris trop de temps. Veuillez réessayer.',
  },
  verification_unreachable: {
    status: 409,
    en: 'Network error: Unable to reach verification service. Please check your internet connection and try again.',
    fr: 'Erreur réseau : le service de vérification est injoignable. Vérifiez votre connexion internet et réessayez.',
  },
  connection_invalid: {
    status: 409,
    en: 'This link from the network is no longer valid, or belongs to another user. Connect the account again.',
    fr: 'Ce lien du réseau n’est plus valable ou appartient à un autre utilisateur. Connectez à nouveau le compte.',
  },
  connection_failed: {
    status: 409,
    en: 'The network didn’t confirm the connection. Please connect the account again.',
    fr: 'Le réseau n’a pas confirmé la connexion. Veuillez connecter à nouveau le compte.',
  },
  connection_unavailable: {
    status: 503,
    en: 'The network isn’t responding. Please connect the account again in a few minutes.',
    fr: 'Le réseau ne répond pas. Veuillez connecter à nouveau le compte dans quelques minutes.',
  },
  connection_permissions_missing: {
    status: 409,
    en: 'Reelfair needs all the permissions on the network’s page to count your views. Connect again and leave them all selected.',
    fr: 'Reelfair a besoin de toutes les autorisations de la page du réseau pour compter vos vues. Recommencez en les laissant toutes cochées.',
  },
  connection_required: {
    status: 409,
    en: 'This network shows us videos only with your consent. Connect the account instead of using a code.',
    fr: 'Ce réseau ne nous montre les vidéos qu’avec votre accord. Connectez le compte au lieu d’utiliser un code.',
  },
  message_replayed: {
    status: 409,
    en: 'This message has already been received.',
    fr: 'Ce message a déjà été reçu.',
  },
  stats_running: {
    status: 409,
    en: 'The statistics are being refreshed. This can take up to 5 minutes.',
    fr: 'Les statistiques sont en cours d’actualisation. Cela peut prendre jusqu’à 5 minutes.',
  },
  stats_too_soon: {
    status: 409,
    en: 'You can refresh statistics once every {days} days.',
    fr: 'Les statistiques ne peuvent être actualisées qu’une fois tous les {days} jours.',
  },
  stats_failed: {
    status: 409,
    en: 'We couldn’t get the statistics from the network. Please try again later.',
    fr: 'Le réseau n’a pas fourni les statistiques. Veuillez réessayer plus tard.',
  },
  saved_search_name_taken: {
    status: 409,
    en: 'You already have a saved search with this name. Choose another name.',
    fr: 'Vous avez déjà une recherche enregistrée sous ce nom. Choisissez un autre nom.',
  },
  saved_search_limit_reached: {
    status: 409,
    en: 'You can save up to {limit} searches. Delete one to save another.',
    fr: 'Vous pouvez enregistrer jusqu’à {limit} recherches. Supprimez-en une pour en enregistrer une autre.',
  },
} as const
