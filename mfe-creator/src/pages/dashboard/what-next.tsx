import type { PublicCampaign } from '@reelfair/contracts'
import { exclusionTable, type Fix, fixTable, restoreTable } from '@reelfair/contracts/reasons'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import {
  Button,
  ButtonLink,
  CopyButton,
  Countdown,
  ForwardLink,
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
import { useOpenInvitations, usePartnershipVideos, useUnsettledPartnerships } from '../../components/partnerships/queries.ts'
import { useBrandName } from '../../components/partnerships/use-brand-name.ts'
import { eligibleAccounts } from '../../components/public-campaigns/join-state.tsx'
import { usePublicCampaigns } from '../../components/public-campaigns/use-public-campaigns.ts'
import { useAccounts, useBalance, usePayoutAccount, useReadings, useSignUps } from '../../components/queries.ts'
import { riskUntil } from '../../components/sign-ups/figures.ts'
import { useText } from '../../messages/index.ts'
import {
  type AccountStage,
  type InvitationStage,
  type MoneyStage,
  nextStage,
  type PlannedStage,
  type Stage,
  type Work,
  type WorkStage,
} from './next-stage.ts'

/**
 * The service's maximum page size. If more campaigns are open, only the full list shows whether the creator can sign
 * up for one.
 */
const MAX_CAMPAIGNS = 100

/** @param onOpenInvitation opens the invitation that the creator should answer */
export function WhatNext({ onOpenInvitation }: { onOpenInvitation: (invitationId: string) => void }) {
  const now = useNow()
  const accounts = useAccounts()
  const signUps = useSignUps()
  const invitations = useOpenInvitations()
  const partnerships = useUnsettledPartnerships()
  const withVideos = usePartnershipVideos(partnerships.items ?? [])
  const balance = useBalance()
  const payout = usePayoutAccount()
  if ([accounts, signUps, invitations, partnerships, balance, payout].some(({ isPending }) => isPending)) return <SkeletonText lines={2} />
  // If loading fails, the sections below show the error and this one stays empty.
  if (!accounts.data || !signUps.items || !partnerships.items) return null
  const stage = nextStage({
    accounts: accounts.data.items,
    networks: accounts.data.networks,
    signUps: signUps.items,
    invitations: invitations.items ?? [],
    partnerships: withVideos,
    balance: balance.data,
    payout: payout.data,
    now,
  })
  return stage.at === 'invited' ? <InvitationStep stage={stage} onOpen={onOpenInvitation} /> : <Step stage={stage} />
}

function Step({ stage }: { stage: Exclude<Stage, InvitationStage> }) {
  switch (stage.at) {
    case 'first':
    case 'connect':
    case 'code':
    case 'expired':
    case 'verifying':
      return <AccountStep stage={stage} />
    case 'risk':
    case 'fault':
    case 'publish':
      return <WorkStep stage={stage} />
    case 'planned':
      return <PlannedStep stage={stage} />
    case 'join':
    case 'join-again':
      return <JoinNext again={stage.at === 'join-again'} />
    case 'reading':
      return <ReadingStep />
    default:
      return <MoneyStep stage={stage} />
  }
}

function InvitationStep({ stage: { invitation }, onOpen }: { stage: InvitationStage; onOpen: (invitationId: string) => void }) {
  const { t, locale } = useText()
  const { id, amountCents, expiresAt = '' } = invitation
  const brand = useBrandName()(invitation)
  const at = formatDateTime(expiresAt, locale, { weekday: 'short' })
  return (
    <NextStep
      level={3}
      icon={Clock}
      sentence={t('next-invited', { brand, amount: formatCents(amountCents, locale), at })}
      consequence={<Countdown to={expiresAt} wrap={(left) => t('next-invited-note', { left })} />}
      action={
        <Button look="filled" iconAfter={ArrowRight} onClick={() => onOpen(id)}>
          {t('next-invited-action')}
        </Button>
      }
    />
  )
}

function PlannedStep({ stage: { partnership } }: { stage: PlannedStage }) {
  const { t, locale } = useText()
  const name = useBrandName()(partnership)
  return (
    <NextStep
      level={3}
      icon={Clock}
      sentence={t('next-planned', { name, at: formatDateTime(partnership.startsAt, locale, { weekday: 'short' }) })}
      consequence={t('next-planned-note')}
      action={<ButtonLink href={`/creator-history?open=${partnership.id}`}>{t('next-publish-action')}</ButtonLink>}
    />
  )
}

function AccountStep({ stage }: { stage: AccountStage }) {
  const { t, locale } = useText()
  if (stage.at === 'first') {
    const action = <ForwardLink href="/profile">{t('next-first-action')}</ForwardLink>
    return <NextStep level={3} sentence={t('next-first')} consequence={t('next-first-note')} action={action} />
  }
  const { code = '', codeExpiresAt = '', username, network } = stage.account
  const profile = `/profile?network=${network}`
  const step = { level: 3, icon: Clock } as const
  switch (stage.at) {
    case 'code':
      return (
        <NextStep
          {...step}
          sentence={t('next-code', { code, username })}
          consequence={t('next-code-note', { at: formatDateTime(codeExpiresAt, locale) })}
          action={
            <div className="creator-row-actions">
              <CopyButton look="filled" text={code} label={t('next-code-action')} />
              <ButtonLink href={profile}>{t('account-verify')}</ButtonLink>
            </div>
          }
        />
      )
    case 'connect': {
      const action = <ForwardLink href={profile}>{t('next-connect-action')}</ForwardLink>
      const consequence = t('next-connect-note', { network: NETWORK_NAMES[network] })
      return <NextStep {...step} sentence={t('next-connect', { username })} consequence={consequence} action={action} />
    }
    case 'expired': {
      const action = <ForwardLink href={profile}>{t('next-expired-action')}</ForwardLink>
      return <NextStep {...step} sentence={t('next-expired', { username })} consequence={t('next-expired-note')} action={action} />
    }
    case 'verifying':
      return <NextStep {...step} sentence={t('next-verifying', { username })} consequence={t('next-verifying-note')} />
  }
}

function WorkStep({ stage }: { stage: WorkStage }) {
  const { t, locale } = useText()
  const now = useNow()
  const nextAt = useNextReading()
  const { id, kind, code, endsAt } = stage.work
  const name = useBrandName()({ brandName: stage.work.name })
  const entry = `/creator-history?open=${id}`
  const step = { level: 3, icon: Clock } as const
  switch (stage.at) {
    case 'risk': {
      const { reason, views } = stage.risk
      const { text, at } = riskUntil(stage.risk, stage.work, now)
      return (
        <NextStep
          {...step}
          sentence={t('next-risk', { name, views: formatCount(views, locale), what: exclusionTable[reason][locale] })}
          consequence={`${restoreTable[reason][locale]} ${t(text, { at: formatDateTime(at, locale, { weekday: 'short' }) })}`}
          action={<FixAction work={stage.work} fix={exclusionTable[reason].fix} />}
        />
      )
    }
    case 'fault': {
      const { [locale]: what, fix } = exclusionTable[stage.fault.reason]
      return (
        <NextStep
          {...step}
          sentence={t('next-fault', { name, what })}
          consequence={`${fixTable[fix][locale]} ${nextAt ? t('next-fault-note', { at: nextAt }) : t('faults-then')}`}
          action={<FixAction work={stage.work} fix={fix} />}
        />
      )
    }
    case 'publish':
      return (
        <NextStep
          {...step}
          // The non-breaking hyphen keeps the code on one line.
          sentence={t(kind === 'partnership' ? 'next-publish-with' : 'next-publish', { name, code: code.replace('-', '\u2011') })}
          consequence={t('next-publish-note', { at: formatDateTime(endsAt, locale, { weekday: 'short' }) })}
          action={
            <div className="creator-row-actions">
              <CopyButton look="filled" text={code} label={t('account-copy')} />
              <ButtonLink href={entry}>{t('next-publish-action')}</ButtonLink>
            </div>
          }
        />
      )
  }
}

function MoneyStep({ stage }: { stage: MoneyStage }) {
  const { t, locale } = useText()
  const now = useNow()
  const step = { level: 3, icon: Landmark } as const
  switch (stage.at) {
    case 'set-up': {
      const action = <ForwardLink href="/balance">{t('next-account-action')}</ForwardLink>
      return <NextStep {...step} sentence={t('next-account')} consequence={t('next-account-note')} action={action} />
    }
    case 'complete': {
      const action = <ForwardLink href="/balance">{t('next-account-action')}</ForwardLink>
      return <NextStep {...step} sentence={t('next-account-more')} consequence={stage.why} action={action} />
    }
    case 'checking':
      return <NextStep {...step} sentence={t('next-checking')} consequence={t('next-checking-note')} />
    case 'stopped':
      return <NextStep {...step} sentence={t('next-stopped')} consequence={stage.why} />
    case 'way':
      return <Waiting sentence={t('next-way', { way: formatCents(stage.cents, locale) })} consequence={t('next-way-note')} />
    case 'move': {
      const amount = formatCents(stage.cents, locale)
      const action = <ForwardLink href="/balance">{t('next-move-action')}</ForwardLink>
      return <NextStep {...step} sentence={t('next-move', { amount })} consequence={t('next-move-note')} action={action} />
    }
    case 'held': {
      const { isLate, at } = heldUntil(stage.until, now)
      const held = { amount: formatCents(stage.cents, locale), at: formatDateTime(at, locale, { weekday: 'short' }) }
      return (
        <Waiting sentence={t(isLate ? 'next-held-late' : 'next-held', held)} consequence={t(isLate ? 'held-late-note' : 'held-note')} />
      )
    }
  }
}

function useNextReading() {
  const { locale } = useText()
  const readings = useReadings()
  return readings.data && formatDateTime(readings.data.nextAt, locale)
}

function ReadingStep() {
  const { t } = useText()
  const at = useNextReading()
  return at && <NextStep level={3} icon={Clock} sentence={t('next-reading', { at })} consequence={t('next-reading-note')} />
}

/** If the list failed to load or has more pages, assumes that the creator can sign up for a campaign. */
function useFitting() {
  const { items, hasNextPage, isPending } = usePublicCampaigns({}, MAX_CAMPAIGNS)
  const isOne = (campaign: PublicCampaign) => campaign.signedUpWith === undefined && eligibleAccounts(campaign).length > 0
  return { isPending, isEmpty: items?.length === 0, fits: !isPending && (!items || hasNextPage || items.some(isOne)) }
}

function JoinNext({ again }: { again: boolean }) {
  const { t } = useText()
  const { isPending, isEmpty, fits } = useFitting()
  if (isPending) return <SkeletonText lines={2} />
  if (fits) {
    const action = <ForwardLink href="/public-campaigns">{t('next-join-action')}</ForwardLink>
    return <NextStep level={3} sentence={t(again ? 'next-join-again' : 'next-join')} consequence={t('next-join-note')} action={action} />
  }
  const [sentence, consequence] = isEmpty
    ? (['next-none-open', 'campaigns-empty-text'] as const)
    : (['next-none-fits', 'next-none-fits-note'] as const)
  return <NextStep level={3} icon={Clock} sentence={t(sentence)} consequence={t(consequence)} />
}

/** Shown while the creator is only waiting for money. */
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

function FixAction({ work: { id, link, code }, fix }: { work: Work; fix: Fix }) {
  const { t } = useText()
  if (fix === 'add_link') return <CopyButton look="filled" text={link} label={t('part-copy-link')} />
  if (fix === 'add_code') return <CopyButton look="filled" text={code} label={t('account-copy')} />
  if (fix === 'connect_account') return <ForwardLink href="/profile">{t('next-connect-action')}</ForwardLink>
  return <ForwardLink href={`/creator-history?open=${id}`}>{t('next-fault-action')}</ForwardLink>
}
