import { Footer, FooterLine } from '@reelfair/ui'
import { useText } from '../messages/index.ts'
import { footerColumns } from './footer-columns.ts'
import { PUBLIC_PLACES } from './public-places.ts'

export function VisitorFooter() {
  const { t, locale } = useText()
  return <Footer note={t('footer-note')} columns={footerColumns(t, locale)} />
}

export function UserFooter() {
  const { t } = useText()
  const links = PUBLIC_PLACES.map(([href, label]) => ({ href, label: t(label) }))
  return <FooterLine note={t('footer-note')} label={t('footer-reelfair')} links={links} />
}
