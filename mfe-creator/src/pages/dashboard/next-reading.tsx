import { formatCount, formatDateTime } from '@reelfair/ui'
import { useReadings } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'

export function NextReading({ observed }: { observed: number }) {
  const { t, locale } = useText()
  const readings = useReadings()
  if (!readings.data) return null
  const at = formatDateTime(readings.data.nextAt, locale)
  return <p className="rf-note creator-part-read">{t('part-read', { views: formatCount(observed, locale), at })}</p>
}
