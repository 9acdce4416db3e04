import type { Account, Network, NetworkStatus } from '@reelfair/contracts'
import { NETWORK_NAMES, VERIFICATION_SLOW_SECONDS } from '@reelfair/contracts/values'
import { ReasonChip, StepList, TextLink, useNow, Warning } from '@reelfair/ui'
import { supportEmail } from '@reelfair/web-kit'
import { sentenceOfCode } from '@reelfair/web-kit/sentences'
import { useEffect, useId, useRef, useState } from 'react'
import { useText } from './messages/index.ts'

/**
 * A notice about the delay appears after two minutes. The sandbox can set the service's clock ahead, so the delay is
 * measured from the first render if the service's start time is later.
 */
export function RunningBanner({ account: { username, verifyingSince } }: { account: Account }) {
  const { t, locale } = useText()
  const now = useNow(1_000)
  const [seenAt] = useState(now)
  const since = Math.min(seenAt, verifyingSince === undefined ? seenAt : Date.parse(verifyingSince))
  const slow = now - since >= VERIFICATION_SLOW_SECONDS * 1_000
  return (
    <section className="creator-running" aria-label={t('running-title', { username })}>
      <h2 className="creator-step-title">{t('running-title', { username })}</h2>
      <StepList
        label={t('running-title', { username })}
        steps={[
          { label: t('running-counted'), state: 'done' },
          { label: t('running-read'), state: 'running', detail: t('running-read-note') },
          { label: t('running-stats'), state: 'waiting' },
        ]}
      />
      <div role="status">
        {slow && <ReasonChip kind="held" reason={t('running-slow')} fix={sentenceOfCode('verification_slow', locale)} boxed />}
      </div>
    </section>
  )
}

const CHECKLIST = ['step-code', 'check-public', 'check-restricted', 'verify-username-hint', 'check-links'] as const

/**
 * The banner is far above the pressed button. If the verification fails while the page is open (`isNew`), the banner
 * scrolls into view and receives focus.
 */
export function FailureBanner({ account: { username, failure }, isNew }: { account: Account; isNew: boolean }) {
  const { t } = useText()
  const id = useId()
  const place = useRef<HTMLElement>(null)
  const shouldFocus = isNew && failure !== undefined
  useEffect(() => {
    if (!shouldFocus) return
    // jsdom does not implement `scrollIntoView`.
    place.current?.scrollIntoView?.({ block: 'center' })
    // Screen readers announce the focused element. A live region would repeat the announcement.
    place.current?.focus({ preventScroll: true })
  }, [shouldFocus])
  if (!failure) return null
  const ways = failure.code === 'verification_checklist' ? CHECKLIST.map((key) => t(key)) : []
  return (
    <section className="creator-failure" ref={place} tabIndex={-1} aria-label={t('verify-failed', { username })} aria-describedby={id}>
      <Warning title={t('verify-failed', { username })} fixes={ways} level={2}>
        <p id={id}>{failure.sentence}</p>
      </Warning>
    </section>
  )
}

export function AttemptsBanner({
  network,
  networkStatus: { attemptsLeft, attemptsLimit },
}: {
  network: Network
  networkStatus: NetworkStatus
}) {
  const { t } = useText()
  const words = { limit: attemptsLimit, network: NETWORK_NAMES[network] }
  if (attemptsLeft === 0) {
    return (
      <Warning
        title={t('attempts-over')}
        level={2}
        actions={<TextLink href={`mailto:${supportEmail()}`}>{t('attempts-contact')}</TextLink>}
      >
        {t('attempts-over-text', words)}
      </Warning>
    )
  }
  return (
    <p className="creator-attempts" data-few={attemptsLeft <= 3 || undefined}>
      <b>{t('attempts-left', { ...words, count: attemptsLeft })}</b> {t('attempts-why')}
    </p>
  )
}
