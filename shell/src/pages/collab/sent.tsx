import type { Invitation } from '@reelfair/contracts'
import { Button, ButtonLink, formatCount, formatDateTime, NextStep } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
import Clock from 'lucide-react/icons/clock'
import { useEffect, useRef } from 'react'
import { useText } from './messages/index.ts'

/** The page also polls, because it can miss a live update that is sent before the stream is connected. */
const POLL_EVERY_MS = 3_000

interface SentProps {
  readonly invitation: Invitation
  readonly name: string
  /** Whether this page has just sent it, so that screen readers announce it. */
  readonly takesFocus: boolean
  /** Returns to the entries. */
  readonly onBack: () => void
}

export function Sent({ invitation: first, name, takesFocus, onBack }: SentProps) {
  const { t, locale } = useText()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) place.current?.focus()
  }, [takesFocus])
  const read = useRead(
    'invitations',
    '/partnerships/invitations/:invitationId',
    { invitationId: first.id },
    { pollMs: ({ status }) => status === 'funding' && POLL_EVERY_MS },
  )
  const { status, weeklyViewsGoal, expiresAt, campaignId, missingViews = 0 } = read.data ?? first
  const views = formatCount(weeklyViewsGoal, locale)
  const texts = (): { sentence: string; consequence?: string } => {
    switch (status) {
      case 'funding':
        return { sentence: t('sent-asked', { views }), consequence: t('sent-asked-note') }
      case 'pending': {
        const at = expiresAt ? formatDateTime(expiresAt, locale, { weekday: 'short' }) : ''
        return { sentence: t('sent-open', { name, at }), consequence: t('sent-open-note', { views }) }
      }
      case 'failed':
        return { sentence: t('sent-failed', { missing: formatCount(missingViews, locale) }), consequence: t('sent-failed-note') }
      case 'accepted':
        return { sentence: t('sent-accepted', { name }) }
      case 'rejected':
        if (campaignId === undefined) return { sentence: t('sent-rejected', { name, views }) }
        return { sentence: t('sent-superseded', { views }), consequence: t('sent-superseded-note') }
      case 'expired':
      case 'withdrawn':
        return { sentence: t(`sent-${status}`, { views }) }
    }
  }
  const actionOf = () => {
    if (status === 'funding') return undefined
    const dashboard = <ButtonLink href="/brand-dashboard">{t('sent-see')}</ButtonLink>
    if (status === 'pending' || status === 'accepted') return dashboard
    if (status !== 'failed') {
      return (
        <div className="collab-actions">
          {dashboard}
          <Button onClick={onBack}>{t('sent-again', { name })}</Button>
        </div>
      )
    }
    return (
      <div className="collab-actions">
        <ButtonLink href={`/brand-dashboard/purchase?missing=${missingViews}`} target="_blank" rel="noopener">
          {t('credits-buy', { count: missingViews, missing: formatCount(missingViews, locale) })}
        </ButtonLink>
        <Button onClick={onBack}>{t('back')}</Button>
      </div>
    )
  }
  return (
    <div aria-live="polite" ref={place} tabIndex={-1}>
      <NextStep level={3} icon={Clock} {...texts()} action={actionOf()} />
    </div>
  )
}
