/** Where people write to a person; shown where only a person helps, and at the foot of the public pages. A file of its own, so that screens need no schemas. */
export const SUPPORT_EMAIL = 'support@reelfair.example'
