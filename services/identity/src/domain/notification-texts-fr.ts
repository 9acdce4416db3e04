import { exclusionTable, labelNames, NETWORK_NAMES, type Network, restoreTable } from '@reelfair/contracts'
import { MINIMUM_TRANSFER_CENTS } from '@reelfair/rules'
import { capitalized, type Say } from './notification-say.ts'
import type { OfSubject, Texts } from './notification-values.ts'

const forCreator = (of: OfSubject, say: Say) =>
  'campaignId' in of ? say.campaign(of.campaignId, 'une campagne') : `votre partenariat avec ${say.brand(of.brandId, 'une marque')}`

const forBrand = (of: OfSubject, say: Say, accountId?: string) =>
  'campaignId' in of ? say.campaign(of.campaignId, 'votre campagne') : `votre partenariat avec ${say.account(accountId, 'un créateur')}`

const forAdmin = (of: OfSubject, say: Say) =>
  'campaignId' in of ? say.campaign(of.campaignId, 'une campagne') : `un partenariat avec ${say.brand(of.brandId, 'une marque')}`

const the = (of: OfSubject) => ('campaignId' in of ? 'la campagne' : 'le partenariat')

const resultOf = (tier: number, say: Say) =>
  tier === 100
    ? 'a atteint son objectif'
    : tier > 0
      ? `s’est terminé au palier de ${say.tier(tier)}`
      : `s’est terminé sous ${say.tier(25)} de l’objectif`

const returned = (credits: number, say: Say) => `Crédits reversés sur votre solde : ${say.count(credits)}.`

const withoutAccess = (network: Network) =>
  network === 'youtube'
    ? `sans cet accès, nous risquons de ne pas pouvoir détecter le label « ${labelNames.youtube.fr} ».`
    : 'sans cet accès, nous risquons de ne pas pouvoir compter vos vues.'

