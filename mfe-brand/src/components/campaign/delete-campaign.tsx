import type { Campaign } from '@reelfair/contracts'
import { Button, IconButton } from '@reelfair/ui'
import Trash from 'lucide-react/icons/trash-2'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../messages/index.ts'

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }))

/**
 * Whether a campaign has no known views: only such a campaign can be deleted. The brand can request deletion once, and
 * a second time if the last views could not be read. The service makes the final decision.
 * @source specification §5
 */
const isUntouched = ({ phase, hasViews, deleteRequestedAt }: Campaign) =>
  !hasViews && (deleteRequestedAt === undefined || phase === 'settled')

interface DeleteCampaignProps {
  readonly campaign: Campaign
  /** Called if the campaign was deleted immediately. */
  readonly onDone?: () => void
  /** Label for a text button that replaces the icon. */
  readonly words?: string
}

/** Button to delete a campaign without views, with a confirmation. Hidden for campaigns with views. */
export function DeleteCampaign({ campaign, onDone, words }: DeleteCampaignProps) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  if (!isUntouched(campaign)) return null
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
