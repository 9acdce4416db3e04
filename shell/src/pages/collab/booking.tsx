import './booking.css'
import '@reelfair/web-kit/banner.css'
import type { CollabPage, Invitation, Media } from '@reelfair/contracts'
import { formatBytes, formatCents, formatCount } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
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
  /** Keeps the budget in the address, so that it survives a reload. */
  readonly onContinue: () => void
  readonly isDemo: boolean
}

/** Keeps what the steps enter, so that it survives a step back. */
export function Booking({ page, offer, budget, onBudget, onContinue, isDemo }: BookingProps) {
  const { t, locale } = useText()
  const gate = useGate(budget)
  const [chosen, setChosen] = useState<StepName>()
  const [media, setMedia] = useState<Media>()
  const [details, setDetails] = useState(emptyDetails)
  const [sent, setSent] = useState<Invitation>()
  // After a reload or in another tab, the brand's open invitation to the account takes the place of the steps.
  const open = useOpenInvitation(page.accountId, gate.isBrand)
  if (open && open.id !== sent?.id) setSent(open)
  const upload = useBannerUpload(setMedia)

  useEffect(() => {
    if (gate.isBrand) forgetBooking()
  }, [gate.isBrand])

  // Signing out in another tab leads back to the first step.
  const current = (gate.isBrand && chosen) || 'budget'
  const currentAt = STEPS.indexOf(current)
  const notes = {
    budget: t('budget-done', { budget: formatCents(offer.budgetCents, locale, 0), views: formatCount(offer.views, locale) }),
    media: (media && upload.nameOf(media)) ?? t('media-note', { limit: formatBytes(40e6, locale) }),
    summary: t('summary-note', { name: page.username }),
  }
  if (gate.isBrand && sent) {
    return <Sent invitation={sent} name={page.username} takesFocus={chosen !== undefined} onBack={() => setSent(undefined)} />
  }
  return (
    <ol className="collab-steps">
      {STEPS.map((step, at) => {
        const head = { number: at + 1, count: STEPS.length, title: t(`${step}-title`) }
        if (step !== current)
          return <ClosedStep key={step} {...head} note={notes[step]} {...(at < currentAt && { onChange: () => setChosen(step) })} />
        return (
          <OpenStep key={step} {...head} takesFocus={chosen !== undefined}>
            {step === 'budget' && (
              <BudgetStep
                {...{ offer, budget, onBudget, gate }}
                averageViews={page.averageViews}
                onNext={() => {
                  onContinue()
                  setChosen('media')
                }}
              />
            )}
            {step === 'media' && (
              <MediaStep {...{ media, upload }} onMedia={setMedia} onBack={() => setChosen('budget')} onNext={() => setChosen('summary')} />
            )}
            {step === 'summary' && media && (
              <SummaryStep
                {...{ page, offer, media, details, isDemo }}
                onDetails={setDetails}
                onSent={setSent}
                onBack={() => setChosen('media')}
              />
            )}
          </OpenStep>
        )
      })}
    </ol>
  )
}

/** The service refuses a second open invitation to the account, even if they fill more than one page. */
function useOpenInvitation(accountId: string, isBrand: boolean): Invitation | undefined {
  const newest = { only: 'open', limit: 100 } as const
  const { data } = useRead('invitations', '/partnerships/invitations', newest, { enabled: isBrand })
  return data?.items.find((invitation) => invitation.accountId === accountId)
}
