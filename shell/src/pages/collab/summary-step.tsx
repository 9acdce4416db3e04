import type { CollabPage, Invitation, Media } from '@reelfair/contracts'
import { payOfTiers } from '@reelfair/rules'
import { Button, Checkbox, ErrorText, Form, formatCount, NextStep, StepFoot, Submit, TextLink, TierTable } from '@reelfair/ui'
import { Banner, useSendInvitation } from '@reelfair/web-kit/banner'
import { useEffect, useState } from 'react'
import { Credits } from './credits.tsx'
import type { Details } from './details.ts'
import { DetailFields, useDetailsForm } from './details-form.tsx'
import { EstimateSum } from './estimate-sum.tsx'
import { useText } from './messages/index.ts'
import type { Offer } from './offer.ts'

interface SummaryStepProps {
  readonly page: CollabPage
  readonly offer: Offer
  readonly media: Media
  readonly details: Details
  /** Whether Confirm only says that nothing happens. @source decisions §4, `collab_booking` */
  readonly isDemo: boolean
  /** Must be stable. */
  readonly onDetails: (details: Details) => void
  readonly onSent: (invitation: Invitation) => void
  readonly onBack: () => void
}

export function SummaryStep({ page: { accountId, username: name }, offer, media, details, isDemo, ...props }: SummaryStepProps) {
  const { onDetails, onSent, onBack } = props
  const { t, locale } = useText()
  const invite = useSendInvitation(onSent)
  const [isDemoShown, setDemoShown] = useState(false)
  const { views, payCents } = offer
  const form = useDetailsForm(details, isDemo ? undefined : invite, ({ link, caption, beginning }) => {
    if (isDemo) return setDemoShown(true)
    const entered = { link: link.trim(), caption: caption.trim(), beginning }
    return invite.send({ accountId, weeklyViewsGoal: views, mediaId: media.id, ...entered, origin: 'collab' })
  })
  useEffect(() => onDetails(form.values), [form.values, onDetails])
  return (
    <Form className="collab-form" onSubmit={form.submit}>
      <div className="collab-columns">
        <div className="collab-fields">
          <DetailFields form={form} />
          <div>
            <p className="collab-label">{t('logo')}</p>
            <Banner media={media} />
          </div>
        </div>
        <div className="collab-fields">
          <EstimateSum offer={offer} />
          <Credits name={name} views={views} />
        </div>
      </div>
      <TierTable tiers={payOfTiers(views, payCents).toReversed()} payLabel={t('how-earned')} label={t('tiers')} />
      <div>
        <Checkbox label={t('terms')} {...form.box('termsAccepted')} />
        <p className="rf-note">
          <TextLink href="/terms#partnerships" target="_blank" rel="noopener">
            {t('terms-partnerships')}
          </TextLink>
          <br />
          <TextLink href="/terms#campaign-legal" target="_blank" rel="noopener">
            {t('terms-campaigns')}
          </TextLink>
        </p>
      </div>
      <ErrorText error={form.error} otherwise={t('failed-send')} />
      <div role="status">{isDemoShown && <NextStep level={3} sentence={t('demo')} />}</div>
      <StepFoot
        back={<Button onClick={onBack}>{t('back')}</Button>}
        note={t('confirm-note', { views: formatCount(views, locale), name })}
        next={<Submit busy={form.busy}>{t('confirm')}</Submit>}
      />
    </Form>
  )
}
