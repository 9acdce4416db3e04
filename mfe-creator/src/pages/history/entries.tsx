import type { Invitation, Partnership, SignUp } from '@reelfair/contracts'
import { Button, ButtonLink, EmptyState, ErrorPanel, LoadError, SkeletonRows, useNow } from '@reelfair/ui'
import { useSearchParams } from '@reelfair/web-kit'
import { useState } from 'react'
import type { InvitationDialogControl } from '../../components/partnerships/use-invitation-dialog.tsx'
import { stateNow } from '../../components/sign-ups/figures.ts'
import type { EntryControl } from './entry-frame.tsx'
import { InvitationEntry } from './invitation-entry.tsx'
import { useText } from './messages/index.ts'
import { PartnershipEntry } from './partnership-entry.tsx'
import type { Collaborations } from './queries.ts'
import { SignUpEntry } from './sign-up-entry.tsx'

/** Number of entries shown at first and added by each click. */
const ENTRIES_PER_CLICK = 20

type Item =
  | { readonly kind: 'sign-up'; readonly id: string; readonly at: string; readonly of: SignUp }
  | { readonly kind: 'partnership'; readonly id: string; readonly at: string; readonly of: Partnership }
  | { readonly kind: 'invitation'; readonly id: string; readonly at: string; readonly of: Invitation }

/** Newest first. A partnership has the id of its invitation and takes its place. */
function itemsOf({ signUps, partnerships, invitations }: Collaborations): Item[] {
  const agreed = new Set(partnerships.items?.map(({ id }) => id))
  const items: Item[] = [
    ...(signUps.items ?? []).map((of) => ({ kind: 'sign-up', id: of.id, at: of.signedUpAt, of }) as const),
    ...(partnerships.items ?? []).map((of) => ({ kind: 'partnership', id: of.id, at: of.acceptedAt, of }) as const),
    ...(invitations.items ?? [])
      .filter(({ id }) => !agreed.has(id))
      .map((of) => ({ kind: 'invitation', id: of.id, at: of.invitedAt ?? of.createdAt, of }) as const),
  ]
  return items.toSorted((a, b) => b.at.localeCompare(a.at))
}

interface EntriesProps {
  readonly all: Collaborations
  readonly answers: Pick<InvitationDialogControl, 'open' | 'refuse'>
}

export function Entries({ all, answers }: EntriesProps) {
  const { t } = useText()
  const [search] = useSearchParams()
  const requestedId = search.get('open')
  // Entries that the user has opened or closed. They override the URL and the default.
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({})
  const [most, setMost] = useState(ENTRIES_PER_CLICK)
  if (Object.values(all).some(({ isPending }) => isPending)) return <SkeletonRows rows={3} height={112} />
  const items = itemsOf(all)
  // The URL may contain a campaign id instead of a sign-up id, because a creator can sign up for each campaign only
  // once.
  const requestedIndex = items.findIndex(({ id, kind, of }) => requestedId === id || (kind === 'sign-up' && requestedId === of.campaignId))
  const shown = items.slice(0, Math.max(most, requestedIndex + 1))
  return (
    <>
      {items.length > 0 && (
        <ul className="creator-entries">
          {shown.map((item, index) => (
            <Entry
              key={item.id}
              item={item}
              answers={answers}
              isOpen={toggled[item.id] ?? (index === requestedIndex || items.length === 1)}
              isLinked={index === requestedIndex}
              onToggle={(isOpen) => setToggled((before) => ({ ...before, [item.id]: isOpen }))}
            />
          ))}
        </ul>
      )}
      <Failures all={all} />
      {items.length === 0 && Object.values(all).every((list) => list.items) && (
        <EmptyState title={t('history-empty')} action={<ButtonLink href="/public-campaigns">{t('next-join-action')}</ButtonLink>}>
          <p>{t('history-empty-text')}</p>
        </EmptyState>
      )}
      {shown.length < items.length && (
        <p className="creator-more">
          <Button onClick={() => setMost(shown.length + ENTRIES_PER_CLICK)}>{t('history-older')}</Button>
        </p>
      )}
    </>
  )
}

function Entry({ item, answers, ...control }: { item: Item; answers: EntriesProps['answers'] } & EntryControl) {
  const now = useNow()
  switch (item.kind) {
    case 'sign-up':
      return <SignUpEntry {...control} signUp={{ ...item.of, state: stateNow(item.of, now) }} />
    case 'partnership':
      return <PartnershipEntry {...control} partnership={item.of} />
    case 'invitation':
      return <InvitationEntry {...control} invitation={item.of} answers={answers} />
  }
}

const FAILED = { signUps: 'history-failed', partnerships: 'part-partnerships-failed', invitations: 'invitations-failed' } as const

/** Each kind loads and fails independently. Newer entries stay when older ones fail to load. */
function Failures({ all }: { all: Collaborations }) {
  const { t } = useText()
  return (Object.keys(FAILED) as (keyof Collaborations)[]).map((kind) => {
    const list = all[kind]
    if (!list.items) return <LoadError key={kind} title={t(FAILED[kind])} query={list} />
    if (!list.isFetchNextPageError) return null
    return (
      <ErrorPanel
        key={kind}
        title={t(FAILED[kind])}
        error={list.error}
        onRetry={() => void list.fetchNextPage()}
        busy={list.isFetchingNextPage}
      />
    )
  })
}
