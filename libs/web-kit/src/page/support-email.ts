import { DEFAULT_SUPPORT_EMAIL } from '@reelfair/contracts/support'

/**
 * Returns the support address that the gateway wrote into the page, or the default on a development server.
 * @example <TextLink href={`mailto:${supportEmail()}`}>{t('contact')}</TextLink>
 */
export function supportEmail(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content
  return written?.includes('@') ? written : DEFAULT_SUPPORT_EMAIL
}
