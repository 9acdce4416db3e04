export const fr = {
  'join-ask': 'Participer à {{name}} ?',
  'join-account': 'Avec quel compte ?',
  'join-as':
    'Vous participerez avec @{{username}} jusqu’au {{end}}. Un seul compte est possible par campagne ; vous ne pourrez plus en changer.',
  'join-confirm': 'Accepter et participer avec @{{username}}',
  'join-cancel': 'Pas maintenant',
  'join-close': 'Fermer',
  'join-done': 'Inscription réussie',
  'joined-title': 'Vous participez à {{name}}. Publiez maintenant votre vidéo.',
  'joined-title-known': 'Vous participez à {{name}}',
  'sign-up-failed': 'Votre inscription n’a pas pu être chargée.',
  'agree-title': 'Ce que vous acceptez',
  'agree-cashprize':
    'Tous créateurs confondus, les gains peuvent atteindre {{amount}}. Les inscriptions seront closes une fois toutes les vues attribuées.',
  'agree-bio': 'Votre bio',
  'agree-bio-text': 'Gardez ce lien dans votre bio pendant toute la campagne :',
  'agree-description': 'Description',
  'agree-description-text':
    'Indiquez le code que vous recevrez et la mention « {{mention}} ». S’il manque le code ou la mention, les vues ne comptent pas.',
  'mention-words':
    'Sur {{network}}, seule cette mention écrite compte, car nous ne pouvons pas détecter le label « {{label}} » du réseau. Vous pouvez utiliser les deux.',
  'mention-label':
    'Cette mention écrite compte dans tous les cas. Sur {{network}}, le label « {{label}} » peut la remplacer, mais seulement tant que {{network}} nous permet de le détecter.',
  'mention-label-open': 'Situation au {{at}} : nous pouvons détecter ce label.',
  'mention-label-closed': 'Situation au {{at}} : nous ne pouvons pas détecter ce label. Ajoutez donc la mention écrite.',
  'agree-logo': 'Logo',
  'agree-logo-text':
    'Placez le logo dans la moitié supérieure d’une courte vidéo verticale. Il doit occuper au moins {{share}} de l’image.',
  'agree-account': 'Compte',
  'agree-terms': 'Conditions des campagnes, version {{version}}',
  'agree-terms-read': 'Lire les conditions des campagnes (nouvel onglet)',
  'terms-pay': 'Rémunération',
  'terms-pay-text': '{{rate}} pour 1 000 vues qualifiées. Le total est arrondi au centime inférieur.',
  'terms-paid': 'Paiement',
  'terms-paid-text':
    'Vos gains augmentent chaque nuit, puis sont bloqués à la fin de la campagne. Les vues que le réseau a retirées avant le dernier relevé sont déduites ; vous pourrez virer le reste à partir du {{at}}. Si l’objectif est atteint plus tôt, ce sera possible dès 2 h, heure de Paris, deux jours après la nuit où il aura été atteint. Si un réseau ne répond pas, ce délai peut être prolongé de quatre jours au plus.',
  'then-title': 'La suite',
  'then-read': 'Relevé',
  'then-read-next': 'Prochain relevé de vos vues : {{at}}',
  'then-read-now': 'maintenant',
  'then-read-nightly': 'Nous relevons les vues chaque nuit entre minuit et 1 h, heure de Paris.',
  'then-counts': 'Période prise en compte',
  'agree-videos': 'Nous comptons les vues de {{most}} vidéos au maximum : les premières que nous détectons.',
  'then-counts-text_one':
    'Les vues comptent dès votre inscription. Pour chaque vidéo, elles comptent pendant un jour après sa détection, et jusqu’au {{end}} au plus tard.',
  'then-counts-text_many':
    'Les vues comptent dès votre inscription. Pour chaque vidéo, elles comptent pendant {{count}} de jours après sa détection, et jusqu’au {{end}} au plus tard.',
  'then-counts-text_other':
    'Les vues comptent dès votre inscription. Pour chaque vidéo, elles comptent pendant {{count}} jours après sa détection, et jusqu’au {{end}} au plus tard.',
  mention: 'Collaboration commerciale',
  'code-yours': 'Votre code',
  'link-copy': 'Copier le lien',
  'logo-save': 'Télécharger le logo',
  'code-and-mention-copy': 'Copier le code et la mention',
  'step-link': 'Ajoutez le lien à la bio de @{{username}}',
  'step-link-stays': 'Laissez le lien en place jusqu’au {{at}} : sans lui, les vues ne comptent pas.',
  'step-film': 'Filmez une vidéo verticale avec le logo',
  'step-film-half': 'Le logo se trouve dans la moitié supérieure de l’image.',
  'step-film-area':
    'Le logo occupe au moins {{share}} de l’image, soit 124 416 px² en 1080 × 1920. Il suffit de l’afficher sur toute la largeur.',
  'step-film-short': 'La vidéo est verticale et dure 3 minutes au maximum.',
  'step-publish': 'Publiez la vidéo sur {{network}} avec le compte @{{username}}',
  'step-publish-code':
    'Mettez le code {{code}} dans la description pour que nous puissions détecter votre vidéo. Si la description en contient plusieurs, c’est le premier associé à une participation ou à un partenariat qui compte.',
  'step-publish-mention': 'Ajoutez aussi la mention « {{mention}} » dans la description.',
  'step-keep': 'Ne changez plus rien',
  'step-keep-public': 'Votre compte et votre vidéo doivent rester publics, sans restriction d’âge, jusqu’au dernier relevé.',
  'step-keep-video': 'Ne supprimez pas la vidéo avant le dernier relevé.',
  'steps-until': '{{most}} vidéos au maximum, jusqu’au {{at}}',
  'video-picture': 'Exemple : une vidéo verticale, avec le logo dans la moitié supérieure et le code {{code}} dans la description',
  'video-picture-note': 'Exemple conforme',
  'over-closed': 'Toutes les vues de cette campagne sont attribuées',
  'over-closed-then':
    'Vos gains à ce jour : {{amount}}. Une décision est encore attendue pour les vues en vérification. Vos vidéos et votre compte doivent rester publics jusqu’au dernier relevé.',
  'over-ended': 'Cette campagne est terminée',
  'over-ended-until':
    'Montant bloqué jusqu’au {{at}}, en attendant le dernier relevé : {{amount}}. Vos vidéos et votre compte doivent rester publics jusqu’à cette date.',
  'over-ended-until-late':
    'Montant bloqué jusqu’au {{at}} au plus tard : {{amount}}. Le réseau n’a pas encore transmis ses chiffres définitifs. Vos vidéos et votre compte doivent rester publics jusqu’à cette date.',
  'over-ended-unread-late':
    'Le réseau n’a pas encore transmis ses chiffres définitifs. Les vues qualifiées seront payées le {{at}} au plus tard. Vos vidéos et votre compte doivent rester publics jusqu’à cette date.',
  'over-ended-unread':
    'Les vues obtenues jusqu’à la fin de la campagne doivent encore être relevées ; les vues qualifiées seront payées le {{at}}. Vos vidéos et votre compte doivent rester publics jusqu’à cette date.',
  'over-settled': 'Cette campagne est clôturée',
  'over-settled-then': 'Vos gains ({{amount}}) ont été crédités sur votre solde. Les virements se font depuis la page Solde.',
  'over-withdrawn': 'La marque a retiré cette campagne',
  'over-withdrawn-then':
    'Aucune vue n’a pu être prise en compte lors des derniers relevés : cette campagne ne vous a rien rapporté. D’autres campagnes sont ouvertes.',
  'fix-profile': 'Compléter votre profil',
  'fix-limit': 'Voir vos campagnes',
  'fix-sign-in': 'Se connecter',
} as const
