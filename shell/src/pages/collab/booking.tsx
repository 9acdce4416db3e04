import './booking.css'
import '@reelfair/web-kit/banner.css'
import type { CollabPage, Invitation, Media } from '@reelfair/contracts'
import { formatBytes, formatCents, formatCount } from '@reelfair/ui'
import { useBannerUpload } from '@reelfair/web-kit/banner'
import { useEffect, useState } from 'react'
import { forgetBooking } from '../../components/kept-booking.ts'
import { BudgetStep } from './budget-step.tsx'
import { emptyDetails } from './details.ts'
import { MediaStep } from './media-step.tsx'
import { useText } from './messages/index.ts'
import type { Offer } from './offer.ts'
import { Sent } from './sent.tsx'
import { ClosedStep, OpenStep } from './steps.tsx'
import { SummaryStep } from './summary-step.tsx'
import { useGate } from './use-gate.ts'

const STEPS = ['budget', 'media', 'summary'] as const
type StepName = (typeof STEPS)[number]

interface BookingProps {
  readonly page: CollabPage
  readonly offer: Offer
  readonly budget: number
  readonly onBudget: (budget: number) => void
  readonly isDemo: boolean
}

/** Keeps what the steps enter, so that it survives a step back. */
export function Booking({ page, offer, budget, onBudget, isDemo }: BookingProps) {
  const { t, locale } = useText()
  const gate = useGate(budget)
  const [chosen, setChosen] = useState<StepName>()
  const [media, setMedia] = useState<Media>()
  const [details, setDetails] = useState(emptyDetails)
  const [sent, setSent] = useState<Invitation>()
  const upload = useBannerUpload(setMedia)

  useEffect(() => {
    if (gate.isBrand) forgetBooking()
  }, [gate.isBrand])

  // Signing out in another tab leads back to the first step.
  const open = (gate.isBrand && chosen) || 'budget'
  const openAt = STEPS.indexOf(open)
  const notes = {
    budget: t('budget-done', { budget: formatCents(offer.budgetCents, locale, 0), views: formatCount(offer.views, locale) }),
    media: (media && upload.nameOf(media)) ?? t('media-note', { limit: formatBytes(40e6, locale) }),
    summary: t('summary-note', { name: page.username }),
  }
  const change = (step: StepName) => {
    setSent(undefined)
    setChosen(step)
  }
  return (
    <ol className="collab-steps">
      {STEPS.map((step, at) => {
        const head = { number: at + 1, count: STEPS.length, title: t(`${step}-title`) }
        if (step !== open)
          return <ClosedStep key={step} {...head} note={notes[step]} {...(at < openAt && { onChange: () => change(step) })} />
        return (
          <OpenStep key={step} {...head} takesFocus={chosen !== undefined}>
            {step === 'budget' && (
              <BudgetStep {...{ offer, budget, onBudget, gate }} averageViews={page.averageViews} onNext={() => setChosen('media')} />
            )}
            {step === 'media' && (
              <MediaStep {...{ media, upload }} onMedia={setMedia} onBack={() => setChosen('budget')} onNext={() => setChosen('summary')} />
            )}
            {step === 'summary' &&
              media &&
              (sent ? (
                <Sent invitation={sent} name={page.username} onBack={() => setSent(undefined)} />
              ) : (
                <SummaryStep
                  {...{ page, offer, media, details, isDemo }}
                  onDetails={setDetails}
                  onSent={setSent}
                  onBack={() => setChosen('media')}
                />
              ))}
          </OpenStep>
        )
      })}
    </ol>
  )
}
