const WORDS = new Set(
  (
    'password passw0rd motdepasse qwerty qwertyuiop azerty azertyuiop 123456 654321 123123 111111 000000 abc123 abcdef iloveyou jetaime ' +
    'letmein welcome bienvenue bonjour admin administrator monkey dragon football soleil doudou chouchou loulou sunshine princess ' +
    'princesse master superman batman trustno1 reelfair instagram tiktok youtube'
  ).split(' '),
)

/**
 * Whether a password is too easy to guess: it repeats one or two characters or is a common word, even if up to eight
 * digits and symbols follow it. A short list, so that pages load fast; the identity service also refuses other
 * common passwords.
 * @example isEasyPassword('MotDePasse2026!') // true
 */
export function isEasyPassword(password: string): boolean {
  const typed = password.normalize('NFC').toLowerCase()
  return WORDS.has(typed) || WORDS.has(typed.replace(/\P{L}{1,8}$/u, '')) || new Set(typed).size < 3
}
