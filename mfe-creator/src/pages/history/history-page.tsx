import { ButtonLink, EmptyState, ErrorPanel, formatCount, Page, Section, SkeletonRows, TextLink, Tiles } from '@reelfair/ui'
import { usePage, useSearchParams } from '@reelfair/web-kit'
import { useEffect, useState } from 'react'
import { useSignUps } from '../../components/queries.ts'
import { Entry } from './entry.tsx'
import { useText } from './messages/index.ts'

/** All that a creator has taken part in, newest first: what was counted, why, and what became of it. */
export function HistoryPage() {
  const { t } = useText()
  usePage(t('history-title'))
  const signUps = useAllSignUps()
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

/** Every page of them: the sums are of all. */
function useAllSignUps(): Asked {
  const signUps = useSignUps()
  const { hasNextPage, isFetching, isError, fetchNextPage } = signUps
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return signUps
}

function Sums({ signUps: { items, hasNextPage, isPending } }: { signUps: Asked }) {
  const { t, locale } = useText()
  if (isPending || hasNextPage) return <SkeletonRows rows={1} height={96} />
  // The part below says what failed.
  if (!items) return null
  const count = (states: readonly string[]) => items.filter(({ state }) => states.includes(state)).length
  const qualified = items.reduce((sum, one) => sum + one.count.qualified, 0)
  return (
    <Tiles
      tiles={[
        { label: t('history-active'), value: count(['active', 'closed']), note: t('history-active-note') },
        { label: t('history-completed'), value: count(['ended', 'settled']), note: t('history-completed-note') },
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
  return (
    <ul className="creator-entries">
      {items.map((signUp) => (
        <Entry
          key={signUp.id}
          signUp={signUp}
          isOpen={pressed[signUp.id] ?? (asked === signUp.id || items.length === 1)}
          isAsked={asked === signUp.id}
          onToggle={(isOpen) => setPressed((all) => ({ ...all, [signUp.id]: isOpen }))}
        />
      ))}
    </ul>
  )
}
