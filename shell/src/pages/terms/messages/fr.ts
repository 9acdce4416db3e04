export const fr = {
  'terms-title': 'Conditions',
  'in-force':
    'Version {{version}}, en vigueur depuis le {{day}} pour les nouveaux comptes, participations et partenariats, et à partir du {{later}} pour tous.',
  'in-force-earlier': 'Version {{version}}, en vigueur à partir du {{day}}, remplacée depuis par une version plus récente.',
  'in-force-until':
    'Version {{version}}, en vigueur depuis le {{day}}. Elle s’applique encore jusqu’au {{until}} inclus aux comptes créés avant la version {{next}}, sauf pour les nouvelles participations et les nouveaux partenariats.',
  'figures-failed': 'Les prix, tarifs et délais n’ont pas pu être chargés. Le texte affiche […] à leur place.',
  earlier: 'Version précédente {{version}}',
  current: 'Conditions actuelles',
  lead: 'Les engagements réciproques des marques, des créateurs et de Reelfair : ce qu’est une vue, ce qu’elle coûte, ce qu’elle rapporte, qui décide et quelles données sont conservées.',
  contents: 'Sommaire',

  'people-title': 'Qui peut participer',
  'people-account':
    'Un compte appartient à une seule personne ou société. Il devient actif dès que son adresse e-mail est confirmée. Toute personne qui peut s’y connecter peut agir au nom du titulaire.',
  'people-brand':
    'La personne qui inscrit une marque doit être habilitée à engager la société et est tenue de fournir des données exactes. Tant qu’elle n’est pas inscrite, une marque ne peut ni acheter de crédits ni lancer de campagne.',
  'people-creator':
    'Un créateur prouve qu’un compte de réseau social lui appartient en plaçant un code dans la bio de ce compte. Sur chaque réseau, la limite est de 3 comptes et 10 tentatives. Le code est valable 24 heures. Un compte vérifié ne peut appartenir qu’à un seul créateur.',
  'people-accepted':
    'Ces conditions sont acceptées à l’inscription, puis une nouvelle fois par la marque au nom de sa société. Nous conservons à titre de preuve la date et l’heure, la version des conditions et l’adresse IP.',

  'credits-title': 'Crédits de vues',
  'credits-one':
    'Un crédit de vues correspond à une vue qualifiée. Les vues non qualifiées ne coûtent rien, et nous indiquons toujours pourquoi elles ne comptent pas.',
  'credits-price':
    'Les crédits sont vendus par forfaits, à partir de {{cheapest}} pour 1 000 vues, aux prix indiqués sur la page d’accueil, hors taxes. Le paiement se fait en une fois, via Stripe, sans renouvellement automatique.',
  'credits-booked': 'Les crédits appartiennent à la marque dès que Stripe confirme le paiement.',
  'credits-last':
    'Les crédits n’expirent pas et ne peuvent pas être échangés contre de l’argent. Ceux qu’une campagne ou un partenariat n’utilise pas sont rendus à la marque sous forme de crédits.',

  'campaign-legal-title': 'Conditions des campagnes',
  'campaign-runs-title': 'La campagne',
  'campaign-goal':
    'L’objectif d’une campagne est compris entre 1 000 et 500 000 vues, et un crédit est réservé pour chacune d’elles. S’il manque des crédits, la campagne ne démarre pas et la marque voit combien il lui en manque.',
  'campaign-runs':
    'Une campagne dure 7 ou 30 jours à compter de la réservation de ses crédits. Les créateurs qui la rejoignent plus tard disposent du temps restant. Si la totalité de l’objectif est facturée plus tôt, la campagne prend fin la nuit même.',
  'campaign-end':
    'Une campagne est dite « terminée » si son objectif est atteint, et « expirée » dans le cas contraire. Dans les deux cas, les créateurs conservent leurs gains. Les crédits non utilisés sont rendus à la marque lors du décompte final.',
  'campaign-delete':
    'Une marque peut renommer une campagne à tout moment. Elle peut la supprimer tant qu’aucune vue n’a été relevée sur les vidéos de cette campagne. Si personne n’y participe, la campagne est supprimée et ses crédits sont rendus immédiatement. Si des créateurs y participent, elle prend fin immédiatement, mais les vues qu’ils ont obtenues jusque-là sont tout de même relevées, contrôlées et payées. Si rien n’est dû, la campagne disparaît ensuite de la liste.',
  'join-title': 'Participation',
  'join-account':
    'Un créateur participe une seule fois à une campagne, avec un seul compte vérifié sur le réseau concerné. Il peut participer à 5 campagnes en cours au maximum. Il ne peut plus changer de compte après son inscription.',
  'join-fits':
    'La langue de l’audience et la catégorie des contenus doivent correspondre aux critères de la campagne. Sur Instagram, le compte doit compter au moins 5 000 vues en moyenne. Les critères qui ne peuvent pas encore être vérifiés le seront une fois les statistiques du compte actualisées. Si un créateur ne peut pas participer, toutes les raisons lui sont indiquées.',
  'video-title': 'La vidéo',
  'video-short':
    'Seules les vidéos verticales courtes comptent : Reels, vidéos TikTok et Shorts d’une durée maximale de 3 minutes, publiés après l’inscription.',
  'video-most': 'Pour chaque participation, nous comptons les vues de {{videos}} vidéos au maximum : les premières que nous détectons.',
  'video-logo':
    'Le logo de la marque doit se trouver dans la moitié supérieure de l’image et occuper au moins {{share}} de l’image entière, soit 124 416 px² pour 1080 × 1920. Un logo animé est un clip d’au moins 15 secondes ; la vidéo qui le montre doit donc être au moins aussi longue.',
  'video-code':
    'La description doit contenir le code reçu à l’inscription. Si elle contient plusieurs codes, c’est le premier code associé à une participation ou à un partenariat qui compte. Une vidéo détectée avant l’ajout de son code est d’abord enregistrée sans code.',
  'video-mention':
    'La description doit aussi indiquer que la vidéo est une publicité : « Collaboration commerciale » ou une mention équivalente en français ou en anglais, comme « publicité », « sponsorisé » ou « paid partnership ». Ces mentions sont toujours acceptées.',
  'video-label':
    'Le label prévu par le réseau pour les contenus rémunérés remplace cette mention sur {{labelled}} uniquement, tant que le créateur nous y donne accès ; si nous ne pouvons temporairement pas le détecter, son dernier état connu s’applique. Sur {{unlabelled}}, nous ne pouvons pas détecter le label ; la mention écrite y est donc obligatoire.',
  'video-bio':
    'Le lien de la campagne doit figurer en permanence dans la bio. Le compte et la vidéo doivent rester publics, sans restriction d’âge, et la vidéo ne doit pas être supprimée.',
  'views-title': 'Vues qualifiées',
  'views-read':
    'Les vues sont relevées chaque nuit entre minuit et 1 h, heure de Paris, jusqu’au dernier relevé. Chaque relevé est conservé tel quel.',
  'views-window':
    'Les vues comptent de l’inscription à la fin de la campagne. Les vues d’une vidéo comptent pendant {{days}} au maximum à partir du moment où nous la détectons, sauf si la participation prévoit un autre nombre de jours. Le nombre de vues à la fin de cette période est calculé par interpolation linéaire entre le relevé précédent et le relevé suivant.',
  'views-qualified':
    'Les vues qualifiées correspondent au total des vues, moins les vues exclues et les vues en vérification. Pendant la campagne, aucune vue qualifiée n’est retirée, même si un chiffre baisse, si un défaut apparaît plus tard ou si une vidéo est supprimée. Seul le dernier relevé peut donner lieu à des déductions.',
  'excluded-title': 'Vues exclues',
  'excluded-until':
    'Un défaut constaté lors d’un relevé entraîne l’exclusion de toutes les vues depuis le relevé précédent et de toutes les suivantes, jusqu’au relevé qui constate sa correction. Les vues comptent ensuite à nouveau ; celles qui ont déjà été exclues le restent.',
  'reasons-caption': 'Motifs d’exclusion des vues et moyens d’y remédier',
  'reasons-why': 'Motif',
  'reasons-fix': 'Comment y remédier',
  'review-title': 'Vues en vérification',
  'review-what':
    'Une décision humaine est nécessaire dans deux cas : une croissance des vues qui ne semble pas naturelle et un logo qui n’a pas pu être reconnu avec certitude. En attendant cette décision, les vues concernées ne sont ni facturées ni payées.',
  'review-who':
    'Un administrateur de Reelfair tranche dans les deux cas. Avant sa décision, la marque peut confirmer son logo, mais jamais le refuser. Le créateur et la marque voient qui a pris la décision, quand et pourquoi.',
  'review-default':
    'Une vérification reste ouverte {{hours}}, mais jamais au-delà de 0 h le jour prévu pour le dernier relevé. Sans décision d’ici là, la règle suivante s’applique dès le prochain décompte : si le logo n’a pas pu être reconnu avec certitude, le doute profite au créateur ; si la croissance des vues ne semble pas naturelle, les vues sont exclues. Cette règle s’applique immédiatement aux vérifications ouvertes par le dernier relevé.',
  'share-title': 'Répartition des vues',
  'share-night':
    'Chaque nuit à {{settled}}, heure de Paris, les vues d’une campagne sont réparties entre toutes ses participations. Si les vues à attribuer dépassent ce qui reste de l’objectif, ce reste est réparti en proportion des vues à attribuer à chaque participation. Les vues non réparties en raison de l’arrondi reviennent aux participations ayant les plus grands restes et, à égalité, à la participation la plus ancienne.',
  'share-reserved':
    'Les vues attribuées mais encore en cours de vérification sont réservées. Si la vérification les confirme, elles sont facturées ; si elle les exclut, elles redeviennent disponibles pour toutes les participations. Quand toutes les vues de l’objectif sont facturées ou réservées, les inscriptions sont closes. Les vues au-delà de l’objectif ne sont ni facturées ni payées.',
  'final-title': 'Dernier relevé',
  'final-when':
    'Le dernier relevé a lieu la deuxième nuit après la fin de la campagne, ou la troisième nuit si elle se termine après {{settled}}, heure de Paris. Le décompte final a lieu ensuite, à {{settled}}. Sa date et son heure sont indiquées sur les écrans du créateur et de la marque.',
  'final-gone':
    'Si une vidéo est supprimée, privée ou soumise à une restriction d’âge au moment du dernier relevé, toutes ses vues comptées sont déduites. Il en va de même si son compte n’est plus connecté à Reelfair et que le réseau ne nous montre les vidéos qu’avec cette connexion ; le dernier relevé attend jusqu’à 72 heures une nouvelle connexion. Le créateur est averti dès qu’un relevé le constate, et rien n’est perdu si la vidéo est rétablie ou le compte reconnecté à temps.',
  'final-removed':
    'Pour toute autre vidéo, si le nombre de vues est alors inférieur au nombre de vues comptées, la différence est déduite, car le réseau a retiré ces vues. Les vues obtenues après la période de comptage de la vidéo compensent d’abord ces pertes. Si le nombre de vues est inconnu, rien n’est déduit.',
  'final-order':
    'Les déductions portent d’abord sur les vues déjà exclues, puis sur les vues en vérification, puis sur les vues qualifiées. S’il reste moins de vues qualifiées que de vues facturées, l’excédent n’est plus facturé : les crédits correspondants sont rendus à la marque, et la rémunération du créateur est réduite avant de devenir disponible. Le statut d’une campagne terminée ne change pas.',
  'final-silent':
    'Si un réseau ne répond pas, le décompte final est reporté, au plus tard jusqu’au premier décompte de {{settled}} qui a lieu au moins 72 heures après celui qui était prévu ; cette date et la cause du report sont affichées à l’écran. Si les chiffres d’une vidéo ne peuvent toujours pas être relevés, les derniers chiffres connus sont définitifs, et le reçu signale l’absence de dernier relevé.',
  'pay-title': 'Rémunération',
  'pay-rate':
    'Une campagne rapporte {{campaign}} pour 1 000 vues qualifiées et attribuées.{{reduced}} Une campagne conserve le tarif en vigueur le jour de sa création.',
  'pay-reduced': 'Ce montant est, pour le moment, inférieur au tarif normal de {{standard}}.',
  'pay-cents':
    'La rémunération est calculée à partir de toutes les vues attribuées depuis le début, et non de montants déjà arrondis, puis elle est arrondie au centime inférieur. Le reçu détaille ce calcul, qui peut être refait à partir des relevés.',

  'money-title': 'Gains et virements',
  'money-held':
    'Les gains d’une campagne augmentent chaque nuit. Une fois la campagne terminée, ils sont bloqués jusqu’au décompte final. Ils deviennent ensuite disponibles, après les déductions éventuelles liées au dernier relevé.',
  'money-stripe':
    'Les créateurs sont payés sur leur propre compte Stripe, dans les pays pris en charge par Stripe. Tant que ce compte n’est pas actif, les gains disponibles sont conservés sans limite de durée.',
  'money-transfer':
    'Les gains des campagnes sont virés à la demande du créateur, à partir de {{minimum}}. Si un virement échoue ou est annulé, son montant redevient disponible.',
  'money-tax': 'Tous les montants sont hors taxes. La TVA n’est pas applicable aux sommes versées aux créateurs (franchise en base).',

  'partnerships-title': 'Partenariats',
  'partnerships-answer':
    'Lorsqu’une marque invite un créateur, l’invitation apparaît dans l’espace de ce dernier. Il peut la refuser ou l’accepter ; s’il l’accepte, un partenariat commence selon les règles ci-dessous. D’ici là, la marque peut la retirer.',
  'partnerships-invitation':
    'Une invitation réserve les crédits nécessaires à son objectif et est valable 24 heures. Si elle est refusée, retirée ou si elle expire, ou si le créateur s’inscrit à une campagne de la même marque sur le même réseau, ces crédits sont rendus à la marque.',
  'partnerships-run':
    'Un partenariat dure 7 jours à compter de son début, ou 30 jours s’il a été réservé sur la page publique d’un créateur. Il rapporte {{partnership}} pour 1 000 vues de son objectif, selon la part atteinte ; à 100 %, il se termine immédiatement.',
  'partnerships-final':
    'À la fin du partenariat, la rémunération du palier atteint est bloquée jusqu’à un dernier relevé soumis aux mêmes règles : les vérifications tranchées d’ici là peuvent faire monter le palier, et des vues retirées peuvent le faire baisser. Une fois disponible, la rémunération est virée automatiquement si le compte de paiement est actif, à partir de {{minimum}}.',
  'partnerships-code': 'Chaque partenariat a son propre code, qui permet d’identifier ses vidéos.',
  'partnerships-rules':
    'Les conditions des campagnes relatives à la vidéo, à sa republication, aux vues qualifiées, aux vues exclues et aux vues en vérification s’appliquent aussi aux partenariats, du début à la fin. Le début du partenariat y tient lieu d’inscription ; sa fin, son lien, son logo et son code y remplacent ceux de la campagne.',
  'tiers-caption': 'Rémunération d’un partenariat',
  'tiers-reached': 'Part de l’objectif atteinte',
  'tiers-below': 'moins de {{to}}',
  'tiers-between': 'de {{from}} à {{to}}',
  'tiers-from': '{{from}} ou plus',
  'tiers-pays': 'Versé au créateur',
  'tiers-returns': 'Crédits rendus à la marque',

  'fraud-title': 'Fraude et manquements',
  'fraud-views':
    'Les vues achetées, échangées ou générées par des robots relèvent de la fraude, tout comme les comptes créés sous une fausse identité. Ces vues sont exclues.',
  'fraud-breach':
    'Les vues qui paraissent frauduleuses sont mises en vérification. Un administrateur les confirme ou les exclut et en indique le motif, visible par le créateur et par la marque. Les vues exclues ne sont ni facturées ni payées. Si vous n’êtes pas d’accord, écrivez-nous à l’adresse ci-dessous.',
  'fraud-liability': 'La responsabilité de Reelfair est limitée au montant des paiements des 6 derniers mois.',

  'kept-title': 'Données conservées et durée de conservation',
  'kept-metrics':
    'Les relevés, les vidéos et les vérifications sont conservés pendant 24 mois après la fin prévue de la participation ou du partenariat.',
  'kept-security': 'Les journaux de sécurité, y compris les tentatives de vérification de compte, sont conservés pendant 12 mois.',
  'kept-invoices': 'Les pièces comptables sont conservées pendant au moins 10 ans. Il en sera de même pour les factures.',
  'kept-little':
    'Une session expire après 14 jours d’inactivité et, dans tous les cas, au bout de 30 jours. Les e-mails envoyés, ainsi que les logos qui ne servent à aucune campagne ni à aucun brouillon, invitation ou partenariat, sont supprimés au bout de 30 jours.',
  'kept-bank': 'Les numéros de carte et les coordonnées bancaires sont saisis uniquement chez Stripe et ne parviennent jamais à Reelfair.',

  'changes-title': 'Modifications et contact',
  'changes-later':
    'Les nouvelles conditions sont publiées sur cette page sous un nouveau numéro de version. Elles s’appliquent immédiatement aux nouveaux comptes, participations et partenariats, et prennent effet 15 jours plus tard pour tous les autres.',
  'changes-contact': 'Une personne de notre équipe vous répond sous 2 jours ouvrés environ. Écrivez-nous à l’adresse suivante :',
} as const
