/**
 * SUPPORT_EMAIL overrides this default in the gateway and the payouts service. Screens can load this file without the
 * schemas.
 */
export const DEFAULT_SUPPORT_EMAIL = 'support@reelfair.example'
