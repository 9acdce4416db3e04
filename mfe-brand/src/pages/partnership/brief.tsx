import type { Partnership } from '@reelfair/contracts'
import { shownLink } from '@reelfair/contracts/text'
import { Section } from '@reelfair/ui'
import { CampaignFrame } from '../../components/campaign/campaign-frame.tsx'
import { useText } from './messages/index.ts'

/** What the invitation asked for. */
export function Brief({ partnership: { logo, link, caption } }: { partnership: Partnership }) {
  const { t } = useText()
  return (
    <Section title={t('brief-title')} note={t('brief-note')}>
      <div className="brand-partnership-brief">
        <CampaignFrame logo={logo} />
        <dl>
          <dt>{t('brief-link')}</dt>
          <dd>
            <bdi className="brand-link">{shownLink(link)}</bdi>
          </dd>
          <dt>{t('brief-caption')}</dt>
          <dd className="brand-partnership-caption">
            <bdi>{caption}</bdi>
          </dd>
        </dl>
      </div>
    </Section>
  )
}
