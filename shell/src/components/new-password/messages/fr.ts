import type { en } from './en.ts'

export const fr: Record<keyof typeof en, string> = {
  hint: 'De 6 à 128 caractères. Une phrase facile à retenir convient bien.',
  'strength-none': 'Robustesse : au moins 6 caractères',
  'strength-common': 'Robustesse : insuffisante (trop facile à deviner)',
  'strength-weak': 'Robustesse : faible. Allongez le mot de passe.',
  'strength-fair': 'Robustesse : moyenne',
  'strength-strong': 'Robustesse : forte',
}
