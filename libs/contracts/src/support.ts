/**
 * SUPPORT_EMAIL overrides this default in the gateway and the payouts service. In its own file so that screens can load
 * it without the schemas.
 */
export const DEFAULT_SUPPORT_EMAIL = 'support@reelfair.example'
