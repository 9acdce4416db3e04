import { formatCount, Page, Section, SkeletonRows, TextLink, Tiles, useNow } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import { partnershipStage } from '../../components/partnerships/figures.ts'
import { isAnswerable } from '../../components/partnerships/outcome.tsx'
import { useInvitationDialog } from '../../components/partnerships/use-invitation-dialog.tsx'
import { stateNow } from '../../components/sign-ups/figures.ts'
import { Entries } from './entries.tsx'
import { useText } from './messages/index.ts'
import { type Collaborations, useCollaborations } from './queries.ts'

export function HistoryPage() {
  const { t } = useText()
  usePage(t('history-title'))
  const all = useCollaborations()
  const invitation = useInvitationDialog()
  return (
    <Page>
      <Section
        title={t('history-title')}
        level={1}
        note={t('history-note')}
        link={<TextLink href="/dashboard">{t('balance-back')}</TextLink>}
      >
        <Sums all={all} />
      </Section>
      <Section title={t('history-campaigns')} note={t('history-campaigns-note')}>
        <Entries all={all} answers={invitation} />
      </Section>
      {invitation.dialog}
    </Page>
  )
}

function Sums({ all }: { all: Collaborations }) {
  const { t, locale } = useText()
  const now = useNow()
  const lists = Object.values(all)
  if (lists.some(({ isPending, hasNextPage }) => isPending || hasNextPage)) return <SkeletonRows rows={1} height={96} />
  const { items: signUps } = all.signUps
  const { items: partnerships } = all.partnerships
  const { items: invitations } = all.invitations
  // The list below shows loading errors.
  if (!signUps || !partnerships || !invitations) return null
  const states: readonly string[] = [...signUps.map((one) => stateNow(one, now)), ...partnerships.map((one) => partnershipStage(one, now))]
  const count = (wanted: readonly string[]) => states.filter((state) => wanted.includes(state)).length
  const counts = [...signUps.filter(({ state }) => state !== 'withdrawn'), ...partnerships].map((one) => one.count)
  const qualified = counts.reduce((sum, one) => sum + one.qualified, 0)
  const observed = [...signUps, ...partnerships].reduce((sum, one) => sum + one.count.observed, 0)
  const pending = invitations.filter((one) => isAnswerable(one, now)).length
  return (
    <Tiles
      tiles={[
        {
          label: t('history-invitations'),
          value: invitations.length,
          note: t('history-invitations-note', { pending: formatCount(pending, locale) }),
        },
        { label: t('history-active'), value: count(['planned', 'active', 'closed']), note: t('history-active-note') },
        { label: t('history-completed'), value: count(['over', 'ended', 'settled', 'withdrawn']), note: t('history-completed-note') },
        {
          label: t('history-views'),
          value: observed,
          note: t('history-views-note', { views: formatCount(qualified, locale) }),
        },
      ]}
    />
  )
}
