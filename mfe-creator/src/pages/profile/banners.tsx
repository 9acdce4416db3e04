import type { Account, Network, NetworkStanding } from '@reelfair/contracts'
import { VERIFICATION_SLOW_SECONDS } from '@reelfair/contracts/values'
import { ReasonChip, StepList, TextLink, useNow, Warning } from '@reelfair/ui'
import { supportEmail } from '@reelfair/web-kit'
import { sentenceOfCode } from '@reelfair/web-kit/sentences'
import { useEffect, useId, useRef, useState } from 'react'
import { useText } from './messages/index.ts'

/**
 * A verification that runs, as steps that tick off; after two minutes it says that it takes longer. Since when is the service's to say, but its clock may be
 * another than the browser's (the sandbox moves it), so what has passed on this page counts too.
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
        {slow && <ReasonChip kind="held" reason={t('running-slow')} mend={sentenceOfCode('verification_slow', locale)} boxed />}
      </div>
    </section>
  )
}

const CHECKLIST = ['step-code', 'check-public', 'check-restricted', 'verify-username-hint', 'check-links'] as const

/** Why the last verification failed, with what would mend it. `isNew`: it failed while one looked on, so one is led to it, far above the pressed button. */
export function FailureBanner({ account: { username, failure }, isNew }: { account: Account; isNew: boolean }) {
  const { t } = useText()
  const id = useId()
  const place = useRef<HTMLElement>(null)
  const isLedTo = isNew && failure !== undefined
  useEffect(() => {
    if (!isLedTo) return
    // jsdom scrolls nothing.
    place.current?.scrollIntoView?.({ block: 'center' })
    // What is focused is read out; the banner is no live region, so it is said once.
    place.current?.focus({ preventScroll: true })
  }, [isLedTo])
  if (!failure) return null
  const ways = failure.code === 'verification_checklist' ? CHECKLIST.map((key) => t(key)) : []
  return (
    <section className="creator-failure" ref={place} tabIndex={-1} aria-label={t('verify-failed', { username })} aria-describedby={id}>
      <Warning title={t('verify-failed', { username })} ways={ways} level={2}>
        <p id={id}>{failure.sentence}</p>
      </Warning>
    </section>
  )
}

/** How many attempts are left; none left leads to support. */
export function AttemptsBanner({ network, standing: { attemptsLeft, attemptsLimit } }: { network: Network; standing: NetworkStanding }) {
  const { t } = useText()
  const words = { limit: attemptsLimit, network: t(`network-${network}`) }
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
