import type { Partnership } from '@reelfair/contracts'
import { Dialog } from '@reelfair/ui/rich'
import { useText } from './messages/index.ts'
import { PartnershipGuide } from './partnership-guide.tsx'
import { useBrandName } from './use-brand-name.ts'

export function AcceptedDialog({ partnership, onClose }: { partnership: Partnership; onClose: () => void }) {
  const { t } = useText()
  const brand = useBrandName()(partnership)
  return (
    <Dialog open onClose={onClose} size="page" title={t('accepted-title', { brand })}>
      {/* The pressed button no longer exists, so focus moves to the instructions instead of the close button. */}
      <div className="creator-joined" tabIndex={-1} data-autofocus>
        <PartnershipGuide partnership={partnership} level={3} />
      </div>
    </Dialog>
  )
}
