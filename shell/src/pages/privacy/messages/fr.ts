import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  title: 'Politique de confidentialité',
  note: 'Dernière mise à jour le {{day}}.',
  terms: 'Conditions',
  lead: 'Cette page explique ce que Reelfair sait de vous et pourquoi, qui d’autre y a accès, combien de temps nous conservons vos données et ce que vous pouvez décider.',
  contents: 'Sommaire',

  'who-title': 'Qui est concerné',
  'who-controller':
    'Reelfair détermine pourquoi et comment les données personnelles décrites ici sont utilisées. Vous pouvez nous joindre par la page Contact ou à l’adresse indiquée à la fin de cette politique.',
  'who-adult':
    'Reelfair s’adresse aux professionnels âgés d’au moins 18 ans. Nous ne conservons pas sciemment de données sur des personnes plus jeunes.',
  'who-required':
    'Pour avoir un compte, vous devez nous indiquer une adresse e-mail. Pour utiliser Reelfair en tant que marque, vous devez aussi indiquer le nom de la marque et une personne à contacter. Le reste est facultatif, ou nécessaire uniquement à la fonctionnalité que vous utilisez.',

  'data-title': 'Données enregistrées',
  'data-account':
    'Tous les utilisateurs : adresse e-mail, rôle, langue, date de confirmation de l’adresse, chaque version des Conditions que vous avez acceptée, avec la date, l’heure et l’adresse IP, et, si vous utilisez Google, l’identifiant et l’adresse e-mail de votre compte Google. Les mots de passe sont enregistrés uniquement sous forme d’empreinte Argon2id, à partir de laquelle le mot de passe ne peut pas être retrouvé.',
  'data-creator':
    'Créateurs : vos prénom et nom si vous les ajoutez, les noms d’utilisateur de vos comptes de réseaux sociaux, leurs statistiques publiques (abonnés, nombre moyen de vues, prix habituel de 1 000 vues, langue, catégorie, ville et pays), leur bio, leur photo de profil et leurs dernières vidéos (titre, couverture, date et vues), et le code qui prouve qu’un compte vous appartient.',
  'data-connection':
    'Créateurs qui connectent un compte de réseau social : la date de connexion et les jetons d’accès avec lesquels le réseau nous laisse lire le compte et ses vidéos. Ces jetons sont enregistrés chiffrés, et votre mot de passe ne nous parvient jamais.',
  'data-videos':
    'Créateurs : pour les vidéos qui font partie d’une campagne ou d’un partenariat, l’adresse, la description, le nombre de vues et la miniature, la présence du logo, du code, de la mention et du lien, ainsi que nos décisions à leur sujet.',
  'data-brand':
    'Marques : nom, coordonnées de la société ou date à laquelle vous avez choisi de les saisir plus tard, personne à contacter avec son adresse e-mail et son numéro de téléphone, logo, campagnes, recherches enregistrées et achats.',
  'data-money':
    'Paiements : achats, gains et virements, avec leurs montants et leurs dates. Les numéros de carte et les coordonnées bancaires sont saisis uniquement chez Stripe et ne nous parviennent jamais.',
  'data-security':
    'Sécurité : sessions, navigateurs déjà utilisés pour se connecter, journal des connexions, des échecs, des modifications et des demandes, avec l’heure, l’adresse IP et le nom du navigateur, et tentatives de vérification d’un compte de réseau social, avec le nom du navigateur.',
  'data-factor':
    'Connexion en deux étapes, si vous l’activez : le secret, chiffré, que votre application d’authentification partage avec nous, et l’empreinte de vos codes de récupération.',
  'data-contact': 'Messages de la page Contact : votre nom, votre adresse e-mail, le sujet et ce que vous avez écrit.',

  'why-title': 'Finalités et bases légales',
  'why-contract':
    'Pour fournir les services auxquels vous vous êtes inscrit : comptes, campagnes, décompte des vues, achats et rémunération. La base légale est le contrat qui nous lie.',
  'why-law': 'Pour tenir la comptabilité et en conserver les pièces. La base légale est une obligation légale.',
  'why-safety':
    'Pour empêcher que des mots de passe ne soient devinés, protéger les campagnes contre les fausses vues et répondre à vos messages. La base légale est notre intérêt légitime à préserver une place de marché sûre et équitable.',
  'why-not':
    'Nous n’affichons aucune publicité de tiers, n’analysons pas vos visites à l’aide d’outils de mesure d’audience et ne vendons pas de données personnelles.',
  'why-automatic':
    'Un logiciel signale les hausses de vues qui ne semblent pas naturelles et les logos qu’il ne reconnaît pas. Ces vues sont alors soumises à une décision humaine. À défaut de décision dans les délais, la règle prévue par les Conditions s’applique et la raison vous est indiquée. Vous pouvez nous demander un nouvel examen.',

  'others-title': 'Qui d’autre a accès à vos données',
  'others-brands':
    'Les marques inscrites peuvent trouver les comptes vérifiés et publics : nom d’utilisateur, statistiques publiques avec leur date, une image (couverture de la dernière vidéo ou photo de profil) et issue des partenariats passés. Pour les créateurs qui participent à leurs campagnes, elles voient aussi les vidéos, le nombre de vues et les motifs d’exclusion des vues. Elles ne voient jamais l’adresse e-mail ni le solde d’un créateur.',
  'others-public':
    'Créateurs : si vous activez la page publique d’un compte, tout le monde peut y lire son nom d’utilisateur, la date de vérification, ses statistiques publiques, sa bio, sa photo de profil, ses dernières vidéos et l’issue de vos partenariats passés. La page disparaît dès que vous la désactivez.',
  'others-creators':
    'Les créateurs voient le nom, le logo et le lien de campagne d’une marque et, dans une invitation, combien de ses partenariats passés ont été payés. Ils ne voient jamais la personne à contacter ni ce que la marque a payé.',
  'others-caption': 'Entreprises qui travaillent pour nous ou que vous utilisez avec Reelfair',
  'others-company': 'Entreprise',
  'others-what': 'Ce qu’elle reçoit, et pourquoi',
  'others-stripe': 'Stripe',
  'others-stripe-what':
    'Pour encaisser le paiement d’une marque : son identifiant, la commande avec son forfait et son prix, et la langue. Pour payer un créateur : son identifiant, son adresse e-mail, son pays, sa langue et le montant de chaque virement. Stripe vous demande lui-même vos données de carte bancaire, vos coordonnées bancaires et vos informations d’identité, selon sa propre politique de confidentialité.',
  'others-workflow': 'Le service qui vérifie les comptes de réseaux sociaux et relève leurs chiffres pour nous',
  'others-workflow-what':
    'Pour vérifier un compte de réseau social : votre identifiant Reelfair, le nom d’utilisateur et le réseau, le code, l’heure, le nom de votre navigateur et l’adresse de notre site. Pour relever les chiffres publics : le nom d’utilisateur et les identifiants du compte et de ses vidéos sur le réseau.',
  'others-networks': 'Instagram, TikTok, YouTube',
  'others-networks-what':
    'Le nom d’utilisateur et l’adresse des vidéos dont nous relevons les chiffres publics. Lorsqu’une page affiche la miniature d’une vidéo, votre navigateur la charge depuis le réseau social, qui voit alors votre adresse IP. Si vous connectez un compte, le réseau apprend que vous utilisez Reelfair.',
  'others-google': 'Google',
  'others-google-what':
    'Uniquement si vous utilisez le bouton Google : Google nous communique votre adresse e-mail, nous indique si elle est confirmée et nous transmet un identifiant de votre compte Google. Google apprend ainsi que vous vous connectez à Reelfair.',
  'others-mail': 'Notre prestataire de messagerie',
  'others-mail-what': 'Pour acheminer nos e-mails : votre adresse et le texte de chaque e-mail.',
  'others-outside':
    'Stripe et Google traitent aussi des données hors de l’Espace économique européen, sur la base des clauses contractuelles types de la Commission européenne ou d’une décision d’adéquation.',

  'kept-title': 'Durées de conservation',
  'kept-caption': 'Conservation',
  'kept-what': 'Données',
  'kept-how-long': 'Durée',
  'kept-account': 'Compte, profil et coordonnées de la marque, versions antérieures comprises',
  'kept-account-how-long':
    'Tant que le compte existe ; les navigateurs qui ont affiché le logo d’une marque peuvent le conserver un jour de plus',
  'kept-signups': 'Inscriptions dont l’adresse n’a jamais été confirmée',
  'kept-signups-how-long': '30 jours',
  'kept-evidence': 'La date et l’adresse IP de votre acceptation des Conditions',
  'kept-evidence-how-long': '5 ans après la suppression de votre compte, sans votre nom',
  'kept-company': 'Les informations légales d’une marque qui a acheté des crédits',
  'kept-company-how-long': '10 ans après la suppression de son compte, avec nos pièces comptables',
  'kept-campaigns': 'Campagnes, participations et partenariats',
  'kept-campaigns-how-long': 'Tant que le compte existe ; ensuite, sans noms ni liens, avec nos pièces comptables',
  'kept-metrics': 'Relevés, vidéos et vérifications',
  'kept-metrics-how-long': '24 mois après la fin prévue de la participation ou du partenariat',
  'kept-attempts': 'Tentatives de vérification d’un compte de réseau social',
  'kept-attempts-how-long': '12 mois',
  'kept-access': 'Jetons d’accès des comptes de réseaux sociaux connectés',
  'kept-access-how-long':
    'Jusqu’à ce que vous déconnectiez le compte ou que le réseau mette fin à l’accès, puis 7 jours au plus, le temps que le réseau les révoque',
  'kept-connecting': 'Connexions inachevées de comptes de réseaux sociaux',
  'kept-connecting-how-long': '15 minutes',
  'kept-money': 'Pièces comptables : achats, gains, virements et écritures correspondantes',
  'kept-money-how-long': 'Au moins 10 ans, comme la loi l’exige',
  'kept-drafts': 'Brouillons de campagne',
  'kept-drafts-how-long': '90 jours après la dernière modification',
  'kept-unfunded': 'Campagnes qui n’ont pas démarré faute de crédits',
  'kept-unfunded-how-long': '30 jours',
  'kept-invitations': 'Invitations, acceptées ou non',
  'kept-invitations-how-long': '90 jours après la fin de l’invitation, ou du partenariat qui en est né',
  'kept-orders': 'Commandes expirées sans paiement',
  'kept-orders-how-long': '30 jours',
  'kept-reservations': 'Réservations de crédits refusées',
  'kept-reservations-how-long': '60 jours',
  'kept-notifications': 'Notifications',
  'kept-notifications-how-long': '12 mois',
  'kept-sessions': 'Sessions, avec le nom du navigateur, le moyen de connexion et la dernière utilisation',
  'kept-sessions-how-long': '14 jours d’inactivité, 30 jours au maximum',
  'kept-devices': 'Navigateurs déjà utilisés pour se connecter',
  'kept-devices-how-long': '400 jours d’inactivité',
  'kept-pending': 'Connexions inachevées : avec Google, ou en attente d’un code de la connexion en deux étapes',
  'kept-pending-how-long': '10 minutes',
  'kept-log': 'Journal de sécurité : connexions, échecs, modifications et demandes, avec l’adresse IP et le navigateur',
  'kept-log-how-long': '12 mois',
  'kept-failures':
    'Compteurs des échecs de connexion, des e-mails demandés et des messages de la page Contact, par adresse e-mail et par réseau (adresse IP), sous forme d’empreintes',
  'kept-failures-how-long':
    '15 minutes après le dernier échec ; e-mails demandés : 45 minutes au maximum ; codes incorrects de la connexion en deux étapes et messages de la page Contact : 24 heures',
  'kept-mails': 'La trace des e-mails que nous vous avons envoyés, sans leur texte',
  'kept-mails-how-long': '30 jours',
  'kept-contact': 'Messages de la page Contact',
  'kept-contact-how-long':
    'Dans notre base de données, jusqu’à leur arrivée dans la messagerie de notre service d’assistance, où ils sont conservés',
  'kept-media': 'Logos importés qui ne servent à aucune campagne, aucun brouillon, aucune invitation ni aucun partenariat',
  'kept-media-how-long': '30 jours',
  'kept-invited': 'Logos des invitations et des partenariats',
  'kept-invited-how-long': '120 jours après l’invitation, ou 25 mois après la fin du partenariat',
  'kept-links': 'Liens contenus dans nos e-mails',
  'kept-links-how-long': 'Jusqu’à leur utilisation ; 24 heures au maximum',
  'kept-exports': 'Fichiers contenant vos données, préparés sur la page du compte',
  'kept-exports-how-long': '7 jours',
  'kept-tasks': 'La trace de la préparation d’un tel fichier, sans son contenu',
  'kept-tasks-how-long': '30 jours',
  'kept-requests': 'Réponses conservées pour qu’une requête répétée, par exemple par un double clic, ne prenne effet qu’une fois',
  'kept-requests-how-long': '48 heures',
  'kept-transit': 'Messages entre les différentes parties de Reelfair',
  'kept-transit-how-long': 'Jusqu’à leur traitement, en général en quelques secondes',
  'kept-marker':
    'La trace de la suppression de votre compte : votre identifiant, votre rôle, les dates, ainsi que les crédits et les sommes auxquels vous avez renoncé',
  'kept-marker-how-long': 'Sans limite de durée, pour éviter que des données supprimées ne soient rétablies',

  'cookies-title': 'Cookies',
  'cookies-few':
    'Nous déposons uniquement les cookies nécessaires au fonctionnement du site. Aucun ne sert à vous pister : nous ne demandons donc pas votre consentement.',
  'cookies-caption': 'Cookies et stockage du navigateur',
  'cookies-name': 'Nom',
  'cookies-why': 'Finalité',
  'cookies-lasts': 'Durée',
  'cookies-session-why': 'Vous permet de rester connecté',
  'cookies-session-lasts': '30 jours, ou jusqu’à la déconnexion',
  'cookies-device-why':
    'Reconnaît un navigateur avec lequel vous vous êtes déjà connecté, pour que les mots de passe incorrects saisis par d’autres personnes ne retardent pas votre connexion, et pour que nous puissions vous alerter d’une connexion depuis un navigateur inconnu',
  'cookies-device-lasts': '400 jours',
  'cookies-oauth-why': 'Rattache une connexion avec Google à ce navigateur pendant que vous êtes sur le site de Google',
  'cookies-oauth-lasts': '10 minutes',
  'cookies-challenge-why': 'Rattache à ce navigateur une connexion en attente du code de la connexion en deux étapes',
  'cookies-challenge-lasts': '10 minutes',
  'cookies-locale-why': 'Votre langue',
  'cookies-locale-lasts': '12 mois',
  'cookies-storage-why':
    'Stockage du navigateur : langue, thème clair ou sombre, rôle (pour charger plus vite la bonne page), jusqu’à la fermeture de l’onglet, page depuis laquelle vous êtes passé sur le site de Google, réseau sur lequel vous connectez un compte et, pendant un jour, page du créateur que vous avez commencé à réserver',
  'cookies-storage-lasts': 'Jusqu’à l’effacement des données du navigateur',

  'rights-title': 'Vos droits',
  'rights-list':
    'Vous pouvez demander une copie de vos données, leur rectification ou leur effacement, les recevoir dans un format lisible par machine, faire limiter leur utilisation ou vous y opposer. Écrivez-nous : c’est gratuit.',
  'rights-delete':
    'Vous pouvez supprimer vous-même votre compte depuis la page Compte, une fois vos campagnes clôturées et votre solde viré, à moins que vous n’y renonciez. Nous effaçons alors votre adresse e-mail, votre nom et celui de votre marque, vos comptes de réseaux sociaux, vos liens et descriptions, vos sessions, votre journal de sécurité et le lien avec votre compte Google dans toutes les parties de Reelfair, en général en quelques minutes. Les données que détient Stripe, comme votre compte de paiement, restent chez Stripe et relèvent de sa propre politique de confidentialité. Les relevés de vos vidéos sont conservés pendant 24 mois après la fin prévue de la participation, sans l’identifiant de la vidéo sur le réseau, car ils servent à recalculer les rémunérations.',
  'rights-download':
    'Vous pouvez télécharger vous-même une copie de vos données sur la page de votre compte. Le fichier est au format JSON, sans mot de passe ni données d’autres personnes. Nous vous écrivons quand il est prêt, et nous demandons votre mot de passe (ou, à défaut, une connexion récente) avant chaque téléchargement.',
  'rights-limits':
    'Les pièces comptables ne peuvent pas être effacées avant la fin de leur durée légale de conservation. Les chiffres dont dépend la rémunération d’autres personnes sont conservés, sans votre nom.',
  'rights-authority':
    'Si notre réponse ne vous satisfait pas, vous pouvez saisir une autorité de protection des données, en France la CNIL (www.cnil.fr).',

  'safe-title': 'Protection des données',
  'safe-transport':
    'Le cookie de session n’est transmis que par des connexions chiffrées et ne peut pas être lu par des scripts. Nous n’enregistrons que l’empreinte des secrets de session et des liens envoyés par e-mail.',
  'safe-few': 'Seule la partie de Reelfair chargée de la connexion enregistre des mots de passe, et uniquement leurs empreintes.',

  'changes-title': 'Modifications et contact',
  'changes-here': 'Nous publions les modifications sur cette page, avec une nouvelle date de mise à jour.',
  'changes-contact': 'Pour toute question ou demande concernant vos données :',
}
