import type { Me } from '@reelfair/contracts'
import { Section } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
import UserRoundX from 'lucide-react/icons/user-round-x'
import { useCallback, useEffect, useState } from 'react'
import { AccountRow, AccountRows } from '../account-row.tsx'
import { DeletionDetails, Obstacles } from './deletion-details.tsx'
import { useText } from './messages/index.ts'

const POLL_MS = 2_000

/** A deletion requested since the page was opened. `isStopped`: obstacles were found. */
export interface Closing {
  readonly isPending: boolean
  readonly isStopped: boolean
  readonly onPending: (isPending: boolean) => void
}

export function useClosing(): Closing {
  const [state, setState] = useState<'none' | 'pending' | 'stopped'>('none')
  const onPending = useCallback(
    (isPending: boolean) => setState((before) => (isPending ? 'pending' : before === 'none' ? 'none' : 'stopped')),
    [],
  )
  return { isPending: state === 'pending', isStopped: state === 'stopped', onPending }
}

/** While a deletion is pending, the page says goodbye when the session ends. */
export function DeletionSection({ me, closing: { isStopped, onPending } }: { me: Me; closing: Closing }) {
  const { t } = useText()
  const { data } = useRead('session', '/identity/account/deletion', {}, { pollMs: ({ state }) => state === 'pending' && POLL_MS })
  const isPending = data?.state === 'pending'
  useEffect(() => onPending(isPending), [isPending, onPending])
  return (
    <Section title={t('title')} note={t('note')}>
      {isPending ? (
        <div role="status">
          <p>{t('pending-title')}</p>
          <p className="rf-note">{t('pending-text')}</p>
        </div>
      ) : (
        <>
          {isStopped && data?.state === 'blocked' && (
            <div role="status" className="shell-deletion">
              <Obstacles obstacles={data.obstacles} />
            </div>
          )}
          <AccountRows>
            <AccountRow icon={UserRoundX} label={t('title')} value={t('lead')} action={t('open')}>
              {() => <DeletionDetails me={me} />}
            </AccountRow>
          </AccountRows>
        </>
      )}
    </Section>
  )
}

/** The service refuses admins with the same sentence. @see `deletion_by_command` */
export function DeletionByCommand() {
  const { t } = useText()
  return (
    <Section title={t('title')}>
      <AccountRows>
        <AccountRow icon={UserRoundX} label={t('title')} value={t('by-command')} />
      </AccountRows>
    </Section>
  )
}
