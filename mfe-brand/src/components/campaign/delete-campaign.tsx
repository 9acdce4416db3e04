import type { Campaign } from '@reelfair/contracts'
import { IconButton } from '@reelfair/ui'
import Trash from 'lucide-react/icons/trash-2'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../messages/index.ts'

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }))

/** Nobody has brought it a view, and nobody's last figures are still to come: only such a campaign may go. The service has the last word. @source specification §5 */
const isUntouched = ({ actualViews, reservedViews, observedViews, phase, signUps }: Campaign) =>
  actualViews + reservedViews + observedViews === 0 && !(phase === 'ended' && signUps > 0)

/** Deletes a campaign that has no view yet, after a question; nothing for all others. */
export function DeleteCampaign({ campaign, onDone }: { campaign: Campaign; onDone?: () => void }) {
  const { t } = useText()
  const [isAsked, setAsked] = useState(false)
  if (!isUntouched(campaign)) return null
  return (
    <>
      <IconButton icon={Trash} label={t('delete', { name: campaign.name })} onClick={() => setAsked(true)} />
      {isAsked && (
        <Suspense>
          <DeleteDialog campaign={campaign} onClose={() => setAsked(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}
