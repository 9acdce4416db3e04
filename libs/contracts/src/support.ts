/** Where people write to a person unless SUPPORT_EMAIL of gateway and payouts names another address. A file of its own, so that screens need no schemas. */
export const DEFAULT_SUPPORT_EMAIL = 'support@reelfair.example'
