import type { CurrentDraft } from '@reelfair/contracts'
import { ErrorPanel, SkeletonText } from '@reelfair/ui'
import { useNavigate, usePage, useParams, useRead, useSearchParams } from '@reelfair/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { entriesOf, resumeAt } from './entries.ts'
import { useText } from './messages/index.ts'
import { DoneStep, useRequestedCampaign } from './step-done.tsx'
import { isStep, pathOf, type StepName } from './steps.ts'
import { whenSaved } from './use-autosave.ts'
import { Wizard } from './wizard.tsx'
import { WizardFrame } from './wizard-frame.tsx'

/** Without a step in the URL, the wizard resumes where the brand left off. */
export function NewCampaignPage() {
  const { t } = useText()
  const { step: param } = useParams()
  const step = isStep(param) ? param : undefined
  const campaign = useSearchParams()[0].get('campaign')
  usePage(step ? `${t(`new-step-${step}`)}, ${t('new-title')}` : t('new-title'))
  return step === 'done' && campaign ? <Requested key={campaign} id={campaign} /> : <Drafted step={step === 'done' ? undefined : step} />
}

function Requested({ id }: { id: string }) {
  const campaign = useRequestedCampaign(id)
  return (
    <WizardFrame step="done" name={campaign.data?.name ?? ''}>
      <DoneStep campaign={campaign} />
    </WizardFrame>
  )
}

type Start = CurrentDraft & { readonly turn: number }

/** Reloads the draft whenever the URL does not name a step, because the draft on screen may be outdated. */
function Drafted({ step }: { step: StepName | undefined }) {
  const navigate = useNavigate()
  const [start, setStart] = useState<Start>()
  const [turn, setTurn] = useState(0)
  if (step && start?.turn === turn)
    return <Wizard key={turn} draft={start.draft} publicNetworks={start.publicNetworks} step={step} onReload={() => setTurn(turn + 1)} />
  const begin = ({ draft, publicNetworks }: CurrentDraft) => {
    setStart({ draft, publicNetworks, turn })
    if (!step) void navigate(pathOf(resumeAt(draft?.step ?? 1, entriesOf(draft))), { replace: true })
  }
  return <Loading key={`${turn}${step === undefined}`} step={step ?? 'goal'} onDraft={begin} />
}

/** Loads the draft from the server, never from the cache. */
function Loading({ step, onDraft }: { step: StepName; onDraft: (current: CurrentDraft) => void }) {
  const { t } = useText()
  const { refetch, error, isFetching } = useRead('campaigns', '/campaigns/drafts/current', {}, { enabled: false })
  const done = useRef(onDraft)
  const ask = useCallback(async () => {
    await whenSaved()
    const { status, data } = await refetch()
    if (status === 'success') done.current(data)
  }, [refetch])
  useEffect(() => void ask(), [ask])
  return (
    <WizardFrame step={step} name="">
      {error && !isFetching ? <ErrorPanel title={t('new-draft-failed')} error={error} onRetry={ask} /> : <SkeletonText lines={6} />}
    </WizardFrame>
  )
}
