import { Footer } from '@reelfair/ui'
import { useText } from '../messages/index.ts'

export function PageFooter() {
  const { t } = useText()
  return (
    <Footer
      note={t('footer-note')}
      columns={[
        {
          title: t('footer-brands'),
          links: [
            { href: '/#how', label: t('nav-how') },
            { href: '/#prices', label: t('nav-prices') },
          ],
        },
        {
          title: t('footer-creators'),
          links: [
            { href: '/signup?role=creator', label: t('footer-earn') },
            { href: '/#receipt', label: t('nav-receipt') },
          ],
        },
        {
          title: t('footer-reelfair'),
          links: [
            { href: '/#bar', label: t('footer-bar') },
            { href: '/#questions', label: t('nav-questions') },
            { href: '/login', label: t('sign-in') },
            { href: '/privacy', label: t('privacy') },
            { href: '/terms', label: t('terms') },
            { href: '/contact', label: t('contact') },
          ],
        },
      ]}
    />
  )
}
