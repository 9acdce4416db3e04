import type { LogoRefusal, Review, ReviewVerdict } from '@reelfair/contracts'
import { BYTES_PER_CHARACTER, isWithin, lengthOf } from '@reelfair/contracts/text'
import { Button, Choice, ErrorText, formatCount, showToast, TextArea } from '@reelfair/ui'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { ApiError, sentenceOfField } from '@reelfair/web-kit'
import { useState } from 'react'
import { useText } from '../../messages/index.ts'
import { useDecision } from './queries.ts'

/** Maximum length of the reason, in grapheme clusters. @source contracts: `ReviewDecision` */
const MAX_CHARACTERS = 500
const REFUSALS = ['logo_absent', 'logo_too_small', 'logo_not_in_upper_half'] as const satisfies readonly LogoRefusal[]

interface DecisionDialogProps {
  readonly review: Review
  readonly verdict: ReviewVerdict
  readonly onClose: () => void
  /** Called when the review has been decided, by this administrator or by someone else. */
  readonly onDecided: (bySomeoneElse: boolean) => void
}

/** Asks for the reason and a confirmation, because a decision is final. */
export function DecisionDialog({ review, verdict, onClose, onDecided: onGone }: DecisionDialogProps) {
  const { t, locale } = useText()
  const [why, setWhy] = useState('')
  const [isSent, setSent] = useState(false)
  const [reason, setReason] = useState<LogoRefusal>()
  const decision = useDecision(() => {
    showToast(t(`decided-${verdict}`, { views }), { kind: 'done' })
    onClose()
    onGone(false)
  })
  const views = formatCount(review.views, locale)
  const asksReason = review.kind === 'logo' && verdict === 'excluded'
  const isTooLate = decision.error instanceof ApiError && ['review_decided', 'review_overdue'].includes(decision.error.code)
  const fieldError = decision.error instanceof ApiError ? decision.error.fields.why : undefined
  const leave = () => {
    onClose()
    // Someone else decided first, or the default applied. The page lists that decision.
    if (isTooLate) onGone(true)
  }
  const isReasonMissing = asksReason && !reason
  const isWhyMissing = why.trim() === ''
  const isWhyTooLong = !isWithin(why.trim(), MAX_CHARACTERS)
  const decide = () => {
    setSent(true)
    if (isReasonMissing) return document.querySelector<HTMLElement>('#decision-reason input')?.focus()
    if (isWhyMissing || isWhyTooLong) return document.getElementById('decision-why')?.focus()
    decision.mutate({ reviewId: review.id, verdict, why, ...(asksReason && { reason }) })
  }
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
              <Button look={verdict === 'excluded' ? 'danger' : 'filled'} busy={decision.isPending} onClick={decide}>
                {t(`answer-${verdict}`)}
              </Button>
            </>
          )
        }
      >
        <div className="admin-decision">
          <p>{t(`ask-${review.kind}-${verdict}`, { username: review.username })}</p>
          {asksReason && (
            <Choice
              id="decision-reason"
              label={t('decision-reason')}
              options={REFUSALS.map((value) => ({ value, label: t(`refusal-${value}`) }))}
              value={reason}
              onValue={(value) => setReason(REFUSALS.find((one) => one === value))}
              error={isSent && isReasonMissing && t('decision-reason-missing')}
            />
          )}
          <TextArea
            id="decision-why"
            data-autofocus
            label={t('decision-why')}
            hint={t('decision-why-hint')}
            aside={`${lengthOf(why)} / ${MAX_CHARACTERS}`}
            maxLength={MAX_CHARACTERS * BYTES_PER_CHARACTER}
            rows={3}
            value={why}
            onChange={({ currentTarget }) => setWhy(currentTarget.value)}
            error={
              isWhyTooLong
                ? t('decision-why-too-long', { most: MAX_CHARACTERS })
                : isSent && isWhyMissing
                  ? t('decision-why-missing')
                  : fieldError && sentenceOfField(decision.error, 'why', locale, t('decision-why-wrong'))
            }
          />
          <p className="rf-note">{t('decision-final')}</p>
          <ErrorText error={fieldError ? undefined : decision.error} />
        </div>
      </Dialog>
    </RichProvider>
  )
}
