import type { Locale } from '@reelfair/contracts'
import type { SignUpRole } from '../components/auth-page-link.ts'
import { homePath } from '../components/home-path.ts'
import type { en } from '../messages/en.ts'

/**
 * The columns of the footer, for the shell and the landing page.
 * @param side of the landing page, which its links keep
 */
export function footerColumns(t: (key: keyof typeof en) => string, locale: Locale, side?: SignUpRole) {
  return [
    {
      title: t('footer-brands'),
      links: [
        { href: homePath(locale, 'brand', 'how'), label: t('nav-how') },
        { href: homePath(locale, 'brand', 'prices'), label: t('nav-prices') },
      ],
    },
    {
      title: t('footer-creators'),
      links: [
        { href: '/signup?role=creator', label: t('footer-earn') },
        { href: homePath(locale, 'creator', 'receipt'), label: t('nav-receipt') },
      ],
    },
    {
      title: t('footer-reelfair'),
      links: [
        { href: homePath(locale, 'brand', 'bar'), label: t('footer-bar') },
        { href: homePath(locale, side ?? 'brand', 'questions'), label: t('nav-questions') },
        { href: side ? `/login?role=${side}` : '/login', label: t('sign-in') },
        { href: '/privacy', label: t('privacy') },
        { href: '/terms', label: t('terms') },
        { href: side ? `/contact?topic=${side}` : '/contact', label: t('contact') },
      ],
    },
  ]
}
