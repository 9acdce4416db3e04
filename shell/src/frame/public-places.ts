/** Links in the account menu and in the footer for signed-in users. @source specification §2 */
export const PUBLIC_PLACES = [
  ['/privacy', 'privacy'],
  ['/terms', 'terms'],
  ['/contact', 'contact'],
] as const
