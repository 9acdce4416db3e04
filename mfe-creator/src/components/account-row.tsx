import type { Account } from '@reelfair/contracts'
import { Button, CopyButton, formatDate, formatDateTime, ReasonChip, showToast, useNow } from '@reelfair/ui'
import { sentenceOfError } from '@reelfair/web-kit'
import type { ReactNode } from 'react'
import { useText } from '../messages/index.ts'
import { codeState } from './code-state.ts'
import { useNewCode, useRemoveAccount } from './queries.ts'

/** One account: whose it is, whether that is proved, and the next step to prove it. */
export function AccountRow({ account, removable = false, level = 3 }: { account: Account; removable?: boolean; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  const { t, locale } = useText()
  const { network, username, createdAt, code, status } = account
  const usable = codeState(account, useNow()) === 'usable'
  const open = status === 'unverified' || status === 'failed'
  const renew = useNewCode(({ code }) => showToast(t('code-renewed', { code })))
  const remove = useRemoveAccount(() => showToast(t('account-removed', { username })))
  const said = (fallback: string) => (error: Error) => showToast(sentenceOfError(error, locale) ?? fallback, { kind: 'problem' })
  return (
    <li>
      <div className="creator-row-text">
        <Heading className="creator-row-name">@{username}</Heading>
        <p className="rf-note">{t('account-added', { network: t(`network-${network}`), at: formatDate(createdAt, locale) })}</p>
        <State account={account} usable={usable} />
      </div>
      <div className="creator-row-actions">
        {open && usable && code && <span className="creator-code">{code}</span>}
        {open && usable && code && <CopyButton text={code} label={t('account-copy')} size="small" />}
        {open && !usable && (
          <Button size="small" busy={renew.isPending} onClick={() => renew.mutate({ network }, { onError: said(t('account-code-over')) })}>
            {t('account-new-code')}
          </Button>
        )}
        {removable && open && (
          <Button
            size="small"
            look="quiet"
            aria-label={t('account-remove-label', { username })}
            busy={remove.isPending}
            onClick={() => remove.mutate(account, { onError: said(t('account-remove-failed', { username })) })}
          >
            {t('account-remove')}
          </Button>
        )}
      </div>
    </li>
  )
}

function State({ account: { status, codeExpiresAt }, usable }: { account: Account; usable: boolean }): ReactNode {
  const { t, locale } = useText()
  switch (status) {
    case 'verified':
      return <ReasonChip kind="passed" reason={t('account-verified')} />
    case 'verifying':
      return <ReasonChip kind="held" reason={t('account-verifying')} mend={t('account-verifying-mend')} />
    case 'failed':
      return <ReasonChip kind="out" reason={t('account-failed')} mend={t('account-failed-mend')} />
    case 'unverified':
      return (
        <ReasonChip
          kind="held"
          reason={t('account-unverified')}
          mend={
            usable && codeExpiresAt ? t('account-unverified-mend', { at: formatDateTime(codeExpiresAt, locale) }) : t('account-code-over')
          }
        />
      )
  }
}
