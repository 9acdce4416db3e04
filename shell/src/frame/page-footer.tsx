import { Footer } from '@reelfair/ui'
import { useText } from '../messages/index.ts'
import { footerColumns } from './footer-columns.ts'

export function PageFooter() {
  const { t, locale } = useText()
  return <Footer note={t('footer-note')} columns={footerColumns(t, locale)} />
}
