import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  title: 'Se désinscrire',
  note: 'Avec le lien reçu par e-mail. Vous n’avez pas besoin de vous connecter.',
  lead: '*Appuyez sur le bouton* pour ne plus recevoir ces e-mails.',
  'lead-note': 'Vous retrouverez toutes les informations dans l’application, en appuyant sur la cloche.',
  button: 'Se désinscrire',
  invalid: 'Ce lien *ne permet pas* de vous désinscrire.',
  'invalid-note': 'Rien n’a changé. Depuis votre compte, vous pouvez choisir les e-mails que vous souhaitez recevoir.',
  done: 'Vous ne recevrez plus d’e-mails concernant « {{name}} ».',
  'done-note': 'Vous pouvez les réactiver à tout moment.',
  choose: 'Choisir vos notifications',
}
