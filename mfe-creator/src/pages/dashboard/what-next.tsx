import { ButtonLink, CopyButton, formatDateTime, NextStep, SkeletonText, useNow } from '@reelfair/ui'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Clock from 'lucide-react/icons/clock'
import { codeState } from '../../components/code-state.ts'
import { useAccounts, useReadings } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'

/** The first thing a creator can do; when there is nothing, the night the views are read next. */
export function WhatNext() {
  const { t, locale } = useText()
  const now = useNow()
  const accounts = useAccounts()
  const readings = useReadings()
  // The part below says what failed; here an unknown state shows nothing.
  if (accounts.isPending) return <SkeletonText lines={2} />
  if (!accounts.data) return null

  const { items } = accounts.data
  if (items.length === 0) {
    return (
      <NextStep
        level={3}
        sentence={t('next-first')}
        consequence={t('next-first-note')}
        action={
          <ButtonLink look="filled" href="/profile" iconAfter={ArrowRight}>
            {t('next-first-action')}
          </ButtonLink>
        }
      />
    )
  }
  const open = items.find(({ status }) => status === 'unverified' || status === 'failed')
  if (open?.code && open.codeExpiresAt && codeState(open, now) === 'usable') {
    return (
      <NextStep
        level={3}
        sentence={t('next-code', { code: open.code, username: open.username })}
        consequence={t('next-code-note', { at: formatDateTime(open.codeExpiresAt, locale) })}
        icon={Clock}
        action={
          <div className="creator-row-actions">
            <CopyButton look="filled" text={open.code} label={t('next-code-action')} />
            <ButtonLink href={`/profile?network=${open.network}`}>{t('account-verify')}</ButtonLink>
          </div>
        }
      />
    )
  }
  if (open) {
    return (
      <NextStep
        level={3}
        sentence={t('next-expired', { username: open.username })}
        consequence={t('next-expired-note')}
        icon={Clock}
        action={
          <ButtonLink look="filled" href="/profile" iconAfter={ArrowRight}>
            {t('next-expired-action')}
          </ButtonLink>
        }
      />
    )
  }
  if (!readings.data) return null
  return (
    <NextStep
      level={3}
      sentence={t('next-reading', { at: formatDateTime(readings.data.nextAt, locale) })}
      consequence={t('next-reading-note')}
      icon={Clock}
    />
  )
}
