import type { PublicCampaign, SignUp } from '@reelfair/contracts'
import { exclusionTable, fixTable, restoreTable } from '@reelfair/contracts/reasons'
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
import { eligibleAccounts } from '../../components/public-campaigns/join-state.tsx'
import { usePublicCampaigns } from '../../components/public-campaigns/use-public-campaigns.ts'
import { useAccounts, useBalance, usePayoutAccount, useReadings, useSignUps } from '../../components/queries.ts'
import { riskUntil } from '../../components/sign-ups/figures.ts'
import { useText } from '../../messages/index.ts'
import { nextStage, type Stage } from './next-stage.ts'

/** The maximum page size. If more campaigns are open, only the full list shows whether the creator can join one. */
const MAX_CAMPAIGNS = 100

/**
 * The creator's next step, from the first account to the transfer. If there is nothing to do, shows what happens next.
 */
export function WhatNext() {
  const now = useNow()
  const accounts = useAccounts()
  const signUps = useSignUps()
  const balance = useBalance()
  const payout = usePayoutAccount()
  if ([accounts, signUps, balance, payout].some(({ isPending }) => isPending)) return <SkeletonText lines={2} />
  // The sections below show the errors, so show nothing here while the state is unknown.
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
      const { [locale]: what, fix } = exclusionTable[fault.reason]
      return step({
        sentence: t('next-fault', { name: signUp.campaignName, what }),
        consequence: `${fixTable[fix][locale]} ${nextAt ? t('next-fault-note', { at: nextAt }) : t('faults-then')}`,
        icon: Clock,
        action: <FixAction signUp={signUp} reason={fault.reason} />,
      })
    }
    case 'publish': {
      const { id, campaignName: name, code, endsAt } = stage.signUp
      return step({
        // The non-breaking hyphen keeps the code on one line.
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

/** Whether a public campaign can be joined. Assumed true if the list failed to load or has more pages. */
function useFitting() {
  const { items, hasNextPage, isPending } = usePublicCampaigns({}, MAX_CAMPAIGNS)
  const isOne = (campaign: PublicCampaign) => campaign.signedUpWith === undefined && eligibleAccounts(campaign).length > 0
  return { isPending, isEmpty: items?.length === 0, fits: !isPending && (!items || hasNextPage || items.some(isOne)) }
}

/** Links to the public campaigns if one can be joined. Otherwise explains when that may change. */
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

/** Shown while the creator is only waiting for money. Links to the public campaigns if one can be joined. */
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

/** Copies the link or code that fixes a fault. For any other fault, links to the sign-up's history entry. */
function FixAction({ signUp: { id, link, code }, reason }: { signUp: SignUp; reason: keyof typeof exclusionTable }) {
  const { t } = useText()
  const { fix } = exclusionTable[reason]
  if (fix === 'add_link') return <CopyButton look="filled" text={link} label={t('part-copy-link')} />
  if (fix === 'add_code') return <CopyButton look="filled" text={code} label={t('account-copy')} />
  return (
    <ButtonLink look="filled" href={`/creator-history?open=${id}`} iconAfter={ArrowRight}>
      {t('next-fault-action')}
    </ButtonLink>
  )
}
