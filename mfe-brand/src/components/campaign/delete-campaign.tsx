import type { Campaign } from '@reelfair/contracts'
import { Button, IconButton } from '@reelfair/ui'
import { useViewedBrand } from '@reelfair/web-kit'
import Trash from 'lucide-react/icons/trash-2'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../messages/index.ts'

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }))

/**
 * Only campaigns with no recorded views can be deleted. A brand can request deletion again if the last views could
 * not be read.
 * @source specification §5
 */
const isUntouched = ({ phase, hasViews, deleteRequestedAt }: Campaign) =>
  !hasViews && (deleteRequestedAt === undefined || phase === 'settled')

interface DeleteCampaignProps {
  readonly campaign: Campaign
  /** Called only if the campaign is deleted immediately. */
  readonly onDone?: () => void
  /** If set, a text button with this label replaces the icon button. */
  readonly words?: string
}

export function DeleteCampaign({ campaign, onDone, words }: DeleteCampaignProps) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const isViewed = useViewedBrand() !== undefined
  if (isViewed || !isUntouched(campaign)) return null
  return (
    <>
      {words === undefined ? (
        <IconButton icon={Trash} label={t('delete', { name: campaign.name })} onClick={() => setOpen(true)} />
      ) : (
        <Button onClick={() => setOpen(true)}>{words}</Button>
      )}
      {isOpen && (
        <Suspense>
          <DeleteDialog campaign={campaign} onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}
