/** The server and the screen must agree on each of these passwords. */
export const EASY_PASSWORDS = [
  ...['password', 'Password2026!', 'motdepasse', 'MotDePasse1', 'bienvenue', 'jetaime', 'princesse', 'administrator', 'azerty123'],
  ...['instagram', 'tiktok', 'reelfair', 'Reelfair_2026', '123456', 'aaaaaaaaaaaa', 'AaAaAa', '121212121212'],
] as const

export const OTHER_PASSWORDS = [
  ...[
    'correct horse',
    'Kéfiro-fridge-41',
    'fjord-lamp',
    'my password is long',
    '2026!Password',
    'princesses de Clèves',
    'dragon902841775306',
  ],
] as const
