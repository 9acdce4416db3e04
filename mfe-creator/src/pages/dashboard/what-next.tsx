import type { PublicCampaign, SignUp } from '@reelfair/contracts'
import { exclusionTable, mendTable, restoreTable } from '@reelfair/contracts/reasons'
import {
  ButtonLink,
  CopyButton,
  formatCents,
  formatCount,
  formatDateTime,
  NextStep,
  type NextStepProps,
  SkeletonText,
  useNow,
} from '@reelfair/ui'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Clock from 'lucide-react/icons/clock'
import Landmark from 'lucide-react/icons/landmark'
import { heldUntil } from '../../components/held-until.ts'
import { eligibleOf } from '../../components/public-campaigns/standing.tsx'
import { usePublicCampaigns } from '../../components/public-campaigns/use-public-campaigns.ts'
import { useAccounts, useBalance, usePayoutAccount, useReadings, useSignUps } from '../../components/queries.ts'
import { riskUntil } from '../../components/sign-ups/figures.ts'
import { useText } from '../../messages/index.ts'
import { nextStage, type Stage } from './next-stage.ts'

/** As many as a page holds: only when more are open than that, the list itself has to tell whether one fits. */
const MOST_CAMPAIGNS = 100

/** The first thing a creator can do, at every stage from the first account to the transfer; when there is nothing, what comes by itself and when. */
export function WhatNext() {
  const now = useNow()
  const accounts = useAccounts()
  const signUps = useSignUps()
  const balance = useBalance()
  const payout = usePayoutAccount()
  if ([accounts, signUps, balance, payout].some(({ isPending }) => isPending)) return <SkeletonText lines={2} />
  // The parts below say what failed; here an unknown state shows nothing.
  if (!accounts.data || !signUps.items) return null
  const stage = nextStage({ accounts: accounts.data.items, signUps: signUps.items, balance: balance.data, payout: payout.data, now })
  return <Step stage={stage} />
}

function Step({ stage }: { stage: Stage }) {
  const { t, locale } = useText()
  const now = useNow()
  const readings = useReadings()
  const nextAt = readings.data && formatDateTime(readings.data.nextAt, locale)
  const step = (given: Omit<NextStepProps, 'level'>) => <NextStep level={3} {...given} />
  const go = (href: string, label: string) => (
    <ButtonLink look="filled" href={href} iconAfter={ArrowRight}>
      {label}
    </ButtonLink>
  )
  switch (stage.at) {
    case 'first':
      return step({ sentence: t('next-first'), consequence: t('next-first-note'), action: go('/profile', t('next-first-action')) })
    case 'code': {
      const { code = '', codeExpiresAt = '', username, network } = stage.account
      return step({
        sentence: t('next-code', { code, username }),
        consequence: t('next-code-note', { at: formatDateTime(codeExpiresAt, locale) }),
        icon: Clock,
        action: (
          <div className="creator-row-actions">
            <CopyButton look="filled" text={code} label={t('next-code-action')} />
            <ButtonLink href={`/profile?network=${network}`}>{t('account-verify')}</ButtonLink>
          </div>
        ),
      })
    }
    case 'expired':
      return step({
        sentence: t('next-expired', { username: stage.account.username }),
        consequence: t('next-expired-note'),
        icon: Clock,
        action: go(`/profile?network=${stage.account.network}`, t('next-expired-action')),
      })
    case 'verifying':
      return step({
        sentence: t('next-verifying', { username: stage.account.username }),
        consequence: t('next-verifying-note'),
        icon: Clock,
      })
    case 'join':
    case 'join-again':
      return <JoinNext again={stage.at === 'join-again'} />
    case 'risk': {
      const { signUp, risk } = stage
      const { text, at } = riskUntil(signUp, now)
      return step({
        sentence: t('next-risk', {
          name: signUp.campaignName,
          views: formatCount(risk.views, locale),
          what: exclusionTable[risk.reason][locale],
        }),
        consequence: `${restoreTable[risk.reason][locale]} ${t(text, { at: formatDateTime(at, locale, { weekday: 'short' }) })}`,
        icon: Clock,
        action: go(`/creator-history?open=${signUp.id}`, t('next-fault-action')),
      })
    }
    case 'fault': {
      const { signUp, fault } = stage
      const { [locale]: what, mend } = exclusionTable[fault.reason]
      return step({
        sentence: t('next-fault', { name: signUp.campaignName, what }),
        consequence: `${mendTable[mend][locale]} ${nextAt ? t('next-fault-note', { at: nextAt }) : t('faults-then')}`,
        icon: Clock,
        action: <MendIt signUp={signUp} reason={fault.reason} />,
      })
    }
    case 'publish': {
      const { id, campaignName: name, code, endsAt } = stage.signUp
      return step({
        // A code that is broken over two lines reads like two.
        sentence: t('next-publish', { name, code: code.replace('-', '\u2011') }),
        consequence: t('next-publish-note', { at: formatDateTime(endsAt, locale, { weekday: 'short' }) }),
        icon: Clock,
        action: (
          <div className="creator-row-actions">
            <CopyButton look="filled" text={code} label={t('account-copy')} />
            <ButtonLink href={`/creator-history?open=${id}`}>{t('next-publish-action')}</ButtonLink>
          </div>
        ),
      })
    }
    case 'set-up':
      return step({
        sentence: t('next-account'),
        consequence: t('next-account-note'),
        icon: Landmark,
        action: go('/balance', t('next-account-action')),
      })
    case 'checking':
      return step({ sentence: t('next-checking'), consequence: t('next-checking-note'), icon: Landmark })
    case 'stopped':
      return step({ sentence: t('next-stopped'), consequence: stage.why, icon: Landmark })
    case 'way':
      return <Waiting sentence={t('next-way', { way: formatCents(stage.cents, locale) })} consequence={t('next-way-note')} />
    case 'move':
      return step({
        sentence: t('next-move', { amount: formatCents(stage.cents, locale) }),
        consequence: t('next-move-note'),
        icon: Landmark,
        action: go('/balance', t('next-move-action')),
      })
    case 'held': {
      const { isLate, at } = heldUntil(stage.until, now)
      const amount = formatCents(stage.cents, locale)
      return (
        <Waiting
          sentence={t(isLate ? 'next-held-late' : 'next-held', { amount, at: formatDateTime(at, locale, { weekday: 'short' }) })}
          consequence={t(isLate ? 'held-late-note' : 'held-note')}
        />
      )
    }
    case 'reading':
      return nextAt ? step({ sentence: t('next-reading', { at: nextAt }), consequence: t('next-reading-note'), icon: Clock }) : null
  }
}

