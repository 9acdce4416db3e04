import { Button, ButtonLink, EmptyState, ErrorPanel, formatCount, Page, Section, SkeletonRows, TextLink, Tiles, useNow } from '@reelfair/ui'
import { usePage, useSearchParams } from '@reelfair/web-kit'
import { useState } from 'react'
import { useSignUps } from '../../components/queries.ts'
import { stateNow } from '../../components/sign-ups/figures.ts'
import { Entry } from './entry.tsx'
import { useText } from './messages/index.ts'

/** All that a creator has taken part in, newest first: what was counted, why, and what became of it. */
export function HistoryPage() {
  const { t } = useText()
  usePage(t('history-title'))
  // The sums are of all.
  const signUps = useSignUps('all')
  return (
    <Page>
      <Section
        title={t('history-title')}
        level={1}
        note={t('history-note')}
        link={<TextLink href="/dashboard">{t('balance-back')}</TextLink>}
      >
        <Sums signUps={signUps} />
      </Section>
      <Section title={t('history-campaigns')} note={t('history-campaigns-note')}>
        <Entries signUps={signUps} />
      </Section>
    </Page>
  )
}

type Asked = ReturnType<typeof useSignUps>

/** Entries that are drawn at first, and with each press more. */
const ENTRIES_AT_ONCE = 20

function Sums({ signUps: { items, hasNextPage, isPending } }: { signUps: Asked }) {
  const { t, locale } = useText()
  const now = useNow()
  if (isPending || hasNextPage) return <SkeletonRows rows={1} height={96} />
  // The part below says what failed.
  if (!items) return null
  const count = (states: readonly string[]) => items.filter((one) => states.includes(stateNow(one, now))).length
  const qualified = items.reduce((sum, one) => sum + (one.state === 'withdrawn' ? 0 : one.count.qualified), 0)
  return (
    <Tiles
      tiles={[
        { label: t('history-active'), value: count(['active', 'closed']), note: t('history-active-note') },
        { label: t('history-completed'), value: count(['ended', 'settled', 'withdrawn']), note: t('history-completed-note') },
        {
          label: t('history-views'),
          value: items.reduce((sum, one) => sum + one.count.observed, 0),
          note: t('history-views-note', { views: formatCount(qualified, locale) }),
        },
      ]}
    />
  )
}

function Entries({ signUps }: { signUps: Asked }) {
  const { t } = useText()
  const [search] = useSearchParams()
  const asked = search.get('open')
  // A press counts more than what the address asks for; one alone is open by itself.
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({})
  const [most, setMost] = useState(ENTRIES_AT_ONCE)
  const now = useNow()
  const { items } = signUps
  if (signUps.isPending) return <SkeletonRows rows={3} height={112} />
  if (!items) {
    return <ErrorPanel title={t('history-failed')} error={signUps.error} onRetry={signUps.refetch} busy={signUps.isFetching} />
  }
  if (items.length === 0) {
    return (
      <EmptyState title={t('history-empty')} action={<ButtonLink href="/public-campaigns">{t('next-join-action')}</ButtonLink>}>
        <p>{t('history-empty-text')}</p>
      </EmptyState>
    )
  }
  // A link names the sign-up, or its campaign: a creator joins a campaign once.
  const askedAt = items.findIndex(({ id, campaignId }) => asked === id || asked === campaignId)
  const shown = items.slice(0, Math.max(most, askedAt + 1))
  return (
    <>
      <ul className="creator-entries">
        {shown.map((signUp, index) => (
          <Entry
            key={signUp.id}
            signUp={{ ...signUp, state: stateNow(signUp, now) }}
            isOpen={pressed[signUp.id] ?? (index === askedAt || items.length === 1)}
            isAsked={index === askedAt}
            onToggle={(isOpen) => setPressed((all) => ({ ...all, [signUp.id]: isOpen }))}
          />
        ))}
      </ul>
      {signUps.isFetchNextPageError && (
        <ErrorPanel
          title={t('history-failed')}
          error={signUps.error}
          onRetry={() => void signUps.fetchNextPage()}
          busy={signUps.isFetchingNextPage}
        />
      )}
      {shown.length < items.length && (
        <p className="creator-more">
          <Button onClick={() => setMost(shown.length + ENTRIES_AT_ONCE)}>{t('history-older')}</Button>
        </p>
      )}
    </>
  )
}
