import type { SignUp, SignUpState } from '@reelfair/contracts'
import { shownLink } from '@reelfair/contracts/text'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { finalSettlementAt, MAX_VIDEOS, MIN_LOGO_PERCENT } from '@reelfair/rules'
import { ButtonLink, CopyButton, Countdown, formatCents, formatDateTime, formatPercent, ReasonChip, useNow } from '@reelfair/ui'
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { logoUrl } from '../campaign-logo.ts'
import { heldUntil } from '../held-until.ts'
import { useText } from './messages/index.ts'
import { useLabelRule } from './use-label-rule.ts'
import { VideoPicture } from './video-picture.tsx'
import { WhatHappensNext } from './what-happens-next.tsx'

/** Creators have the same tasks for sign-ups and partnerships. */
export type Briefing = Pick<SignUp, 'code' | 'link' | 'logo' | 'network' | 'username' | 'accountId' | 'endsAt'>

/** Shows the instructions after a sign-up. Once new views no longer count, shows the reason instead. */
export function Instructions({ signUp, level = 3 }: { signUp: SignUp; level?: 2 | 3 | 4 }) {
  if (signUp.state !== 'active') return <Ended signUp={signUp} state={signUp.state} />
  return (
    <div className="creator-instructions">
      <WhatToDo briefing={signUp} level={level} />
      <WhatHappensNext signUp={signUp} level={level} />
    </div>
  )
}

/** The code, and the steps beside an example picture. */
export function WhatToDo({ briefing, level }: { briefing: Briefing; level: 2 | 3 | 4 }) {
  const { t } = useText()
  return (
    <>
      <p className="creator-code-line creator-code-first">
        <span>{t('code-yours')}</span>
        <span className="creator-code creator-code-large">{briefing.code}</span>
        <CopyButton look="filled" text={briefing.code} label={t('account-copy')} />
      </p>
      <div className="creator-steps-beside">
        <Steps briefing={briefing} level={level} />
        <VideoPicture signUp={briefing} />
      </div>
    </>
  )
}

function Steps({ briefing, level }: { briefing: Briefing; level: 2 | 3 | 4 }) {
  const { t, locale } = useText()
  const { code, link, logo, network, username, endsAt } = briefing
  const step = { level, checks: [] }
  const mention = t('mention')
  const labelRule = useLabelRule(network, briefing.accountId)
  return (
    <ol className="creator-steps">
      <Step {...step} title={t('step-link', { username })} checks={[t('step-link-stays', { at: formatDateTime(endsAt, locale) })]}>
        <p className="creator-code-line">
          <span className="creator-link-text">{shownLink(link)}</span>
          <CopyButton text={link} label={t('link-copy')} />
        </p>
      </Step>
      <Step
        {...step}
        title={t('step-film')}
        checks={[
          t('step-film-half'),
          t('step-film-area', { share: formatPercent(MIN_LOGO_PERCENT / 100, locale) }),
          t('step-film-short'),
          ...(logo.kind === 'webm' ? [t('logo-moves')] : []),
        ]}
      >
        <p>
          <ButtonLink icon={Download} href={logoUrl(logo, 'save')} download>
            {t('logo-save')}
          </ButtonLink>
        </p>
      </Step>
      <Step
        {...step}
        title={t('step-publish', { network: NETWORK_NAMES[network], username })}
        checks={[t('step-publish-code', { code }), t('step-publish-mention', { mention }), labelRule]}
      >
        <p className="creator-code-line">
          <CopyButton text={`${code} ${mention}`} label={t('code-and-mention-copy')} />
        </p>
      </Step>
      <Step {...step} title={t('step-keep')} checks={[t('step-keep-public'), t('step-keep-video')]} />
      <li className="creator-steps-end">
        <p className="rf-note">
          {t('steps-until', { most: MAX_VIDEOS, at: formatDateTime(endsAt, locale, { weekday: 'short' }) })} (<Countdown to={endsAt} />)
        </p>
      </li>
    </ol>
  )
}

interface StepProps {
  readonly title: string
  readonly level: 2 | 3 | 4
  readonly checks: readonly string[]
  readonly children?: ReactNode
}

function Step({ title, level, checks, children }: StepProps) {
  const Heading = `h${level}` as const
  return (
    <li>
      <Heading className="creator-step-title">{title}</Heading>
      {children}
      <ul className="creator-checks">
        {checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ul>
    </li>
  )
}

function Ended({
  signUp: { payableAt, cents, endsAt, endedAt = endsAt },
  state,
}: {
  signUp: SignUp
  state: Exclude<SignUpState, 'active'>
}) {
  const { t, locale } = useText()
  const now = useNow()
  const amount = formatCents(cents, locale)
  switch (state) {
    case 'closed':
      return <ReasonChip kind="held" reason={t('over-closed')} fix={t('over-closed-then', { amount })} />
    case 'ended': {
      // The last views may still bring in earnings, even if there are none so far.
      const then = cents === 0 ? 'over-ended-unread' : 'over-ended-until'
      const { isLate, at } = heldUntil(payableAt ?? finalSettlementAt(new Date(endedAt)).toISOString(), now)
      const fix = t(isLate ? `${then}-late` : then, { amount, at: formatDateTime(at, locale, { weekday: 'short' }) })
      return <ReasonChip kind="held" reason={t('over-ended')} fix={fix} />
    }
    case 'settled':
      return <ReasonChip kind="passed" reason={t('over-settled')} fix={t('over-settled-then', { amount })} />
    case 'withdrawn':
      return <ReasonChip kind="out" reason={t('over-withdrawn')} fix={t('over-withdrawn-then')} />
  }
}
