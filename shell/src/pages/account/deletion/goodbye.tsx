import { ButtonLink, NextStep, Page, Section } from '@reelfair/ui'
import { homePath } from '../../../components/home-path.ts'
import { useText } from './messages/index.ts'

export function Goodbye() {
  const { t, locale } = useText()
  return (
    <Page>
      <Section title={t('gone-title')} level={1}>
        <div role="status">
          <NextStep
            sentence={t('gone-sentence')}
            consequence={t('gone-note')}
            action={<ButtonLink href={homePath(locale)}>{t('gone-home')}</ButtonLink>}
          />
        </div>
      </Section>
    </Page>
  )
}
