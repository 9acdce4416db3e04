import type { PublicCampaign } from '@reelfair/contracts'
import { categoryLabel } from '@reelfair/contracts/categories'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { useText } from '../../messages/index.ts'

export function AudienceLine({ campaign: { category, language, zones, network } }: { campaign: PublicCampaign }) {
  const { t, locale } = useText()
  const parts = [
    categoryLabel(category, locale),
    t(language ? `audience-${language}` : 'audience-any'),
    ...zones.map((zone) => t(`zone-${zone}`)),
    NETWORK_NAMES[network],
  ]
  return <p className="rf-note">{parts.join('\u00a0· ')}</p>
}
