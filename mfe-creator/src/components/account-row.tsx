import type { Account } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, formatCount, formatDate, formatDateTime, ReasonChip, showToast, useNow } from '@reelfair/ui'
import { sentenceOfError } from '@reelfair/web-kit'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useText } from '../messages/index.ts'
import { codeState } from './code-state.ts'
import { hasCollabPage } from './collab/collab-link.ts'
import { type Connect, showsConnection } from './connection/connection.ts'
import { useRefreshStats, useRemoveAccount } from './queries.ts'

// Most creators have only verified accounts.
const VerifyActions = lazy(async () => ({ default: (await import('./verify-actions.tsx')).VerifyActions }))
// Only verified Instagram accounts have a public page.
const CollabActions = lazy(async () => ({ default: (await import('./collab/collab-actions.tsx')).CollabActions }))
const CollabState = lazy(async () => ({ default: (await import('./collab/collab-actions.tsx')).CollabState }))
// Only networks with an app of ours can be connected.
const ConnectionActions = lazy(async () => ({ default: (await import('./connection/connection-parts.tsx')).ConnectionActions }))
const ConnectionState = lazy(async () => ({ default: (await import('./connection/connection-parts.tsx')).ConnectionState }))

interface AccountRowProps {
  readonly account: Account
  /** Whether creators can or must connect accounts on this network. */
  readonly connect: Connect
  readonly removable?: boolean
}

export function AccountRow({ account, connect, removable = false }: AccountRowProps) {
  const { t, locale } = useText()
  const { network, username, createdAt, status, verifiedAt } = account
  const usable = codeState(account, useNow()) === 'usable'
  const open = status === 'unverified' || status === 'failed'
  const remove = useRemoveAccount(() => showToast(t('account-removed', { username })))
  const toastError = (fallback: string) => (error: Error) => showToast(sentenceOfError(error, locale) ?? fallback, { kind: 'problem' })
  return (
    <li>
      <div className="creator-row-text">
        <h3 className="creator-row-name">@{username}</h3>
        <p className="rf-note">{t('account-added', { network: NETWORK_NAMES[network], at: formatDate(createdAt, locale) })}</p>
        <Stats account={account} />
        <State account={account} usable={usable} brief={removable} connect={connect} />
        {showsConnection(account, connect) && (
          <Suspense>
            <ConnectionState account={account} connect={connect} />
          </Suspense>
        )}
        {hasCollabPage(account) && (
          <Suspense>
            <CollabState account={account} />
          </Suspense>
        )}
      </div>
      <div className="creator-row-actions">
        {open && !removable && (
          <Suspense>
            <VerifyActions account={account} connect={connect} usable={usable} />
          </Suspense>
        )}
        {verifiedAt && <RefreshStats account={account} />}
        {hasCollabPage(account) && !removable && (
          <Suspense>
            <CollabActions account={account} />
          </Suspense>
        )}
        {showsConnection(account, connect) && (
          <Suspense>
            <ConnectionActions account={account} connect={connect} />
          </Suspense>
        )}
        {removable && open && (
          <Button
            size="small"
            look="quiet"
            aria-label={t('account-remove-label', { username })}
            busy={remove.isPending}
            onClick={() => remove.mutate({ accountId: account.id }, { onError: toastError(t('account-remove-failed', { username })) })}
          >
            {t('account-remove')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Shows unknown average views as unknown, not as 0. */
function Stats({ account: { followers, averageViews, statsAt } }: { account: Account }) {
  const { t, locale } = useText()
  if (followers === undefined || statsAt === undefined) return null
  const known = { followers: formatCount(followers, locale), at: formatDateTime(statsAt, locale) }
  const views = averageViews === null || averageViews === undefined ? undefined : formatCount(averageViews, locale)
  return <p className="rf-note">{views === undefined ? t('stats-line-unknown', known) : t('stats-line', { ...known, views })}</p>
}

function RefreshStats({ account }: { account: Account }) {
  const { t, locale } = useText()
  const { username, nextStatsAt, statsSince } = account
  const refresh = useRefreshStats()
  const now = useNow()
  const early = nextStatsAt !== undefined && Date.parse(nextStatsAt) > now
  const busy = refresh.isPending || statsSince !== undefined
  return (
    <>
      {early && !busy && nextStatsAt && <span className="rf-note">{t('stats-next', { at: formatDate(nextStatsAt, locale) })}</span>}
      <Button
        size="small"
        icon={RefreshCw}
        aria-label={t('stats-refresh-label', { username })}
        busy={busy}
        disabled={early && !busy}
        onClick={() =>
          refresh.mutate(
            { accountId: account.id },
            { onError: (error) => showToast(sentenceOfError(error, locale) ?? t('accounts-failed'), { kind: 'problem' }) },
          )
        }
      >
        {t('stats-refresh')}
      </Button>
    </>
  )
}

interface StateProps {
  readonly account: Account
  readonly usable: boolean
  readonly brief: boolean
  readonly connect: Connect
}

/** With `brief`, omits the fix, which the page shows elsewhere. */
function State({ account, usable, brief, connect }: StateProps): ReactNode {
  const { t, locale } = useText()
  const { status, codeExpiresAt, failure, language, statsSince, statsFailure } = account
  switch (status) {
    case 'verified':
      return (
        <>
          <ReasonChip kind="passed" reason={t('account-verified')} />
          {failure && <ReasonChip kind="out" reason={t('account-failed')} fix={failure.sentence} />}
          {statsSince && <p className="rf-note">{t('stats-refreshing')}</p>}
          {statsFailure && <p className="rf-note">{statsFailure.sentence}</p>}
          {language === 'wait' && <p className="rf-note">{t('language-wait')}</p>}
          {language === 'post' && <p className="rf-note">{t('language-post')}</p>}
        </>
      )
    case 'verifying':
      return <ReasonChip kind="held" reason={t('account-verifying')} fix={t('account-verifying-fix')} />
    case 'failed':
      return <ReasonChip kind="out" reason={t('account-failed')} {...(!brief && { fix: failure?.sentence })} />
    case 'unverified':
      if (connect === 'required') return <ReasonChip kind="held" reason={t('account-unverified')} fix={t('account-connect')} />
      return (
        <ReasonChip
          kind="held"
          reason={t('account-unverified')}
          fix={
            usable && codeExpiresAt ? t('account-unverified-fix', { at: formatDateTime(codeExpiresAt, locale) }) : t('account-code-over')
          }
        />
      )
  }
}
