import type { Network } from '@reelfair/contracts'
import { Button, Form, formatCount, StepFoot } from '@reelfair/ui'
import { Redirect, useForm, useNavigate, useSearchParams } from '@reelfair/web-kit'
import { BannerField, useBannerUpload } from '@reelfair/web-kit/banner'
import { sentenceOfCode } from '@reelfair/web-kit/sentences'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useCredits } from '../../components/queries.ts'
import type { DraftSaver } from './draft-saver.ts'
import { draftOf, type Entries, entriesOf, faultsAt, fieldOfFault, furthestOf, type SavedDraft } from './entries.ts'
import { useText } from './messages/index.ts'
import { Conflict, SavedLine } from './saved-line.tsx'
import { AudienceStep } from './step-audience.tsx'
import { GoalStep } from './step-goal.tsx'
import { LinkStep } from './step-link.tsx'
import { PaymentStep } from './step-payment.tsx'
import { SummaryStep } from './step-summary.tsx'
import { indexOf, pathOf, STEPS, type StepName } from './steps.ts'
import { useAutosave } from './use-autosave.ts'
import { useStartCampaign } from './use-start-campaign.ts'
import { WizardFrame } from './wizard-frame.tsx'

interface WizardProps {
  readonly draft: SavedDraft | undefined
  readonly publicNetworks: readonly Network[]
  readonly step: StepName
  /** Called after the draft is discarded, or to load the other window's version. */
  readonly onReload: () => void
}

export function Wizard({ draft, publicNetworks, step, onReload }: WizardProps) {
  const navigate = useNavigate()
  const isChange = useSearchParams()[0].get('from') === 'summary'
  const { state, saver } = useAutosave(draft?.savedAt ?? null)
  const campaign = useStartCampaign(saver)
  const nextStep = STEPS[indexOf(step) + 1] ?? 'done'

  const form = useStepForm(step, draft, (entries) => {
    if (step === 'payment') return campaign.start(entries)
    const isComplete = indexOf(furthestOf(entries)) >= indexOf('summary')
    return navigate(pathOf(isChange && isComplete ? 'summary' : nextStep))
  })
  const { values: entries, errorOf, idOf } = form
  const set = (change: Partial<Entries>) => {
    form.set(change)
    saver.change(draftOf({ ...entries, ...change }, step))
  }
  const upload = useBannerUpload((media) => set({ media }))

  const furthest = furthestOf(entries)
  const isBeyond = indexOf(step) > indexOf(furthest)
  useStepSaved({ step, entries, isBeyond, saver, savedStep: draft?.step })
  if (isBeyond) return <Redirect to={pathOf(furthest)} />

  const common = { entries, set, errorOf, idOf }
  return (
    <WizardFrame
      step={step}
      furthest={furthest}
      name={entries.name}
      note={<SavedLine state={state} saver={saver} onDiscarded={onReload} />}
    >
      {state.kind === 'conflict' && <Conflict onTheirs={onReload} onOurs={() => void saver.overwrite()} />}
      <Form className="brand-step" onSubmit={form.submit}>
        {step === 'goal' && <GoalStep {...common} />}
        {step === 'audience' && <AudienceStep {...common} publicNetworks={publicNetworks} />}
        {step === 'media' && (
          <BannerField
            id={idOf('media')}
            media={entries.media}
            upload={upload}
            error={errorOf('media')}
            onRemove={() => set({ media: undefined })}
          />
        )}
        {step === 'link' && <LinkStep {...common} />}
        {step === 'summary' && <SummaryStep entries={entries} />}
        {step === 'payment' && <PaymentStep entries={entries} set={set} error={campaign.error} />}
        <StepButtons
          step={step}
          nextStep={isChange ? 'summary' : nextStep}
          views={entries.viewsGoal ?? 0}
          isBusy={(step === 'media' && upload.sending !== undefined) || campaign.isBusy}
        />
      </Form>
    </WizardFrame>
  )
}

/** The form contains the entries of all steps, but submitting checks only the current step. */
function useStepForm(step: StepName, draft: SavedDraft | undefined, onSubmit: (entries: Entries) => unknown) {
  const { t, locale } = useText()
  return useForm({
    step,
    initial: () => entriesOf(draft),
    invalidFieldsOf: (entries) => faultsAt(entries, step).map((fault) => fieldOfFault[fault]),
    messageOf: (field, entries) => {
      const fault = faultsAt(entries, step).find((one) => fieldOfFault[one] === field)
      return fault && fault !== 'name' ? sentenceOfCode(fault, locale) : t('new-name-error')
    },
    onSubmit,
  })
}

interface StepSavedOptions {
  readonly step: StepName
  readonly entries: Entries
  /** Whether an earlier step is incomplete; if so, the wizard opens that step instead. */
  readonly isBeyond: boolean
  readonly saver: DraftSaver
  readonly savedStep: number | undefined
}

/** Saves each step the user opens, so that the wizard resumes there. Opening the first step does not create a draft. */
function useStepSaved({ step, entries, isBeyond, saver, savedStep }: StepSavedOptions) {
  const kept = useRef(savedStep)
  const save = useEffectEvent(() => {
    saver.change(draftOf(entries, step))
    void saver.flush()
  })
  useEffect(() => {
    const number = indexOf(step) + 1
    if (isBeyond || number === (kept.current ?? 1)) return
    kept.current = number
    save()
  }, [step, isBeyond])
}

interface StepButtonsProps {
  readonly step: StepName
  readonly nextStep: StepName
  readonly views: number
  readonly isBusy: boolean
}

function StepButtons({ step, nextStep, views, isBusy }: StepButtonsProps) {
  const { t, locale } = useText()
  const navigate = useNavigate()
  const credits = useCredits()
  const previousStep = STEPS[indexOf(step) - 1]
  const isPayment = step === 'payment'
  const isShort = isPayment && (credits.data === undefined || credits.data.available < views)
  return (
    <StepFoot
      back={previousStep && <Button onClick={() => void navigate(pathOf(previousStep))}>{t('new-back')}</Button>}
      note={!isPayment && t('new-next', { step: t(`new-step-${nextStep}`) })}
      next={
        !isShort && (
          <Button type="submit" look="filled" iconAfter={ArrowRight} busy={isBusy}>
            {isPayment ? t('new-submit', { views: formatCount(views, locale) }) : t('new-continue')}
          </Button>
        )
      }
    />
  )
}
