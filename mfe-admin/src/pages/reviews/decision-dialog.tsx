import type { LogoRefusal, Review, ReviewVerdict } from '@reelfair/contracts'
import { BYTES_PER_CHARACTER, isWithin, lengthOf } from '@reelfair/contracts/text'
import { Button, Choice, ErrorText, formatCount, showToast, TextArea } from '@reelfair/ui'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { ApiError, sentenceOfField } from '@reelfair/web-kit'
import { useState } from 'react'
import { useText } from '../../messages/index.ts'
import { useDecision } from './queries.ts'

/** Characters as people count them. @source contracts: `ReviewDecision` */
const MOST_CHARACTERS = 500
const REFUSALS = ['logo_absent', 'logo_too_small', 'logo_not_in_upper_half'] as const satisfies readonly LogoRefusal[]

interface DecisionDialogProps {
  readonly review: Review
  readonly verdict: ReviewVerdict
  readonly onClose: () => void
  /** It is decided, by this admin or by somebody who was faster. */
  readonly onGone: (bySomebodyElse: boolean) => void
}

/** The reason in words, and the question: what is decided here stays. */
export function DecisionDialog({ review, verdict, onClose, onGone }: DecisionDialogProps) {
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
  const said = decision.error instanceof ApiError ? decision.error.fields.why : undefined
  const leave = () => {
    onClose()
    // Whoever was faster has decided: what they said is shown below.
    if (isTooLate) onGone(true)
  }
  const isReasonMissing = asksReason && !reason
  const isWhyMissing = why.trim() === ''
  const isWhyTooLong = !isWithin(why.trim(), MOST_CHARACTERS)
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
            aside={`${lengthOf(why)} / ${MOST_CHARACTERS}`}
            maxLength={MOST_CHARACTERS * BYTES_PER_CHARACTER}
            rows={3}
            value={why}
            onChange={({ currentTarget }) => setWhy(currentTarget.value)}
            error={
              isWhyTooLong
                ? t('decision-why-too-long', { most: MOST_CHARACTERS })
                : isSent && isWhyMissing
                  ? t('decision-why-missing')
                  : said && sentenceOfField(decision.error, 'why', locale, t('decision-why-wrong'))
            }
          />
          <p className="rf-note">{t('decision-final')}</p>
          <ErrorText error={said ? undefined : decision.error} />
        </div>
      </Dialog>
    </RichProvider>
  )
}
