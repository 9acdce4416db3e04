import type { Network } from '@reelfair/contracts'
import { Button, formatCount, StepFoot } from '@reelfair/ui'
import { ApiError, Navigate, useNavigate, useSearchParams, useWrite } from '@reelfair/web-kit'
import { sentenceOfCode } from '@reelfair/web-kit/sentences'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect, useId, useRef, useState } from 'react'
import { useCredits } from '../../components/queries.ts'
import { campaignOf, draftOf, type Entries, entriesOf, type Fault, faultsAt, furthestOf, type SavedDraft } from './entries.ts'
import { useText } from './messages/index.ts'
import { Conflict, SavedLine } from './saved-line.tsx'
import { AudienceStep } from './step-audience.tsx'
import { GoalStep } from './step-goal.tsx'
import { LinkStep } from './step-link.tsx'
import { MediaStep } from './step-media.tsx'
import { PaymentStep } from './step-payment.tsx'
import { SummaryStep } from './step-summary.tsx'
import { indexOf, pathOf, STEPS, type StepName } from './steps.ts'
import { useAutosave } from './use-autosave.ts'
import { useLogoUpload } from './use-logo-upload.ts'
import { WizardFrame } from './wizard-frame.tsx'

interface WizardProps {
  readonly draft: SavedDraft | undefined
  readonly publicNetworks: readonly Network[]
  readonly step: StepName
  /** Called when the draft was discarded, or to load the version from another window. */
  readonly onReload: () => void
}

/** Steps 1 to 6 of the wizard, for one draft. */
export function Wizard({ draft, publicNetworks, step, onReload }: WizardProps) {
  const { t, locale } = useText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const credits = useCredits()
  const id = useId()
  const [entries, setEntries] = useState<Entries>(() => entriesOf(draft))
  const [tried, setTried] = useState<StepName>()
  const save = useAutosave(draft?.savedAt ?? null)
  const sending = useRef(false)

  const set = (change: Partial<Entries>) => {
    const next = { ...entries, ...change }
    setEntries(next)
    save.change(draftOf(next, step))
  }
  // Use the latest `set` when the upload ends, so that it keeps changes made in the meantime.
  const latest = useRef({ set })
  latest.current = { set }
  const logo = useLogoUpload((media) => latest.current.set({ media }))

  const furthest = furthestOf(entries)
  const isBeyond = indexOf(step) > indexOf(furthest)
  const kept = useRef(draft?.step)
  useEffect(() => {
    // Save the current step only if a draft exists or the first step is complete.
    const number = indexOf(step) + 1
    if (isBeyond || kept.current === number || (kept.current === undefined && number === 1)) return
    kept.current = number
    save.change(draftOf(entries, step))
    void save.flush()
  }, [step, entries, save, isBeyond])

  const request = useWrite('POST', '/campaigns/campaigns', {
    changes: ['campaigns', 'credits'],
    onDone: (campaign) => {
      save.stop()
      void navigate(`${pathOf('done')}?campaign=${campaign.id}`, { replace: true })
    },
  })
  const discard = useWrite('DELETE', '/campaigns/drafts/current', {
    changes: ['campaigns'],
    onDone: () => {
      save.stop()
      onReload()
      void navigate(pathOf('goal'))
    },
  })

  if (isBeyond) return <Navigate replace to={pathOf(furthest)} />

  const faults = tried === step ? faultsAt(entries, step) : []
  const idOf = (fault: Fault) => `${id}-${fault === 'link_invalid' || fault === 'link_unsafe' ? 'link_required' : fault}`
  const sentence = (fault: Fault) => (fault === 'name' ? t('new-name-error') : sentenceOfCode(fault, locale))
  const errorOf = (fault: Fault) => (faults.includes(fault) ? sentence(fault) : undefined)
  const common = { entries, set, errorOf, idOf }

  /**
   * Saves the draft first, even if it is unchanged: if another window has already used it, the save fails with a
   * conflict.
   */
  const start = async () => {
    const campaign = campaignOf(entries)
    if (!campaign || sending.current) return
    sending.current = true
    // A repeat of a request with an unknown outcome. Its idempotency key returns the result of the first attempt, even
    // if that attempt has consumed the draft.
    const isRepeat =
      request.error instanceof ApiError && request.error.outcomeUnknown && JSON.stringify(request.variables) === JSON.stringify(campaign)
    if (!isRepeat) save.change(draftOf(entries, step))
    if (isRepeat || (await save.flush())) request.mutate(campaign, { onSettled: () => (sending.current = false) })
    else sending.current = false
  }
  const onward = () => {
    if (step === 'payment') return start()
    const [first] = faultsAt(entries, step)
    setTried(step)
    if (first) {
      document.getElementById(idOf(first))?.focus()
      return undefined
    }
    const next = STEPS[indexOf(step) + 1] ?? 'payment'
    return navigate(pathOf(search.get('from') === 'summary' && indexOf(furthest) >= indexOf('summary') ? 'summary' : next))
  }
  const before = STEPS[indexOf(step) - 1]
  const after = search.get('from') === 'summary' ? 'summary' : (STEPS[indexOf(step) + 1] ?? 'done')
  const isShort = step === 'payment' && (credits.data === undefined || credits.data.available < (entries.viewsGoal ?? 0))

  return (
    <WizardFrame
      step={step}
      furthest={furthest}
      name={entries.name}
      note={
        <SavedLine
          state={save.state}
          onRetry={() => void save.flush()}
          onDiscard={() => discard.mutate()}
          discarding={discard.isPending}
          error={discard.error}
        />
      }
    >
      {save.state.kind === 'conflict' && <Conflict onTheirs={onReload} onOurs={() => void save.overwrite()} />}
      <form
        noValidate
        className="brand-step"
        onSubmit={(event) => {
          event.preventDefault()
          void onward()
        }}
      >
        {step === 'goal' && <GoalStep {...common} />}
        {step === 'audience' && <AudienceStep {...common} publicNetworks={publicNetworks} />}
        {step === 'media' && <MediaStep {...common} logo={logo} />}
        {step === 'link' && <LinkStep {...common} />}
        {step === 'summary' && <SummaryStep entries={entries} />}
        {step === 'payment' && <PaymentStep entries={entries} set={set} error={request.error} />}
        <StepFoot
          back={before && <Button onClick={() => void navigate(pathOf(before))}>{t('new-back')}</Button>}
          note={step !== 'payment' && t('new-next', { step: t(`new-step-${after}`) })}
          next={
            !isShort && (
              <Button
                type="submit"
                look="filled"
                iconAfter={ArrowRight}
                busy={(step === 'media' && logo.sending !== undefined) || request.isPending || request.isSuccess}
              >
                {step === 'payment' ? t('new-submit', { views: formatCount(entries.viewsGoal ?? 0, locale) }) : t('new-continue')}
              </Button>
            )
          }
        />
      </form>
    </WizardFrame>
  )
}
