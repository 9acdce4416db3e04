import type { Locale } from '@reelfair/contracts'
import { homePath } from '../components/home-path.ts'
import type { en } from '../messages/en.ts'

/** The columns of the footer, for the shell and the landing page. */
export function footerColumns(t: (key: keyof typeof en) => string, locale: Locale) {
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
        { href: homePath(locale, 'brand', 'questions'), label: t('nav-questions') },
        { href: '/login', label: t('sign-in') },
        { href: '/privacy', label: t('privacy') },
        { href: '/terms', label: t('terms') },
        { href: '/contact', label: t('contact') },
      ],
    },
  ]
}
