import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  'guide-title': 'Guide du créateur',
  'guide-lead': 'Comment réaliser une vidéo dont les vues comptent, et quand vous êtes payé.',
  'guide-examples': 'Une vidéo conforme et une vidéo non conforme',
  'guide-right': 'Cette vidéo compte',
  'guide-right-alt':
    'Une vidéo verticale avec le logo dans sa moitié supérieure. La description contient le code et la mention « {{mention}} ».',
  'guide-right-why': 'Le logo est grand et placé dans la moitié supérieure. La description contient le code et la mention.',
  'guide-wrong': 'Cette vidéo ne compte pas',
  'guide-wrong-alt': 'Une vidéo verticale avec un petit logo. La description ne contient ni le code ni la mention.',
  'guide-wrong-why':
    'Le logo est trop petit, et la description ne contient ni le code ni la mention. Un seul de ces défauts suffit à exclure les vues.',
  'guide-wrong-text': 'Mon nouveau petit déjeuner !',
  'guide-start': 'Avant de filmer',
  'guide-start-account':
    'Faites vérifier un compte sur un réseau social : connectez-le, si le réseau le propose, ou mettez notre code dans sa bio, que nous vérifions en moins de deux minutes.',
  'guide-start-join':
    'Participez à une campagne avec ce compte, ou acceptez l’invitation d’une marque. Les vidéos publiées avant votre inscription, ou avant le début du partenariat, ne comptent pas.',
  'guide-start-link': 'Mettez le lien de la campagne dans la bio du compte et laissez-le jusqu’à la fin de la campagne.',
  'guide-film': 'Filmer et publier',
  'guide-film-code':
    'Mettez votre code, par exemple {{code}}, dans la description : c’est ainsi que nous trouvons la vidéo. Si la description en contient plusieurs, c’est le premier associé à une participation ou à un partenariat qui compte.',
  'guide-film-most': 'Pour chaque participation, seules les {{most}} premières vidéos que nous trouvons sont prises en compte.',
  'guide-mention': 'La mention publicitaire sur chaque réseau',
  'guide-mention-note': 'La loi vous oblige à signaler qu’une vidéo est une publicité.',
  'guide-excluded': 'Pourquoi des vues sont exclues',
  'guide-excluded-note':
    'Une fois le défaut corrigé, les vues comptent à nouveau à partir du relevé suivant. Les vues déjà exclues le restent.',
  'guide-excluded-why': 'Motif',
  'guide-excluded-fix': 'Comment y remédier',
  'guide-read': 'Quand les vues sont relevées',
  'guide-read-review':
    'Les vues qui semblent automatisées et les logos que nous ne reconnaissons pas restent en vérification en attendant une décision. Vous pouvez consulter chaque décision et son motif.',
  'guide-read-default':
    'Sans décision sous {{hours}}, ou avant le dernier relevé s’il a lieu plus tôt, les vues qui semblent automatisées sont exclues, et celles des vidéos dont nous ne reconnaissons pas le logo comptent.',
  'guide-read-default-later':
    'Sans décision dans le délai prévu, et au plus tard avant le dernier relevé, les vues qui semblent automatisées sont exclues, et celles des vidéos dont nous ne reconnaissons pas le logo comptent.',
  'guide-read-last':
    'Un dernier relevé a lieu après la fin de la campagne : d’ici là, ne supprimez pas la vidéo et laissez-la publique, tout comme le compte.',
  'guide-pay': 'Quand vous êtes payé',
  'guide-pay-failed': 'Les tarifs n’ont pas pu être chargés.',
  'guide-pay-campaign': 'Campagnes : {{rate}} pour 1 000 vues qualifiées. Le total est arrondi au centime inférieur.',
  'guide-pay-partnership':
    'Partenariats : {{rate}} pour 1 000 vues de l’objectif, s’il est atteint. En dessous de 25 % de l’objectif, rien n’est payé ; à partir de 25 %, de 50 % ou de 75 %, c’est la part correspondante qui est payée.',
  'guide-pay-when':
    'Les gains sont bloqués jusqu’au dernier relevé. Ils deviennent disponibles à {{time}}, heure de Paris, deux jours après la fin de la campagne, ou trois jours si elle se termine après {{time}}. Si un réseau ne répond pas, ce délai peut être prolongé de quatre jours au plus. Votre page d’accueil indique la date exacte.',
  'guide-pay-transfer': 'Vous pouvez virer votre solde à partir de {{minimum}}, une fois votre compte Stripe actif.',
  'guide-pay-balance': 'Voir votre solde',
  'guide-terms': 'Lire les Conditions',
}
