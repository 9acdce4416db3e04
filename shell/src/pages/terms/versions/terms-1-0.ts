import type { LegalDocument } from '../../../components/legal-text/legal-text.tsx'

/** Version 1.0, as accepted by users from 23 August 2025. Never change this text: it is evidence. */
export const TERMS_1_0: Readonly<Record<'en' | 'fr', LegalDocument>> = {
  en: {
    lead: 'What brands, creators and Reelfair promise each other: what a view is, what it costs and earns, who decides, and what is kept.',
    parts: [
      {
        id: 'people',
        title: 'Who takes part',
        groups: [
          {
            clauses: [
              'Reelfair is for professionals, aged 18 or more. Amounts exclude tax.',
              'An account belongs to one person or company. It opens once its e-mail address is confirmed, and whoever holds its password acts for it.',
              'Whoever registers a brand may bind the company and enters accurate data. Without this registration a brand can neither buy credits nor start a campaign.',
              'A creator proves with a code in the bio that a social account is theirs: 3 accounts and 10 attempts per network at most. The code is valid for 24 hours. A verified account is one creator’s only.',
              'These terms are accepted at sign-up, and by a brand once more for its company. We keep the date and time, the version and the IP address, as evidence.',
            ],
          },
        ],
      },
      {
        id: 'credits',
        title: 'View credits',
        groups: [
          {
            clauses: [
              'One credit buys one qualified view. Views that do not qualify cost nothing, and each says why.',
              'Credits are sold in packages, from 0.25 € per 1,000 views, at the prices of the start page, excluding tax. They are paid once, at Stripe; nothing renews by itself.',
              'Credits are a brand’s as soon as Stripe confirms the payment.',
              'Credits do not expire and are not refunded in money. What a campaign does not use comes back as credits.',
            ],
          },
        ],
      },
      {
        id: 'campaign-legal',
        title: 'Campaign terms',
        groups: [
          {
            title: 'The campaign',
            clauses: [
              'A campaign asks for 1,000 to 500,000 views and sets aside one credit for each. If credits are missing it does not start, and says how many.',
              'It runs for 7 or 30 days from the moment its credits are set aside. Whoever joins later has the time that is left. It ends before its time in the night in which its whole goal is charged.',
              'It is completed when its goal was reached, and expired otherwise. Creators keep what they earned in both cases. Credits that it did not use return to the brand after the final checks.',
              'A brand may rename a campaign at any time. It may delete it while no view of it is known: if nobody has joined, it is gone and its credits return at once. If creators have joined, it ends at that moment; what they brought until then is still read, checked and paid, and it goes only if that is nothing.',
            ],
          },
          {
            title: 'Joining',
            clauses: [
              'A creator joins with one verified account of the campaign’s network, once per campaign, and runs in 5 campaigns at most. The account cannot be changed afterwards.',
              'The audience’s language and the category of the content are those the campaign asks for. On Instagram the account has 5,000 average views at least. What is not known yet is judged once the account’s statistics have been refreshed. Whoever cannot join reads all the reasons.',
              'The terms are kept with your sign-up as they stand now: rate, goal, how long videos count. A later change does not touch them.',
            ],
          },
          {
            title: 'The video',
            clauses: [
              'Only short upright videos count: Reels, TikTok videos and Shorts, 3 minutes at most, published after the sign-up.',
              'The brand’s logo stands in the upper half of the picture and takes at least 6% of it: 124,416 px² of 1080 × 1920. A logo that moves is a film of 15 seconds at least, so the video that shows it lasts as long.',
              'The description holds the code given with the sign-up, before any other campaign’s code, and “Commercial collaboration” or the network’s paid-partnership label.',
              'The campaign’s link stands in the bio throughout. Account and video stay public and without age restriction, and the video is not deleted.',
              'The brand may share your video again for 30 days.',
            ],
          },
          {
            title: 'Qualified views',
            clauses: [
              'Views are read every night between 00:00 and 01:00, Paris, once more at the campaign’s end and a last time 48 hours after it. Every reading is kept as it was.',
              'Views count from the sign-up to the campaign’s end, those of one video for 14 days at most after it was first found, unless the sign-up says another number of days.',
              'Qualified views are all views, less those excluded and those in review. What has qualified is never taken back: not by a figure that falls, a later fault or a deletion.',
            ],
          },
          {
            title: 'Excluded views',
            clauses: [
              'Fraud, a private account, an age restriction or a deleted video invalidates views. Each view that does not count says why.',
              'A fault found at a reading excludes the views since the reading before, and all further ones up to the reading that finds it mended. From then on views count again; what was excluded stays excluded.',
            ],
            table: {
              caption: 'Why views are excluded, and what mends it',
              heads: ['Reason', 'What mends it'],
              rows: [
                [
                  'This campaign’s code is missing in the description, or another campaign’s code stands before it.',
                  'Put the code into the video’s description, before any other campaign’s code.',
                ],
                [
                  'The mention “Commercial collaboration” is missing.',
                  'Write “Commercial collaboration” into the description, or switch on the network’s paid-partnership label.',
                ],
                ['The logo is not to be seen.', 'Publish a video that shows the campaign’s logo.'],
                [
                  'The logo is too small: less than 6% of the picture.',
                  'Publish a video in which the logo takes at least 6% of the picture.',
                ],
                ['The logo is not in the upper half.', 'Publish a video in which the logo stands in the upper half.'],
                ['The campaign’s link is not in the bio.', 'Put the campaign’s link into your bio.'],
                ['The account or the video is private.', 'Make the account and the video public.'],
                ['The account or the video is restricted by age.', 'Lift the age restriction.'],
                ['The video was deleted.', 'Publish a new video with the code.'],
                ['It is not a short upright video.', 'Publish an upright video of 3 minutes at most.'],
                ['It was published before the sign-up.', 'Publish a video after signing up.'],
                ['These views do not look as if people had made them.', 'If you see it differently, please contact support.'],
              ],
            },
          },
          {
            title: 'Views in review',
            clauses: [
              'Two things wait for a person: growth that does not look human, and a logo that could not be told. Meanwhile such views are neither charged nor paid.',
              'An administrator of Reelfair decides both. The brand may say yes to its logo before that, and never no. Creator and brand read who decided, when and why.',
              'Without a decision within 72 hours, or at the final checks if they come first, this applies: a logo that could not be told counts for the creator; growth that does not look human is excluded.',
            ],
          },
          {
            title: 'Who gets the views',
            clauses: [
              'Every night at 02:00, Paris, the views of a campaign are granted to all its sign-ups together. If they ask for more than the goal has left, it is shared in proportion to what each asks for. What remains after whole views goes to the largest remainders, and between equal ones to the earlier sign-up.',
              'Granted views that are in review are reserved. Once a review says yes they are charged; once it says no they are free again for everybody. When all views are charged or reserved, sign-ups close. Views beyond the goal are neither charged nor paid.',
            ],
          },
          {
            title: 'Pay',
            clauses: [
              'A campaign pays 0.10 € per 1,000 qualified views that were granted. That is half of the standard rate of 0.20 €, for the time being. A campaign keeps the rate of the day on which it was made.',
              'Pay is reckoned from all granted views since the beginning and rounded down to the cent, never from parts that were rounded. The receipt shows the sum, and can be recomputed from the readings.',
            ],
          },
        ],
      },
      {
        id: 'money',
        title: 'Earnings and transfers',
        groups: [
          {
            clauses: [
              'What a campaign earns grows each night. After its end it is held for the final checks, 48 hours, and a day longer at most if figures come late. Then it is available.',
              'Creators are paid on an account of their own at Stripe, in the countries that Stripe supports. Until it is active, what is available waits, without limit.',
              'A transfer takes 1.00 € at least, and the creator asks for it. A transfer that fails or is taken back is available again.',
              'All amounts exclude tax. VAT not applicable (franchise en base) to what creators are paid.',
            ],
          },
        ],
      },
      {
        id: 'partnerships',
        title: 'Partnerships',
        groups: [
          {
            clauses: [
              'A brand’s invitation to one creator stands on that creator’s dashboard. Accepting one is not possible yet: until it is, each expires. From then on, this holds.',
              'An invitation sets aside the credits of its goal and is valid for 24 hours. Refused or expired, its credits return to the brand.',
              'A partnership runs for 7 days from its beginning. It pays 0.20 € per 1,000 views of its goal, by how much of the goal was reached; at 100% it is paid at once.',
            ],
            table: {
              caption: 'What a partnership pays',
              heads: ['Goal reached', 'Pays the creator', 'Credits that return'],
              rows: [
                ['below 25%', '0%', '100%'],
                ['25% to 49.99%', '25%', '75%'],
                ['50% to 74.99%', '50%', '50%'],
                ['75% to 99.99%', '75%', '25%'],
                ['100% or more', '100%', '0%'],
              ],
            },
          },
        ],
      },
      {
        id: 'fraud',
        title: 'Fraud and breaches',
        groups: [
          {
            clauses: [
              'Views that are bought, exchanged or made by programs, and accounts under a false identity, are fraud. Such views are excluded.',
              'A serious breach of these terms can cancel the payment of what it concerns and suspend the account. Whoever it concerns is told why and can answer.',
              'Reelfair’s liability is limited to the payments of the last 6 months.',
            ],
          },
        ],
      },
      {
        id: 'kept',
        title: 'What is kept, and for how long',
        groups: [
          {
            clauses: [
              'Readings, videos and reviews are kept for 24 months after the end that was planned for the sign-up.',
              'Security logs, attempts at verification among them, are kept for 12 months.',
              'Invoices, and the entries of the accounts that they rest on, are kept for 10 years.',
              'A session ends after 14 days without use, after 30 days in any case. Mails that were sent, and logos that neither a campaign nor a draft uses, are removed after 30 days.',
              'Cards and bank details are entered at Stripe alone. They never reach Reelfair.',
            ],
          },
        ],
      },
      {
        id: 'changes',
        title: 'Changes and contact',
        groups: [
          {
            clauses: [
              'New terms are published on this page, with a version of their own, and take effect 15 days later.',
              'A person answers within about 2 working days:',
            ],
            contact: true,
          },
        ],
      },
    ],
  },
  fr: {
    lead: 'Ce que marques, créateurs et Reelfair se promettent : ce qu’est une vue, ce qu’elle coûte et rapporte, qui décide, et ce qui est conservé.',
    parts: [
      {
        id: 'people',
        title: 'Qui participe',
        groups: [
          {
            clauses: [
              'Reelfair est réservé aux professionnels de 18 ans ou plus. Montants hors taxes.',
              'Un compte appartient à une seule personne ou société. Il s’ouvre une fois son adresse e-mail confirmée, et quiconque détient son mot de passe agit pour lui.',
              'Quiconque inscrit une marque peut engager la société et saisit des données exactes. Sans cette inscription, une marque ne peut ni acheter de crédits ni lancer de campagne.',
              'Un créateur prouve par un code dans la bio qu’un compte social est à lui : 3 comptes et 10 essais au plus par réseau. Le code est valable 24 heures. Un compte vérifié n’est qu’à un seul créateur.',
              'Ces conditions sont acceptées à l’inscription, et par une marque une fois encore pour sa société. Nous conservons la date et l’heure, la version et l’adresse IP, comme preuve.',
            ],
          },
        ],
      },
      {
        id: 'credits',
        title: 'Crédits de vues',
        groups: [
          {
            clauses: [
              'Un crédit achète une vue qualifiée. Les vues qui ne le sont pas ne coûtent rien, et chacune dit pourquoi.',
              'Les crédits se vendent en forfaits, dès 0,25 € pour 1 000 vues, aux prix de la page d’accueil, hors taxes. Ils se paient une fois, chez Stripe ; rien ne se renouvelle tout seul.',
              'Les crédits sont à la marque dès que Stripe confirme le paiement.',
              'Les crédits n’expirent pas et ne sont pas remboursés en argent. Ce qu’une campagne n’utilise pas revient en crédits.',
            ],
          },
        ],
      },
      {
        id: 'campaign-legal',
        title: 'Conditions des campagnes',
        groups: [
          {
            title: 'La campagne',
            clauses: [
              'Une campagne demande de 1 000 à 500 000 vues et réserve un crédit pour chacune. S’il manque des crédits, elle ne démarre pas, et dit combien.',
              'Elle dure 7 ou 30 jours à partir du moment où ses crédits sont réservés. Qui la rejoint plus tard a le temps qui reste. Elle finit avant son terme la nuit où tout son objectif est facturé.',
              'Elle est terminée quand son objectif est atteint, sinon expirée. Dans les deux cas, les créateurs gardent ce qu’ils ont gagné. Les crédits qu’elle n’a pas utilisés reviennent à la marque après les derniers contrôles.',
              'Une marque peut renommer une campagne à tout moment. Elle peut la supprimer tant qu’aucune de ses vues n’est connue : si personne n’y participe, elle disparaît et ses crédits reviennent aussitôt. Si des créateurs y participent, elle finit à cet instant ; ce qu’ils ont apporté jusque-là est encore relevé, contrôlé et payé, et elle ne disparaît que si ce n’est rien.',
            ],
          },
          {
            title: 'Participer',
            clauses: [
              'Un créateur participe avec un seul compte vérifié sur le réseau de la campagne, une fois par campagne, et à 5 campagnes en cours au plus. Le compte ne peut plus être changé ensuite.',
              'La langue de l’audience et la catégorie des contenus sont celles que demande la campagne. Sur Instagram, le compte a au moins 5 000 vues moyennes. Ce qui n’est pas encore connu est jugé une fois les statistiques du compte actualisées. Qui ne peut pas participer en lit toutes les raisons.',
              'Les conditions sont conservées avec votre inscription telles qu’elles sont maintenant : tarif, objectif, durée de comptage. Un changement ultérieur n’y touche pas.',
            ],
          },
          {
            title: 'La vidéo',
            clauses: [
              'Seules comptent les courtes vidéos verticales : Reels, vidéos TikTok et Shorts, de 3 minutes au plus, publiées après l’inscription.',
              'Le logo de la marque se trouve dans la moitié supérieure de l’image et en occupe au moins 6 % : 124 416 px² pour 1080 × 1920. Un logo animé est un film de 15 secondes au moins, donc la vidéo qui le montre dure autant.',
              'La description contient le code reçu à l’inscription, avant celui de toute autre campagne, et « Collaboration commerciale » ou le label de partenariat rémunéré du réseau.',
              'Le lien de la campagne figure dans la bio du début à la fin. Le compte et la vidéo restent publics et sans limite d’âge, et la vidéo n’est pas supprimée.',
              'La marque peut repartager votre vidéo pendant 30 jours.',
            ],
          },
          {
            title: 'Vues qualifiées',
            clauses: [
              'Les vues sont relevées chaque nuit entre 00:00 et 01:00, heure de Paris, une fois de plus à la fin de la campagne et une dernière fois 48 heures après. Chaque relevé est conservé tel quel.',
              'Les vues comptent de l’inscription à la fin de la campagne, celles d’une vidéo pendant 14 jours au plus après qu’elle a été repérée, sauf si l’inscription dit un autre nombre de jours.',
              'Les vues qualifiées sont toutes les vues, moins celles qui sont exclues et celles en vérification. Ce qui est qualifié n’est jamais repris : ni par un chiffre qui baisse, ni par un défaut ultérieur, ni par une suppression.',
            ],
          },
          {
            title: 'Vues exclues',
            clauses: [
              'La fraude, un compte privé, une limite d’âge ou une vidéo supprimée annulent des vues. Chaque vue qui ne compte pas dit pourquoi.',
              'Un défaut constaté à un relevé exclut les vues depuis le relevé précédent, et toutes les suivantes jusqu’au relevé qui le trouve corrigé. Dès lors les vues comptent de nouveau ; ce qui a été exclu le reste.',
            ],
            table: {
              caption: 'Pourquoi des vues sont exclues, et ce qui y remédie',
              heads: ['Motif', 'Ce qui y remédie'],
              rows: [
                [
                  'Le code de cette campagne manque dans la description, ou celui d’une autre campagne le précède.',
                  'Ajoutez le code dans la description de la vidéo, avant celui de toute autre campagne.',
                ],
                [
                  'La mention « Collaboration commerciale » manque.',
                  'Écrivez « Collaboration commerciale » dans la description, ou activez le label de partenariat rémunéré du réseau.',
                ],
                ['Le logo n’est pas visible.', 'Publiez une vidéo qui montre le logo de la campagne.'],
                ['Le logo est trop petit : moins de 6 % de l’image.', 'Publiez une vidéo où le logo occupe au moins 6 % de l’image.'],
                ['Le logo n’est pas dans la moitié supérieure.', 'Publiez une vidéo où le logo se trouve dans la moitié supérieure.'],
                ['Le lien de la campagne n’est pas dans la bio.', 'Mettez le lien de la campagne dans votre bio.'],
                ['Le compte ou la vidéo est privé.', 'Rendez le compte et la vidéo publics.'],
                ['Le compte ou la vidéo est soumis à une limite d’âge.', 'Levez la limite d’âge.'],
                ['La vidéo a été supprimée.', 'Publiez une nouvelle vidéo avec le code.'],
                ['Ce n’est pas une courte vidéo verticale.', 'Publiez une vidéo verticale de 3 minutes au plus.'],
                ['Elle a été publiée avant l’inscription.', 'Publiez une vidéo après l’inscription.'],
                ['Ces vues ne semblent pas provenir de personnes réelles.', 'Si vous n’êtes pas d’accord, contactez l’assistance.'],
              ],
            },
          },
          {
            title: 'Vues en vérification',
            clauses: [
              'Deux choses attendent une personne : une croissance qui ne semble pas humaine, et un logo qui n’a pas pu être reconnu. D’ici là, ces vues ne sont ni facturées ni payées.',
              'Un administrateur de Reelfair décide des deux. La marque peut dire oui à son logo avant cela, jamais non. Le créateur et la marque lisent qui a décidé, quand et pourquoi.',
              'Sans décision sous 72 heures, ou aux derniers contrôles s’ils viennent avant, il est retenu ceci : un logo non reconnu compte pour le créateur ; une croissance qui ne semble pas humaine est exclue.',
            ],
          },
          {
            title: 'À qui vont les vues',
            clauses: [
              'Chaque nuit à 02:00, heure de Paris, les vues d’une campagne sont attribuées à toutes ses inscriptions ensemble. Si elles demandent plus que ce qui reste de l’objectif, ce reste est partagé en proportion de ce que chacune demande. Ce qui dépasse des vues entières va aux plus grands restes et, à égalité, à l’inscription la plus ancienne.',
              'Les vues attribuées qui sont en vérification sont réservées. Si la vérification dit oui, elles sont facturées ; si elle dit non, elles sont de nouveau libres pour tous. Quand toutes les vues sont facturées ou réservées, les inscriptions ferment. Les vues au-delà de l’objectif ne sont ni facturées ni payées.',
            ],
          },
          {
            title: 'Tarif',
            clauses: [
              'Une campagne paie 0,10 € pour 1 000 vues qualifiées et attribuées. C’est, pour le moment, la moitié du tarif normal de 0,20 €. Une campagne garde le tarif du jour de sa création.',
              'Le montant est calculé sur toutes les vues attribuées depuis le début et arrondi au centime inférieur, jamais sur des parts arrondies. Le reçu montre le calcul, et peut être recalculé à partir des relevés.',
            ],
          },
        ],
      },
      {
        id: 'money',
        title: 'Gains et virements',
        groups: [
          {
            clauses: [
              'Ce qu’une campagne rapporte augmente chaque nuit. Après sa fin, c’est retenu pour les derniers contrôles, 48 heures, et un jour de plus au maximum si des chiffres tardent. Puis c’est disponible.',
              'Les créateurs sont payés sur un compte à leur nom chez Stripe, dans les pays que Stripe prend en charge. Tant qu’il n’est pas actif, ce qui est disponible attend, sans limite.',
              'Un virement est de 1,00 € au moins, et c’est le créateur qui le demande. Un virement qui échoue ou qui est repris redevient disponible.',
              'Tous les montants sont hors taxes. TVA non applicable (franchise en base) sur ce qui est payé aux créateurs.',
            ],
          },
        ],
      },
      {
        id: 'partnerships',
        title: 'Partenariats',
        groups: [
          {
            clauses: [
              'L’invitation d’une marque à un créateur figure sur le tableau de bord de celui-ci. L’accepter n’est pas encore possible : d’ici là, chacune expire. Ensuite, ceci s’applique.',
              'Une invitation réserve les crédits de son objectif et vaut 24 heures. Refusée ou expirée, ses crédits reviennent à la marque.',
              'Un partenariat dure 7 jours à partir de son début. Il paie 0,20 € pour 1 000 vues de son objectif, selon la part atteinte ; à 100 % il est payé aussitôt.',
            ],
            table: {
              caption: 'Ce que paie un partenariat',
              heads: ['Objectif atteint', 'Payé au créateur', 'Crédits rendus'],
              rows: [
                ['moins de 25 %', '0 %', '100 %'],
                ['de 25 % à 49,99 %', '25 %', '75 %'],
                ['de 50 % à 74,99 %', '50 %', '50 %'],
                ['de 75 % à 99,99 %', '75 %', '25 %'],
                ['100 % ou plus', '100 %', '0 %'],
              ],
            },
          },
        ],
      },
      {
        id: 'fraud',
        title: 'Fraude et manquements',
        groups: [
          {
            clauses: [
              'Les vues achetées, échangées ou produites par des programmes, et les comptes sous une fausse identité, sont une fraude. Ces vues sont exclues.',
              'Un manquement grave à ces conditions peut annuler le paiement de ce qu’il concerne et suspendre le compte. La personne concernée en lit la raison et peut y répondre.',
              'La responsabilité de Reelfair est limitée aux paiements des 6 derniers mois.',
            ],
          },
        ],
      },
      {
        id: 'kept',
        title: 'Ce qui est conservé, et combien de temps',
        groups: [
          {
            clauses: [
              'Les relevés, vidéos et vérifications sont conservés 24 mois après la fin prévue pour l’inscription.',
              'Les journaux de sécurité, dont les essais de vérification de compte, sont conservés 12 mois.',
              'Les factures, et les écritures comptables sur lesquelles elles reposent, sont conservées 10 ans.',
              'Une session se termine après 14 jours sans usage, après 30 jours dans tous les cas. Les e-mails envoyés, et les logos que n’utilise ni campagne ni brouillon, sont supprimés après 30 jours.',
              'Les cartes et coordonnées bancaires se saisissent chez Stripe seul. Elles ne parviennent jamais à Reelfair.',
            ],
          },
        ],
      },
      {
        id: 'changes',
        title: 'Changements et contact',
        groups: [
          {
            clauses: [
              'De nouvelles conditions sont publiées sur cette page, avec leur propre version, et prennent effet 15 jours plus tard.',
              'Une personne répond sous 2 jours ouvrés environ :',
            ],
            contact: true,
          },
        ],
      },
    ],
  },
}
