export const fr = {
  'terms-title': 'Conditions',
  'in-force':
    'Version {{version}}, en vigueur depuis le {{day}} pour les nouveaux comptes et chaque campagne rejointe depuis ; pour tous à partir du {{later}}.',
  'in-force-earlier': 'Version {{version}}, en vigueur depuis le {{day}} et remplacée par une plus récente.',
  earlier: 'Version précédente {{version}}',
  current: 'Conditions actuelles',
  lead: 'Ce que marques, créateurs et Reelfair se promettent : ce qu’est une vue, ce qu’elle coûte et rapporte, qui décide, et ce qui est conservé.',
  contents: 'Sommaire',

  'people-title': 'Qui participe',
  'people-account':
    'Un compte appartient à une seule personne ou société. Il s’ouvre une fois son adresse e-mail confirmée, et quiconque détient son mot de passe agit pour lui.',
  'people-brand':
    'Quiconque inscrit une marque peut engager la société et saisit des données exactes. Sans cette inscription, une marque ne peut ni acheter de crédits ni lancer de campagne.',
  'people-creator':
    'Un créateur prouve par un code dans la bio qu’un compte social est à lui : 3 comptes et 10 essais au plus par réseau. Le code est valable 24 heures. Un compte vérifié n’est qu’à un seul créateur.',
  'people-accepted':
    'Ces conditions sont acceptées à l’inscription, et par une marque une fois encore pour sa société. Nous conservons la date et l’heure, la version et l’adresse IP, comme preuve.',

  'credits-title': 'Crédits de vues',
  'credits-one': 'Un crédit achète une vue qualifiée. Les vues qui ne le sont pas ne coûtent rien, et chacune dit pourquoi.',
  'credits-price':
    'Les crédits se vendent en forfaits, dès {{cheapest}} pour 1 000 vues, aux prix de la page d’accueil, hors taxes. Ils se paient une fois, chez Stripe ; rien ne se renouvelle tout seul.',
  'credits-booked': 'Les crédits sont à la marque dès que Stripe confirme le paiement.',
  'credits-last': 'Les crédits n’expirent pas et ne sont pas remboursés en argent. Ce qu’une campagne n’utilise pas revient en crédits.',

  'campaign-legal-title': 'Conditions des campagnes',
  'campaign-runs-title': 'La campagne',
  'campaign-goal':
    'Une campagne demande de 1 000 à 500 000 vues et réserve un crédit pour chacune. S’il manque des crédits, elle ne démarre pas, et dit combien.',
  'campaign-runs':
    'Elle dure 7 ou 30 jours à partir du moment où ses crédits sont réservés. Qui la rejoint plus tard a le temps qui reste. Elle finit avant son terme la nuit où tout son objectif est facturé.',
  'campaign-end':
    'Elle est terminée quand son objectif est atteint, sinon expirée. Dans les deux cas, les créateurs gardent ce qu’ils ont gagné. Les crédits qu’elle n’a pas utilisés reviennent à la marque au décompte final.',
  'campaign-delete':
    'Une marque peut renommer une campagne à tout moment. Elle peut la supprimer tant qu’aucune de ses vues n’est connue : si personne n’y participe, elle disparaît et ses crédits reviennent aussitôt. Si des créateurs y participent, elle finit à cet instant : ce qu’ils ont apporté jusque-là est encore relevé, contrôlé et payé. Si rien n’est dû, la campagne quitte ensuite la liste.',
  'join-title': 'Participer',
  'join-account':
    'Un créateur participe avec un seul compte vérifié sur le réseau de la campagne, une fois par campagne, et à 5 campagnes en cours au plus. Le compte ne peut plus être changé ensuite.',
  'join-fits':
    'La langue de l’audience et la catégorie des contenus sont celles que demande la campagne. Sur Instagram, le compte a au moins 5 000 vues moyennes. Ce qui n’est pas encore connu est jugé une fois les statistiques du compte actualisées. Qui ne peut pas participer en lit toutes les raisons.',
  'video-title': 'La vidéo',
  'video-short':
    'Seules comptent les courtes vidéos verticales : Reels, vidéos TikTok et Shorts, de 3 minutes au plus, publiées après l’inscription.',
  'video-most': 'Pour une inscription, {{videos}} vidéos au plus sont mesurées : les premières que nous trouvons.',
  'video-logo':
    'Le logo de la marque se trouve dans la moitié supérieure de l’image et en occupe au moins {{share}} : 124 416 px² pour 1080 × 1920. Un logo animé est un film de 15 secondes au moins, donc la vidéo qui le montre dure autant.',
  'video-code':
    'La description contient le code reçu à l’inscription. De plusieurs codes dans une description, le premier qui appartient à une inscription ou à un partenariat compte. Une vidéo que nous repérons avant l’ajout de son code commence avec ce défaut.',
  'video-mention':
    'La description dit aussi que la vidéo est une publicité : « Collaboration commerciale » ou une mention équivalente en français ou en anglais, comme « publicité », « sponsorisé » ou « paid partnership ». Ces mots comptent toujours.',
  'video-label':
    'Le label que le réseau prévoit pour les contenus rémunérés compte à leur place sur {{labelled}} uniquement, tant que le créateur nous y donne accès ; s’il ne peut pas être lu pendant un temps, son dernier état connu vaut. Sur {{unlabelled}}, nous ne pouvons pas lire le label : les mots y sont obligatoires.',
  'video-bio':
    'Le lien de la campagne figure dans la bio du début à la fin. Le compte et la vidéo restent publics et sans limite d’âge, et la vidéo n’est pas supprimée.',
  'views-title': 'Vues qualifiées',
  'views-read':
    'Les vues sont relevées chaque nuit entre 00:00 et 01:00, heure de Paris, jusqu’au dernier relevé. Chaque relevé est conservé tel quel.',
  'views-window':
    'Les vues comptent de l’inscription à la fin de la campagne, celles d’une vidéo pendant 14 jours au plus après qu’elle a été repérée, sauf si l’inscription dit un autre nombre de jours. Ses vues à la fin de ce temps sont interpolées en ligne droite entre le relevé d’avant et celui d’après.',
  'views-qualified':
    'Les vues qualifiées sont toutes les vues, moins celles qui sont exclues et celles en vérification. Pendant la campagne, rien de ce qui est qualifié n’est repris : ni par un chiffre qui baisse, ni par un défaut ultérieur, ni par une suppression. Seul le dernier relevé déduit des vues.',
  'excluded-title': 'Vues exclues',
  'excluded-until':
    'Un défaut constaté à un relevé exclut les vues depuis le relevé précédent, et toutes les suivantes jusqu’au relevé qui le trouve corrigé. Dès lors les vues comptent de nouveau ; ce qui a été exclu le reste.',
  'reasons-caption': 'Pourquoi des vues sont exclues, et ce qui y remédie',
  'reasons-why': 'Motif',
  'reasons-mend': 'Ce qui y remédie',
  'review-title': 'Vues en vérification',
  'review-what':
    'Deux choses attendent une personne : une croissance qui ne semble pas humaine, et un logo qui n’a pas pu être reconnu. D’ici là, ces vues ne sont ni facturées ni payées.',
  'review-who':
    'Un administrateur de Reelfair décide des deux. La marque peut dire oui à son logo avant cela, jamais non. Le créateur et la marque lisent qui a décidé, quand et pourquoi.',
  'review-default':
    'Une vérification reste ouverte 72 heures, et jamais au-delà de 00:00 le jour prévu pour le dernier relevé. Sans décision d’ici là, ceci s’applique dès le premier décompte qui suit : un logo non reconnu compte pour le créateur ; une croissance qui ne semble pas humaine est exclue. Une vérification ouverte par le dernier relevé est tranchée ainsi aussitôt.',
  'share-title': 'À qui vont les vues',
  'share-night':
    'Chaque nuit à {{settled}}, heure de Paris, les vues d’une campagne sont attribuées à toutes ses inscriptions ensemble. Si elles demandent plus que ce qui reste de l’objectif, ce reste est partagé en proportion de ce que chacune demande. Ce qui dépasse des vues entières va aux plus grands restes et, à égalité, à l’inscription la plus ancienne.',
  'share-reserved':
    'Les vues attribuées qui sont en vérification sont réservées. Si la vérification dit oui, elles sont facturées ; si elle dit non, elles sont de nouveau libres pour toutes les inscriptions. Quand toutes les vues sont facturées ou réservées, les inscriptions ferment. Les vues au-delà de l’objectif ne sont ni facturées ni payées.',
  'final-title': 'Dernier relevé',
  'final-when':
    'Le dernier relevé est celui de la deuxième nuit après une campagne qui finit au plus tard à {{settled}}, heure de Paris, et de la troisième nuit après une fin plus tardive. Le décompte final suit à {{settled}}. Les écrans du créateur et de la marque en donnent la date et l’heure.',
  'final-gone':
    'Toutes les vues comptées d’une vidéo sont déduites si elle est supprimée, privée ou soumise à une limite d’âge au dernier relevé. Le créateur est averti dès qu’un relevé le constate, et rien n’est perdu si la vidéo est rétablie à temps.',
  'final-removed':
    'Pour toute autre vidéo, des vues sont déduites dans la mesure où son chiffre est alors inférieur à ce qui a été compté : le réseau les a retirées. La croissance après les jours où la vidéo compte couvre d’abord ces pertes. Si le chiffre est inconnu, rien n’est déduit.',
  'final-order':
    'Les vues sont déduites d’abord de celles déjà exclues, puis de celles en vérification, puis des vues qualifiées. Ce n’est qu’alors que ce qui est facturé peut baisser, et seulement dans la mesure où les vues qualifiées restantes ne le couvrent plus. Le gain baisse d’autant avant d’être disponible, et les crédits reviennent à la marque. Une campagne terminée le reste.',
  'final-silent':
    'Si un réseau ne répond pas, le décompte final l’attend, au plus tard jusqu’au premier {{settled}} situé 72 heures ou plus après celui qui était prévu ; les écrans donnent cette date et la cause. Pour une vidéo qui reste sans réponse, les derniers chiffres connus sont définitifs, et le reçu dit que le dernier relevé manque.',
  'pay-title': 'Tarif',
  'pay-rate':
    'Une campagne paie {{campaign}} pour 1 000 vues qualifiées et attribuées. C’est, pour le moment, la moitié du tarif normal de {{standard}}. Une campagne garde le tarif du jour de sa création.',
  'pay-cents':
    'Le montant est calculé sur toutes les vues attribuées depuis le début et arrondi au centime inférieur, jamais sur des parts arrondies. Le reçu montre le calcul, et peut être recalculé à partir des relevés.',

  'money-title': 'Gains et virements',
  'money-held':
    'Ce qu’une campagne rapporte augmente chaque nuit. Après sa fin, le montant est retenu jusqu’au décompte final, moins ce que le dernier relevé déduit. Ensuite il est disponible.',
  'money-stripe':
    'Les créateurs sont payés sur un compte à leur nom chez Stripe, dans les pays que Stripe prend en charge. Tant qu’il n’est pas actif, ce qui est disponible attend, sans limite.',
  'money-transfer':
    'Un virement est de {{minimum}} au moins, et c’est le créateur qui le demande. Un virement qui échoue ou qui est repris redevient disponible.',
  'money-tax': 'Tous les montants sont hors taxes. TVA non applicable (franchise en base) sur ce qui est payé aux créateurs.',

  'partnerships-title': 'Partenariats',
  'partnerships-later':
    'L’invitation d’une marque à un créateur figure sur le tableau de bord de celui-ci. L’accepter n’est pas encore possible : d’ici là, chacune expire. Ensuite, ceci s’applique.',
  'partnerships-invitation':
    'Une invitation réserve les crédits de son objectif et vaut 24 heures. Refusée ou expirée, ses crédits reviennent à la marque.',
  'partnerships-run':
    'Un partenariat dure 7 jours à partir de son début. Il paie {{partnership}} pour 1 000 vues de son objectif, selon la part atteinte ; à 100 % il est terminé aussitôt.',
  'partnerships-final':
    'À sa fin, le gain du palier atteint est retenu pour un dernier relevé selon les mêmes règles : les vérifications tranchées d’ici là peuvent relever le palier, et des vues retirées peuvent l’abaisser. Un gain disponible est viré de lui-même vers un compte actif, à partir de {{minimum}}.',
  'partnerships-code': 'Un partenariat a son propre code, par lequel ses vidéos sont repérées.',
  'tiers-caption': 'Ce que paie un partenariat',
  'tiers-reached': 'Objectif atteint',
  'tiers-below': 'moins de {{to}}',
  'tiers-between': 'de {{from}} à {{to}}',
  'tiers-from': '{{from}} ou plus',
  'tiers-pays': 'Payé au créateur',
  'tiers-returns': 'Crédits rendus',

  'fraud-title': 'Fraude et manquements',
  'fraud-views':
    'Les vues achetées, échangées ou produites par des programmes, et les comptes sous une fausse identité, sont une fraude. Ces vues sont exclues.',
  'fraud-breach':
    'Un manquement grave à ces conditions peut annuler le paiement de ce qu’il concerne et suspendre le compte. La personne concernée en lit la raison et peut y répondre.',
  'fraud-liability': 'La responsabilité de Reelfair est limitée aux paiements des 6 derniers mois.',

  'kept-title': 'Ce qui est conservé, et combien de temps',
  'kept-metrics': 'Les relevés, vidéos et vérifications sont conservés 24 mois après la fin prévue pour l’inscription.',
  'kept-security': 'Les journaux de sécurité, dont les essais de vérification de compte, sont conservés 12 mois.',
  'kept-invoices': 'Les factures, et les écritures comptables sur lesquelles elles reposent, sont conservées 10 ans.',
  'kept-little':
    'Une session se termine après 14 jours sans usage, après 30 jours dans tous les cas. Les e-mails envoyés, et les logos que n’utilise ni campagne ni brouillon, sont supprimés après 30 jours.',
  'kept-bank': 'Les cartes et coordonnées bancaires se saisissent chez Stripe seul. Elles ne parviennent jamais à Reelfair.',

  'changes-title': 'Changements et contact',
  'changes-later': 'De nouvelles conditions sont publiées sur cette page, avec leur propre version, et prennent effet 15 jours plus tard.',
  'changes-contact': 'Une personne répond sous 2 jours ouvrés environ :',
} as const
