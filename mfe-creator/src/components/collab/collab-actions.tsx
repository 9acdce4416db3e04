import type { Account } from '@reelfair/contracts'
import { Button, CopyButton, ReasonChip } from '@reelfair/ui'
import { lazy, Suspense, useState } from 'react'
import { collabLink, isHidden } from './collab-link.ts'
import { useText } from './messages/index.ts'

const CollabDialog = lazy(async () => ({ default: (await import('./collab-dialog.tsx')).CollabDialog }))

/** The link to the account's public page, if it is on, and its settings. @source specification §2, /dashboard */
export function CollabActions({ account }: { account: Account }) {
  const { t } = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      {account.isCollabOpen && <CopyButton size="small" text={collabLink(account)} label={t('copy')} />}
      <Button size="small" aria-label={t('configure-label', { username: account.username })} onClick={() => setOpen(true)}>
        {t('configure')}
      </Button>
      {open && (
        <Suspense>
          <CollabDialog account={account} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export function CollabState({ account }: { account: Account }) {
  const { t } = useText()
  if (!account.isCollabOpen) return null
  if (isHidden(account)) return <ReasonChip kind="held" reason={t('on-hidden')} fix={t('on-hidden-fix')} />
  return <ReasonChip kind="passed" reason={t('on')} />
}
