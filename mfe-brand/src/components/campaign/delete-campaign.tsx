import type { Campaign } from '@reelfair/contracts'
import { Button, IconButton } from '@reelfair/ui'
import Trash from 'lucide-react/icons/trash-2'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../messages/index.ts'

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }))

/**
 * No view of it is known: only such a campaign may go, and it is asked for once, or once more when its last views could not be read. The service has the last
 * word. @source specification §5
 */
const isUntouched = ({ phase, hasViews, deleteRequestedAt }: Campaign) =>
  !hasViews && (deleteRequestedAt === undefined || phase === 'settled')

interface DeleteCampaignProps {
  readonly campaign: Campaign
  /** When it is gone at once. */
  readonly onDone?: () => void
  /** A button with these words instead of the icon. */
  readonly words?: string
}

/** Deletes a campaign that has no view yet, after a question; nothing for all others. */
export function DeleteCampaign({ campaign, onDone, words }: DeleteCampaignProps) {
  const { t } = useText()
  const [isAsked, setAsked] = useState(false)
  if (!isUntouched(campaign)) return null
  return (
    <>
      {words === undefined ? (
        <IconButton icon={Trash} label={t('delete', { name: campaign.name })} onClick={() => setAsked(true)} />
      ) : (
        <Button onClick={() => setAsked(true)}>{words}</Button>
      )}
      {isAsked && (
        <Suspense>
          <DeleteDialog campaign={campaign} onClose={() => setAsked(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}
