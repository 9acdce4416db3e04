/** Where users choose which e-mails they receive. */
export const CHOICES_HREF = '/account#notifications'