/** Whether one of the public campaigns can be joined, for all that is known: a list that fails or goes on may hold one. */
function useFitting() {
  const { items, hasNextPage, isPending } = usePublicCampaigns({}, MOST_CAMPAIGNS)
  const isOne = (campaign: PublicCampaign) => campaign.signedUpWith === undefined && eligibleOf(campaign).length > 0
  return { isPending, isEmpty: items?.length === 0, fits: !isPending && (!items || hasNextPage || items.some(isOne)) }
}

/** The way to the public campaigns, as long as one of them can be joined; else when that changes. */
function JoinNext({ again }: { again: boolean }) {
  const { t } = useText()
  const { isPending, isEmpty, fits } = useFitting()
  if (isPending) return <SkeletonText lines={2} />
  if (fits) {
    return (
      <NextStep
        level={3}
        sentence={t(again ? 'next-join-again' : 'next-join')}
        consequence={t('next-join-note')}
        action={
          <ButtonLink look="filled" href="/public-campaigns" iconAfter={ArrowRight}>
            {t('next-join-action')}
          </ButtonLink>
        }
      />
    )
  }
  const [sentence, consequence] = isEmpty
    ? (['next-none-open', 'campaigns-empty-text'] as const)
    : (['next-none-fits', 'next-none-fits-note'] as const)
  return <NextStep level={3} icon={Clock} sentence={t(sentence)} consequence={t(consequence)} />
}

/** Money comes by itself; meanwhile the way to the public campaigns, if one fits. */
function Waiting({ sentence, consequence }: Pick<NextStepProps, 'sentence' | 'consequence'>) {
  const { t } = useText()
  const { fits } = useFitting()
  return (
    <NextStep
      level={3}
      icon={Clock}
      sentence={sentence}
      consequence={consequence}
      action={fits && <ButtonLink href="/public-campaigns">{t('next-join-action')}</ButtonLink>}
    />
  )
}

/** What mends a fault where that can be copied; else the way to the video. */
function MendIt({ signUp: { id, link, code }, reason }: { signUp: SignUp; reason: keyof typeof exclusionTable }) {
  const { t } = useText()
  const { mend } = exclusionTable[reason]
  if (mend === 'add_link') return <CopyButton look="filled" text={link} label={t('part-copy-link')} />
  if (mend === 'add_code') return <CopyButton look="filled" text={code} label={t('account-copy')} />
  return (
    <ButtonLink look="filled" href={`/creator-history?open=${id}`} iconAfter={ArrowRight}>
      {t('next-fault-action')}
    </ButtonLink>
  )
}
