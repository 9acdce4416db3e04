import { Page, Section, TextLink } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'
import { CampaignForm } from './campaign-form.tsx'

/** Where a brand asks for a campaign. */
export function NewCampaignPage() {
  const { t } = useText()
  usePage(t('new-title'))
  return (
    <Page>
      <Section title={t('new-title')} level={1} note={t('new-note')} link={<TextLink href="/brand-dashboard">{t('new-cancel')}</TextLink>}>
        <CampaignForm />
      </Section>
    </Page>
  )
}
