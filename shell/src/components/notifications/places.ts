/** Where users choose what reaches them by e-mail. */
export const CHOICES_HREF = '/account#notifications'
