import type { LogoRefusal, Review, ReviewVerdict } from '@reelfair/contracts'
import { BYTES_PER_CHARACTER, isWithin, lengthOf } from '@reelfair/contracts/text'
import { Button, Choice, ErrorText, formatCount, showToast, TextArea } from '@reelfair/ui'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { ApiError, useForm } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'
import { useDecision } from './queries.ts'

/** Maximum length of the reason, in grapheme clusters. @source contracts: `ReviewDecision` */
const MAX_CHARACTERS = 500
const REFUSALS = ['logo_absent', 'logo_too_small', 'logo_not_in_upper_half'] as const satisfies readonly LogoRefusal[]

interface DecisionDialogProps {
  readonly review: Review
  readonly verdict: ReviewVerdict
  readonly onClose: () => void
  readonly onDecided: (bySomeoneElse: boolean) => void
}

const isTooLong = (why: string) => !isWithin(why.trim(), MAX_CHARACTERS)

/** Requires a reason and a confirmation, because a decision is final. */
export function DecisionDialog({ review, verdict, onClose, onDecided }: DecisionDialogProps) {
  const { t, locale } = useText()
  const views = formatCount(review.views, locale)
  const decision = useDecision(() => {
    showToast(t(`decided-${verdict}`, { views }), { kind: 'done' })
    onClose()
    onDecided(false)
  })
  const isTooLate = decision.error instanceof ApiError && ['review_decided', 'review_overdue'].includes(decision.error.code)
  const leave = () => {
    onClose()
    // Someone else decided first, or the deadline passed. The page lists the outcome.
    if (isTooLate) onDecided(true)
  }
  const form = useReasonForm(review, verdict, decision)
  return (
    <RichProvider>
      <Dialog
        open
        onClose={leave}
        title={t(`ask-${verdict}`, { views })}
        locked={decision.isPending}
        actions={
          isTooLate ? (
            <Button look="filled" onClick={leave}>
              {t('decision-see')}
            </Button>
          ) : (
            <>
              <Button disabled={decision.isPending} onClick={leave}>
                {t('decision-cancel')}
              </Button>
              <Button look={verdict === 'excluded' ? 'danger' : 'filled'} busy={decision.isPending} onClick={form.submit}>
                {t(`answer-${verdict}`)}
              </Button>
            </>
          )
        }
      >
        <div className="admin-decision">
          <p>{t(`ask-${review.kind}-${verdict}`, { username: review.username })}</p>
          <ReasonFields form={form} />
          <p className="rf-note">{t('decision-final')}</p>
          <ErrorText error={decision.error instanceof ApiError && decision.error.fields.why ? undefined : decision.error} />
        </div>
      </Dialog>
    </RichProvider>
  )
}

interface Reason {
  readonly reason: LogoRefusal | undefined
  readonly why: string
}

const EMPTY: Reason = { reason: undefined, why: '' }

/** To reject a logo, the administrator names a specific fault in addition to the reason. */
function useReasonForm(review: Review, verdict: ReviewVerdict, decision: ReturnType<typeof useDecision>) {
  const { t } = useText()
  const asksReason = review.kind === 'logo' && verdict === 'excluded'
  const form = useForm({
    initial: EMPTY,
    invalidFieldsOf: ({ reason, why }) => [
      ...(asksReason && !reason ? (['reason'] as const) : []),
      ...(why.trim() === '' || isTooLong(why) ? (['why'] as const) : []),
    ],
    messageOf: (field, { why }) => {
      if (field === 'reason') return t('decision-reason-missing')
      if (isTooLong(why)) return t('decision-why-too-long', { most: MAX_CHARACTERS })
      return t(why.trim() === '' ? 'decision-why-missing' : 'decision-why-wrong')
    },
    request: decision,
    onSubmit: ({ reason, why }) => decision.mutate({ reviewId: review.id, verdict, why, ...(asksReason && { reason }) }),
  })
  return { ...form, asksReason }
}

function ReasonFields({ form: { asksReason, values, set, idOf, errorOf, field } }: { form: ReturnType<typeof useReasonForm> }) {
  const { t } = useText()
  return (
    <>
      {asksReason && (
        <Choice
          id={idOf('reason')}
          label={t('decision-reason')}
          options={REFUSALS.map((value) => ({ value, label: t(`refusal-${value}`) }))}
          value={values.reason}
          onValue={(value) => set({ reason: REFUSALS.find((one) => one === value) })}
          error={errorOf('reason')}
        />
      )}
      <TextArea
        data-autofocus
        label={t('decision-why')}
        hint={t('decision-why-hint')}
        aside={`${lengthOf(values.why)} / ${MAX_CHARACTERS}`}
        maxLength={MAX_CHARACTERS * BYTES_PER_CHARACTER}
        rows={3}
        {...field('why')}
        {...(isTooLong(values.why) && { error: t('decision-why-too-long', { most: MAX_CHARACTERS }) })}
      />
    </>
  )
}
