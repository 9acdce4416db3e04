import { ApiError, useNavigate, useWrite } from '@reelfair/web-kit'
import { useRef } from 'react'
import type { DraftSaver } from './draft-saver.ts'
import { campaignOf, draftOf, type Entries } from './entries.ts'
import { pathOf } from './steps.ts'

export function useStartCampaign(saver: DraftSaver) {
  const navigate = useNavigate()
  const isStarting = useRef(false)
  const request = useWrite('POST', '/campaigns/campaigns', {
    changes: ['campaigns', 'credits'],
    onDone: (campaign) => {
      saver.stop()
      void navigate(`${pathOf('done')}?campaign=${campaign.id}`, { replace: true })
    },
  })

  /** Saves the draft first, even if unchanged: the save fails with a conflict if another window has used the draft. */
  const start = async (entries: Entries) => {
    const campaign = campaignOf(entries)
    if (!campaign || isStarting.current) return
    isStarting.current = true
    // A retry after an unknown outcome reuses the idempotency key, so it returns the first attempt's result, even if
    // that attempt consumed the draft.
    const isRepeat =
      request.error instanceof ApiError && request.error.outcomeUnknown && JSON.stringify(request.variables) === JSON.stringify(campaign)
    if (!isRepeat) saver.change(draftOf(entries, 'payment'))
    if (isRepeat || (await saver.flush())) request.mutate(campaign, { onSettled: () => (isStarting.current = false) })
    else isStarting.current = false
  }
  return { start, error: request.error, isBusy: request.isPending || request.isSuccess }
}
