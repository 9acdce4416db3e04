import type { Invitation } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import {
  ButtonLink,
  type Column,
  EmptyState,
  formatCount,
  formatDateTime,
  LoadError,
  MoreButton,
  ReasonChip,
  Section,
  Table,
  TextLink,
} from '@reelfair/ui'
import { BrandOnly } from '../../components/brand-only.tsx'
import { TimeLeft } from '../../components/invite/time-left.tsx'
import { WithdrawInvitation } from '../../components/invite/withdraw-invitation.tsx'
import { useCampaignNames, useInvitations } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'

export function Invitations() {
  const { t } = useText()
  const invitations = useInvitations()
  return (
    <Section id="invitations" title={t('invitations-title')} note={t('invitations-note')}>
      {invitations.items?.length === 0 ? (
        <EmptyState
          title={t('invitations-empty')}
          action={
            <BrandOnly>
              <ButtonLink href="/find-creators">{t('invitations-find')}</ButtonLink>
            </BrandOnly>
          }
        >
          <p>{t('invitations-empty-text')}</p>
        </EmptyState>
      ) : invitations.items || invitations.isPending ? (
        <>
          <InvitationTable invitations={invitations.items} />
          <MoreButton pages={invitations}>{t('invitations-more')}</MoreButton>
        </>
      ) : (
        <LoadError title={t('invitations-failed')} query={invitations} />
      )}
    </Section>
  )
}

function InvitationTable({ invitations = [] }: { invitations: readonly Invitation[] | undefined }) {
  const { t, locale } = useText()
  const nameOf = useCampaignNames(invitations.flatMap(({ campaignId }) => campaignId ?? []))
  const columns: Column<Invitation>[] = [
    {
      key: 'creator',
      head: t('invited-creator'),
      rowHead: true,
      stack: 'name',
      width: '26%',
      cell: ({ username, network, createdAt }) => (
        <span className="rf-entry">
          <strong>
            <bdi>{handleOf(username)}</bdi>
          </strong>
          <small>{t('invited-at', { network: NETWORK_NAMES[network], at: formatDateTime(createdAt, locale) })}</small>
        </span>
      ),
    },
    {
      key: 'credits',
      head: t('invited-credits'),
      align: 'end',
      stack: 'amount',
      width: '150px',
      cell: (invitation) => <HeldCredits invitation={invitation} />,
    },
    {
      key: 'state',
      head: t('column-state'),
      stack: 'state',
      cell: (invitation) => <InvitationState invitation={invitation} campaign={invitation.campaignId && nameOf(invitation.campaignId)} />,
    },
    {
      key: 'action',
      head: t('invited-action'),
      align: 'end',
      stack: 'receipt',
      width: '120px',
      cell: (invitation) =>
        invitation.status === 'pending' && (
          <BrandOnly>
            <WithdrawInvitation invitation={invitation} />
          </BrandOnly>
        ),
    },
  ]
  return (
    <Table
      caption={t('invitations-title')}
      columns={columns}
      rows={invitations}
      rowKey={({ id }) => id}
      loading={invitations.length === 0}
    />
  )
}

const creditWords = {
  funding: 'invited-none',
  pending: 'invited-held',
  accepted: 'invited-in-partnership',
  rejected: 'invited-returned',
  expired: 'invited-returned',
  withdrawn: 'invited-returned',
  failed: 'invited-none',
} as const

function HeldCredits({ invitation: { status, weeklyViewsGoal } }: { invitation: Invitation }) {
  const { t, locale } = useText()
  return (
    <span className="rf-entry">
      <span>{formatCount(weeklyViewsGoal, locale)}</span>
      <small>{t(creditWords[status])}</small>
    </span>
  )
}

function InvitationState({ invitation, campaign }: { invitation: Invitation; campaign: string | undefined }) {
  const { t, locale } = useText()
  const { id, status, expiresAt, respondedAt, endedAt, campaignId, missingViews = 0 } = invitation
  const date = (instant: string | undefined) => (instant ? formatDateTime(instant, locale, { weekday: 'short' }) : '')
  const ended = t('invitation-ended-fix', { at: date(endedAt ?? respondedAt) })
  switch (status) {
    case 'funding':
      return <ReasonChip kind="held" reason={t('invitation-funding')} fix={t('invitation-funding-fix')} />
    case 'pending':
      return <ReasonChip kind="held" reason={t('invitation-pending')} fix={expiresAt && <TimeLeft expiresAt={expiresAt} />} />
    case 'accepted':
      return (
        <ReasonChip
          kind="passed"
          reason={t('invitation-accepted')}
          fix={
            <>
              {t('invitation-accepted-fix', { at: date(respondedAt) })}{' '}
              <TextLink href={`/partnerships/${id}`}>{t('invitation-see')}</TextLink>
            </>
          }
        />
      )
    case 'rejected':
      if (campaignId === undefined) return <ReasonChip kind="out" reason={t('invitation-rejected')} fix={ended} />
      return <ReasonChip kind="out" reason={campaign ? t('invitation-joined', { campaign }) : t('invitation-joined-other')} fix={ended} />
    case 'expired':
    case 'withdrawn':
      return <ReasonChip kind="out" reason={t(`invitation-${status}`)} fix={ended} />
    case 'failed':
      return (
        <ReasonChip
          kind="out"
          reason={t('invitation-failed', { count: missingViews, missing: formatCount(missingViews, locale) })}
          fix={
            <>
              {t('invitation-failed-fix')}{' '}
              <TextLink href={`/brand-dashboard/purchase?missing=${missingViews}`}>{t('campaign-buy-missing')}</TextLink>
            </>
          }
        />
      )
  }
}
