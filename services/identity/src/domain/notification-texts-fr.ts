import { exclusionTable, NETWORK_NAMES, restoreTable } from '@reelfair/contracts'
import type { Texts } from './notification-values.ts'

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
  'views-at-risk': ({ campaignId, reason, views, fixBy }, say) => ({
    title: `Vous risquez de perdre ${say.views(views)} pour ${say.campaign(campaignId, 'une campagne')}`,
    text: `${exclusionTable[reason].fr} ${restoreTable[reason].fr} Corrigez le problème avant le dernier relevé, le ${say.at(fixBy)} (ou plus tôt si la campagne se termine en avance). Sinon, ces vues seront déduites.`,
    link: 'Voir la campagne',
  }),
  'review-asks-brand': ({ campaignId, accountId, views, answerBy }, say) => ({
    title:
      views === undefined ? 'Des vues attendent votre réponse' : `${say.views(views)} ${views < 2 ? 'attend' : 'attendent'} votre réponse`,
    text: `${say.campaign(campaignId, 'Votre campagne')} : le logo n’est pas clairement visible dans une vidéo de ${say.account(accountId, 'l’un des créateurs')}. Sans réponse avant le ${say.at(answerBy)}, les vues comptent.`,
    link: 'Voir la vidéo',
  }),
  'review-asks-admin': ({ campaignId, review, views, answerBy }, say) => ({
    title: `${review === 'logo' ? 'Logo peu visible' : 'Croissance inhabituelle'} à vérifier`,
    text: `${say.campaign(campaignId, 'Une campagne')}${views === undefined ? '' : `, ${say.views(views)}`}. À décider avant le ${say.at(answerBy)}.`,
    link: 'Ouvrir les vérifications',
  }),
  'review-opened': ({ campaignId, review, views, answerBy }, say) => ({
    title: `${views === undefined ? 'Vues' : say.views(views)} en vérification`,
    text: `${say.campaign(campaignId, 'Une campagne')} : ${review === 'logo' ? 'le logo n’est pas clairement visible dans votre vidéo' : 'la croissance de votre vidéo paraît inhabituelle'}. Sans décision avant le ${say.at(answerBy)}, les vues ${review === 'logo' ? 'comptent' : 'sont exclues'}.`,
    link: 'Voir vos campagnes',
  }),
  'review-counts': ({ campaignId, views }, say) => ({
    title: `Vérification terminée : ${views === undefined ? 'les vues comptent' : `${say.views(views)} ${views < 2 ? 'compte' : 'comptent'}`}`,
    text: `${say.campaign(campaignId, 'Une campagne')} : prises en compte dans la limite de l’objectif, dès le prochain décompte.`,
    link: 'Voir la campagne',
  }),
  'review-counts-brand': ({ campaignId, views }, say) => ({
    title: `Vérification terminée : ${views === undefined ? 'les vues comptent' : `${say.views(views)} ${views < 2 ? 'compte' : 'comptent'}`}`,
    text: `${say.campaign(campaignId, 'Votre campagne')} : facturation dans la limite de l’objectif, dès le prochain décompte.`,
    link: 'Ouvrir la campagne',
  }),
  'review-excluded': ({ campaignId, views }, say) => ({
    title: `Vérification terminée : ${views === undefined ? 'vues exclues' : `${say.views(views)} ${views < 2 ? 'exclue' : 'exclues'}`}`,
    text: `${say.campaign(campaignId, 'Une campagne')} : ces vues ne sont pas payées. La raison figure à côté de la vidéo.`,
    link: 'Voir la campagne',
  }),
  'review-excluded-brand': ({ campaignId, views }, say) => ({
    title: `Vérification terminée : ${views === undefined ? 'vues exclues' : `${say.views(views)} ${views < 2 ? 'exclue' : 'exclues'}`}`,
    text: `${say.campaign(campaignId, 'Votre campagne')} : ces vues ne sont pas facturées. La raison figure à côté de la vidéo.`,
    link: 'Ouvrir la campagne',
  }),
  'invitation-received': ({ expiresAt }, say) => ({
    title: 'Une marque vous a envoyé une invitation',
    text: `L’invitation expire le ${say.at(expiresAt)}. Vous ne pouvez pas encore accepter d’invitation.`,
    link: 'Voir l’invitation',
  }),
  'invitation-unfunded': ({ missingViews }, say) => ({
    title: 'Votre invitation n’a pas été envoyée',
    text: `Il manquait ${say.credits(missingViews)} à votre solde.`,
    link: 'Acheter des crédits',
  }),
  'invitation-expired': () => ({
    title: 'Votre invitation a expiré',
    text: 'Les crédits ont été reversés sur votre solde.',
    link: 'Ouvrir votre tableau de bord',
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
    text: `La version ${termsVersion} entre en vigueur ce jour-là. Elle s’applique déjà aux nouveaux comptes et aux nouvelles participations. Nous vous demanderons de l’accepter lors de votre première connexion après cette date.`,
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
