import { DEFAULT_SUPPORT_EMAIL } from '@reelfair/contracts/support'

/**
 * Where people write to a person, as the gateway wrote it into the page; the default where a development server serves the page.
 * @example <TextLink href={`mailto:${supportEmail()}`}>{t('contact')}</TextLink>
 */
export function supportEmail(): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content
  return written?.includes('@') ? written : DEFAULT_SUPPORT_EMAIL
}
