import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  title: 'Se connecter par e-mail',
  note: 'Après trop de mots de passe incorrects, un lien vous permet de vous connecter sans attendre.',
  sent: 'Si un compte existe pour cette adresse, nous avons envoyé un lien de connexion à',
  'sent-note':
    'L’e-mail arrive généralement en moins d’une minute. Le lien expire au bout de 15 minutes et ne fonctionne qu’une seule fois.',
  'step-1': 'Ouvrez l’e-mail « Votre lien de connexion » sur l’appareil que vous voulez utiliser.',
  'step-2': 'Ouvrez le lien, puis appuyez sur le bouton. Aucun mot de passe n’est nécessaire.',
  'step-3':
    'Nous reconnaîtrons ensuite cet appareil. Vous pourrez vous y connecter sans attendre, même si d’autres personnes saisissent un mot de passe incorrect.',
  none: 'Toujours rien après deux minutes ? Vérifiez vos courriers indésirables. Si vous avez reçu plusieurs e-mails, utilisez le plus récent.',
  ask: 'Recevoir un lien de connexion',
  'ask-hint': 'L’adresse e-mail de votre compte. Le lien vous connecte sans mot de passe.',
  done: 'Si un compte existe pour cette adresse, un lien de connexion vient d’y être envoyé.',
  back: 'Se connecter avec un mot de passe',
  'enter-title': 'Se connecter',
  'enter-note': 'Avec le lien reçu par e-mail.',
  'enter-lead': '*Appuyez sur le bouton* pour vous connecter sur cet appareil.',
  'enter-lead-note': 'Le lien ne fonctionne qu’une seule fois. Si vous ne l’avez pas demandé, fermez cette page.',
  'enter-button': 'Se connecter',
  dead: 'Ce lien ne fonctionne plus.',
  incomplete: 'Ce lien est incomplet. Copiez-le à nouveau depuis l’e-mail ou demandez-en un autre.',
  'dead-note': 'Un nouvel e-mail arrive en une minute environ. Seul le lien le plus récent fonctionne. Il est valable 15 minutes.',
  failed: 'La connexion a échoué. Veuillez réessayer.',
}
