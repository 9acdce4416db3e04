import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorPanel,
  formatCount,
  LoadError,
  Page,
  Section,
  SkeletonRows,
  TextLink,
  Tiles,
  useNow,
} from '@reelfair/ui'
import { usePage, useSearchParams } from '@reelfair/web-kit'
import { useState } from 'react'
import { useSignUps } from '../../components/queries.ts'
import { stateNow } from '../../components/sign-ups/figures.ts'
import { Entry } from './entry.tsx'
import { useText } from './messages/index.ts'

export function HistoryPage() {
  const { t } = useText()
  usePage(t('history-title'))
  // The totals need every page of sign-ups.
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

type SignUps = ReturnType<typeof useSignUps>

/** Number of entries shown at first and added by each click. */
const ENTRIES_PER_CLICK = 20

function Sums({ signUps: { items, hasNextPage, isPending } }: { signUps: SignUps }) {
  const { t, locale } = useText()
  const now = useNow()
  if (isPending || hasNextPage) return <SkeletonRows rows={1} height={96} />
  // The list below shows loading errors.
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

function Entries({ signUps }: { signUps: SignUps }) {
  const { t } = useText()
  const [search] = useSearchParams()
  const requestedId = search.get('open')
  // Entries that the user has opened or closed. They override the URL and the default.
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({})
  const [most, setMost] = useState(ENTRIES_PER_CLICK)
  const now = useNow()
  const { items } = signUps
  if (signUps.isPending) return <SkeletonRows rows={3} height={112} />
  if (!items) return <LoadError title={t('history-failed')} query={signUps} />
  if (items.length === 0) {
    return (
      <EmptyState title={t('history-empty')} action={<ButtonLink href="/public-campaigns">{t('next-join-action')}</ButtonLink>}>
        <p>{t('history-empty-text')}</p>
      </EmptyState>
    )
  }
  // The URL may contain a campaign id instead of a sign-up id, because a creator can sign up for each campaign only
  // once.
  const requestedIndex = items.findIndex(({ id, campaignId }) => requestedId === id || requestedId === campaignId)
  const shown = items.slice(0, Math.max(most, requestedIndex + 1))
  return (
    <>
      <ul className="creator-entries">
        {shown.map((signUp, index) => (
          <Entry
            key={signUp.id}
            signUp={{ ...signUp, state: stateNow(signUp, now) }}
            isOpen={toggled[signUp.id] ?? (index === requestedIndex || items.length === 1)}
            isLinked={index === requestedIndex}
            onToggle={(isOpen) => setToggled((all) => ({ ...all, [signUp.id]: isOpen }))}
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
          <Button onClick={() => setMost(shown.length + ENTRIES_PER_CLICK)}>{t('history-older')}</Button>
        </p>
      )}
    </>
  )
}