export const fr: Texts = {
  'account-verified': ({ accountId, network }, say) => ({
    title: `Compte ${NETWORK_NAMES[network]} vérifié`,
    text: `Vous pouvez participer à des campagnes avec ${say.account(accountId, 'ce compte')}.`,
    link: 'Voir vos comptes',
  }),
  'account-failed': ({ accountId, network }, say) => ({
    title: `Compte ${NETWORK_NAMES[network]} non vérifié`,
    text: `La tentative pour ${say.account(accountId, 'votre compte')} a échoué. Votre profil en indique la raison et la marche à suivre.`,
    link: 'Voir vos comptes',
  }),
  'account-disconnected': ({ accountId, network }, say) => ({
    title: `Compte ${NETWORK_NAMES[network]} déconnecté`,
    text: `${NETWORK_NAMES[network]} ne nous donne plus accès à ${say.account(accountId, 'votre compte')}. Reconnectez-le : ${withoutAccess(network)}`,
    link: 'Voir vos comptes',
  }),
  'campaign-started': ({ campaignId, endsAt }, say) => ({
    title: `${say.campaign(campaignId, 'Votre campagne')} a démarré`,
    text: `Les créateurs peuvent participer. Fin prévue : ${say.at(endsAt)}.`,
    link: 'Ouvrir la campagne',
  }),
  'campaign-unfunded': ({ campaignId, missingViews }, say) => ({
    title: `${say.campaign(campaignId, 'Votre campagne')} n’a pas démarré`,
    text: `Il manquait ${say.credits(missingViews)} à votre solde.`,
    link: 'Acheter des crédits',
  }),
  'campaign-goal-reached': ({ campaignId, charged, checkedAt }, say) => ({
    title: `${say.campaign(campaignId, 'Votre campagne')} a atteint son objectif`,
    text: `Avant les derniers contrôles, prévus au plus tôt le ${say.at(checkedAt)} : ${say.views(charged)} ${charged < 2 ? 'facturée' : 'facturées'}.`,
    link: 'Ouvrir la campagne',
  }),
  'campaign-ended': ({ campaignId, charged, viewsGoal, checkedAt }, say) => ({
    title: `${say.campaign(campaignId, 'Votre campagne')} est terminée`,
    text: `Avant les derniers contrôles, prévus au plus tôt le ${say.at(checkedAt)} : ${viewsGoal === undefined ? say.views(charged) : `${say.count(charged)} sur ${say.views(viewsGoal)}`} ${charged < 2 ? 'facturée' : 'facturées'}.`,
    link: 'Ouvrir la campagne',
  }),
  'campaign-settled': ({ campaignId, charged }, say) => ({
    title: `${say.campaign(campaignId, 'Votre campagne')} est clôturée`,
    text: `Derniers contrôles terminés : ${say.views(charged)} ${charged < 2 ? 'facturée' : 'facturées'}. Les crédits non utilisés ont été reversés sur votre solde.`,
    link: 'Ouvrir la campagne',
  }),
  'earnings-settled': ({ campaignId, views, cents }, say) => ({
    title: `Vos gains avec ${say.campaign(campaignId, 'une campagne')} : ${say.euros(cents)}`,
    text: `Derniers contrôles terminés : ${say.views(views)} ${views < 2 ? 'payée' : 'payées'}.${cents > 0 ? ' Le montant a été ajouté à votre solde.' : ''}`,
    link: 'Voir votre solde',
  }),
  'views-at-risk': ({ reason, views, fixBy, ...of }, say) => ({
    title: `Vous risquez de perdre ${say.views(views)} pour ${forCreator(of, say)}`,
    text: `${exclusionTable[reason].fr} ${restoreTable[reason].fr} Corrigez le problème avant le dernier relevé, le ${say.at(fixBy)} (ou plus tôt si ${the(of)} se termine en avance). Sinon, ces vues seront déduites.`,
    link: `Voir ${the(of)}`,
  }),
  'review-asks-brand': ({ accountId, views, answerBy, ...of }, say) => ({
    title:
      views === undefined ? 'Des vues attendent votre réponse' : `${say.views(views)} ${views < 2 ? 'attend' : 'attendent'} votre réponse`,
    text: `${capitalized(forBrand(of, say, accountId))} : le logo n’est pas clairement visible dans une vidéo de ${say.account(accountId, 'l’un des créateurs')}. Sans réponse avant le ${say.at(answerBy)}, les vues comptent.`,
    link: 'Voir la vidéo',
  }),
  'review-asks-admin': ({ review, views, answerBy, ...of }, say) => ({
    title: `${review === 'logo' ? 'Logo peu visible' : 'Croissance inhabituelle'} à vérifier`,
    text: `${capitalized(forAdmin(of, say))}${views === undefined ? '' : `, ${say.views(views)}`}. À décider avant le ${say.at(answerBy)}.`,
    link: 'Ouvrir les vérifications',
  }),
  'review-opened': ({ review, views, answerBy, ...of }, say) => ({
    title: `${views === undefined ? 'Vues' : say.views(views)} en vérification`,
    text: `${capitalized(forCreator(of, say))} : ${review === 'logo' ? 'le logo n’est pas clairement visible dans votre vidéo' : 'la croissance de votre vidéo paraît inhabituelle'}. Sans décision avant le ${say.at(answerBy)}, les vues ${review === 'logo' ? 'comptent' : 'sont exclues'}.`,
    link: 'Voir vos collaborations',
  }),
  'review-counts': ({ views, ...of }, say) => ({
    title: `Vérification terminée : ${views === undefined ? 'les vues comptent' : `${say.views(views)} ${views < 2 ? 'compte' : 'comptent'}`}`,
    text: `${capitalized(forCreator(of, say))} : ${'campaignId' in of ? 'prises en compte dans la limite de l’objectif, dès le prochain décompte' : 'ces vues comptent désormais pour l’objectif'}.`,
    link: `Voir ${the(of)}`,
  }),
  'review-counts-brand': ({ views, ...of }, say) => ({
    title: `Vérification terminée : ${views === undefined ? 'les vues comptent' : `${say.views(views)} ${views < 2 ? 'compte' : 'comptent'}`}`,
    text: `${capitalized(forBrand(of, say))} : ${'campaignId' in of ? 'facturation dans la limite de l’objectif, dès le prochain décompte' : 'ces vues comptent désormais pour l’objectif'}.`,
    link: `Ouvrir ${the(of)}`,
  }),
  'review-excluded': ({ views, ...of }, say) => ({
    title: `Vérification terminée : ${views === undefined ? 'vues exclues' : `${say.views(views)} ${views < 2 ? 'exclue' : 'exclues'}`}`,
    text: `${capitalized(forCreator(of, say))} : ces vues ne sont pas payées. La raison figure à côté de la vidéo.`,
    link: `Voir ${the(of)}`,
  }),
  'review-excluded-brand': ({ views, ...of }, say) => ({
    title: `Vérification terminée : ${views === undefined ? 'vues exclues' : `${say.views(views)} ${views < 2 ? 'exclue' : 'exclues'}`}`,
    text: `${capitalized(forBrand(of, say))} : ces vues ne sont pas facturées. La raison figure à côté de la vidéo.`,
    link: `Ouvrir ${the(of)}`,
  }),
  'invitation-received': ({ brandId, accountId, network, views, amountCents, answerBy }, say) => ({
    title: `${say.brand(brandId, 'Une marque')} vous a envoyé une invitation`,
    text: `${say.views(views)} à réaliser avec ${say.account(accountId, 'votre compte')} sur ${NETWORK_NAMES[network]}, pour un gain maximal de ${say.euros(amountCents)}. L’invitation expire le ${say.at(answerBy)}.`,
    link: 'Voir l’invitation',
  }),
  'invitation-expiring': ({ brandId, answerBy }, say) => ({
    title: `${say.brand(brandId, 'Une marque')} attend votre réponse`,
    text: `L’invitation expire le ${say.at(answerBy)}. Passé ce délai, vous ne pourrez plus l’accepter.`,
    link: 'Voir l’invitation',
  }),
  'invitation-unfunded': ({ missingViews }, say) => ({
    title: 'Votre invitation n’a pas été envoyée',
    text: `Il manquait ${say.credits(missingViews)} à votre solde.`,
    link: 'Acheter des crédits',
  }),
  'invitation-rejected': ({ accountId, credits }, say) => ({
    title: `${say.account(accountId, 'Un créateur')} a refusé votre invitation`,
    text: returned(credits, say),
    link: 'Voir vos invitations',
  }),
  'invitation-superseded': ({ brandId, campaignId, network }, say) => ({
    title: `Invitation close : vous participez à ${say.campaign(campaignId, 'une campagne')}`,
    text: `${say.brand(brandId, 'La marque')} vous avait aussi envoyé une invitation sur ${NETWORK_NAMES[network]}. Participer à sa campagne revient à la refuser. Vous n’avez rien à faire.`,
    link: 'Voir l’invitation',
  }),
  'invitation-superseded-brand': ({ campaignId, accountId, network, credits }, say) => ({
    title: `Un créateur que vous avez invité participe à ${say.campaign(campaignId, 'votre campagne')}`,
    text: `Votre invitation en attente pour ${say.account(accountId, 'ce créateur')} sur ${NETWORK_NAMES[network]} est donc refusée. ${returned(credits, say)}`,
    link: 'Voir vos invitations',
  }),
  'invitation-expired': ({ brandId }, say) => ({
    title: `L’invitation envoyée par ${say.brand(brandId, 'une marque')} a expiré`,
    text: 'Elle est restée ouverte 24 heures. La marque peut vous en envoyer une autre.',
    link: 'Voir l’invitation',
  }),
  'invitation-expired-brand': ({ accountId, credits }, say) => ({
    title: `Votre invitation à ${say.account(accountId, 'un créateur')} a expiré`,
    text: `Pas de réponse sous 24 heures. ${returned(credits, say)}`,
    link: 'Voir vos invitations',
  }),
  'invitation-withdrawn': ({ brandId }, say) => ({
    title: `${say.brand(brandId, 'Une marque')} a retiré son invitation`,
    text: 'Vous ne pouvez plus l’accepter. Vous n’avez rien à faire.',
    link: 'Voir l’invitation',
  }),
  'partnership-agreed': ({ brandId, startsAt, endsAt }, say) => ({
    title: `Partenariat conclu avec ${say.brand(brandId, 'une marque')}`,
    text: `Début : ${say.at(startsAt)}. Fin : ${say.at(endsAt)}. Seules comptent les vidéos publiées entre ces deux dates. Ajoutez le lien dans votre bio avant la première ; la page du partenariat indique le lien, le code et le logo à utiliser.`,
    link: 'Préparer vos vidéos',
  }),
  'partnership-accepted': ({ accountId, views, startsAt, endsAt }, say) => ({
    title: `${say.account(accountId, 'Un créateur')} a accepté votre invitation`,
    text: `Objectif : ${say.views(views)}. Début : ${say.at(startsAt)}. Fin : ${say.at(endsAt)}. Les crédits restent réservés jusqu’aux derniers contrôles.`,
    link: 'Ouvrir le partenariat',
  }),
  'partnership-started': ({ brandId, code, endsAt }, say) => ({
    title: `Votre partenariat avec ${say.brand(brandId, 'une marque')} a commencé`,
    text: `Indiquez le code ${code} dans la description de vos vidéos. Les vues comptent jusqu’au ${say.at(endsAt)}. La page du partenariat indique tout ce qu’une vidéo doit respecter.`,
    link: 'Voir le partenariat',
  }),
  'partnership-started-brand': ({ accountId, views, endsAt }, say) => ({
    title: `Votre partenariat avec ${say.account(accountId, 'un créateur')} a commencé`,
    text: `Il se termine le ${say.at(endsAt)}, ou plus tôt dès que l’objectif de ${say.views(views)} est atteint.`,
    link: 'Ouvrir le partenariat',
  }),
  'partnership-ended': ({ brandId, tier, cents, checkedAt }, say) => ({
    title: `Votre partenariat avec ${say.brand(brandId, 'une marque')} ${resultOf(tier, say)}`,
    text:
      tier > 0
        ? `Vos gains de ${say.euros(cents)} sont bloqués jusqu’aux derniers contrôles, prévus au plus tôt le ${say.at(checkedAt)}. Gardez vos vidéos publiques d’ici là : des vues perdues peuvent faire baisser le palier.`
        : `En dessous de ${say.tier(25)}, rien n’est payé. Les vues encore en vérification peuvent améliorer le résultat jusqu’aux derniers contrôles, prévus au plus tôt le ${say.at(checkedAt)}.`,
    link: 'Voir le partenariat',
  }),
  'partnership-ended-brand': ({ accountId, tier, checkedAt }, say) => ({
    title: `Votre partenariat avec ${say.account(accountId, 'un créateur')} ${resultOf(tier, say)}`,
    text: `Aucun crédit n’est encore utilisé. Les derniers contrôles, prévus au plus tôt le ${say.at(checkedAt)}, fixeront le palier. Les crédits non utilisés reviendront alors sur votre solde.`,
    link: 'Ouvrir le partenariat',
  }),
  'partnership-settled': ({ brandId, tier, cents }, say) =>
    tier > 0
      ? {
          title: `Vos gains avec ${say.brand(brandId, 'une marque')} : ${say.euros(cents)}`,
          text: `Derniers contrôles terminés : palier de ${say.tier(tier)}.${cents > 0 ? ' Le montant a été ajouté à votre solde.' : ''}${cents >= MINIMUM_TRANSFER_CENTS ? ' Si votre compte de paiement est actif, il est viré automatiquement.' : ''}`,
          link: 'Voir le partenariat',
        }
      : {
          title: `Votre partenariat avec ${say.brand(brandId, 'une marque')} est clôturé`,
          text: `Derniers contrôles terminés : moins de ${say.tier(25)} de l’objectif, donc aucun paiement.`,
          link: 'Voir le partenariat',
        },
  'partnership-settled-brand': ({ accountId, tier, consumed, returned }, say) => ({
    title: `Votre partenariat avec ${say.account(accountId, 'un créateur')} est clôturé`,
    text: `Derniers contrôles terminés : ${tier > 0 ? `palier de ${say.tier(tier)}` : `moins de ${say.tier(25)} de l’objectif`}. Crédits utilisés : ${say.count(consumed)}. Crédits reversés sur votre solde : ${say.count(returned)}.`,
    link: 'Ouvrir le partenariat',
  }),
  'order-paid': ({ credits, priceCents }, say) => ({
    title: `Commande payée : ${say.credits(credits)}, ${say.euros(priceCents)}`,
    text: 'Les crédits ont été ajoutés à votre solde.',
    link: 'Voir vos commandes',
  }),
  'order-failed': ({ credits, priceCents }, say) => ({
    title: 'Le paiement a échoué',
    text: `${credits === undefined || priceCents === undefined ? 'Votre commande' : `Votre commande de ${say.credits(credits)} pour ${say.euros(priceCents)}`} n’a pas été payée et aucun crédit n’a été ajouté. Veuillez passer une nouvelle commande.`,
    link: 'Voir vos commandes',
  }),
  'transfer-paid': ({ amountCents }, say) => ({
    title: `Virement effectué : ${say.euros(amountCents)}`,
    text: 'Stripe a reçu le montant pour votre compte de paiement et le verse à votre banque.',
    link: 'Voir votre solde',
  }),
  'transfer-failed': ({ amountCents }, say) => ({
    title: `Échec du virement de ${say.euros(amountCents)}`,
    text: 'Le montant est revenu sur votre solde. La page Solde en indique la raison.',
    link: 'Voir votre solde',
  }),
  'transfer-failed-admin': ({ amountCents }, say) => ({
    title: `Échec définitif d’un virement de ${say.euros(amountCents)}`,
    text: 'Le montant est redevenu payable. Le journal contient les réponses du prestataire.',
    link: 'Ouvrir les virements',
  }),
  'transfer-reversed': ({ amountCents }, say) => ({
    title: `Virement annulé : ${say.euros(amountCents)}`,
    text: 'Le montant est revenu sur votre solde.',
    link: 'Voir votre solde',
  }),
  'payout-account-ready': () => ({
    title: 'Votre compte de paiement est prêt',
    text: 'Vous pouvez virer votre solde.',
    link: 'Voir votre solde',
  }),
  'payout-account-asks': () => ({
    title: 'Votre compte de paiement attend des informations de votre part',
    text: 'Stripe demande des précisions. La page Solde indique ce qui manque.',
    link: 'Compléter votre compte',
  }),
  'payout-account-restricted': () => ({
    title: 'Votre compte de paiement est restreint',
    text: 'Stripe a suspendu les virements vers ce compte. Vos gains restent sur votre solde. La page Solde indique la marche à suivre.',
    link: 'Voir ce qui manque',
  }),
  'payout-account-closed': () => ({
    title: 'Votre compte de paiement a été clôturé',
    text: 'Vos gains restent sur votre solde. Ouvrez un nouveau compte de paiement pour les virer.',
    link: 'Ouvrir un nouveau compte',
  }),
  'terms-change': ({ termsVersion, effectiveAt }, say) => ({
    title: `Nouvelles Conditions à partir du ${say.day(effectiveAt)}`,
    text: `La version ${termsVersion} entre en vigueur ce jour-là. Elle s’applique déjà aux nouveaux comptes, participations et partenariats. Nous vous demanderons de l’accepter lors de votre première connexion après cette date.`,
    link: 'Lire les Conditions',
  }),
  'new-sign-in': ({ signedInAt, ...browser }, say) => ({
    title: `Nouvelle connexion : ${say.browser(browser)}`,
    text: `${say.atWithZone(signedInAt)}. Ce n’était pas vous ? Déconnectez cet appareil, puis changez le mot de passe que vous utilisez pour vous connecter (Reelfair ou Google).`,
    link: 'Vérifier vos sessions',
  }),
  'data-export-ready': ({ readyUntil }, say) => ({
    title: 'Vos données sont prêtes à télécharger',
    text: `Vous pouvez télécharger le fichier jusqu’au ${say.atWithZone(readyUntil)}. Il sera ensuite supprimé.`,
    link: 'Télécharger vos données',
  }),
}
