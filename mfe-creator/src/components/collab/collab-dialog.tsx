import type { Account } from '@reelfair/contracts'
import { categoryLabel } from '@reelfair/contracts/categories'
import { Button, ErrorText, formatCents, formatCount, formatDate, showToast } from '@reelfair/ui'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { useWrite } from '@reelfair/web-kit'
import { collabLink } from './collab-link.ts'
import { useText } from './messages/index.ts'

/** Says everything that the page shows before the creator switches it on. */
export function CollabDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useText()
  const { id: accountId, username, isCollabOpen = false } = account
  const save = useWrite('PUT', '/verification/accounts/:accountId/collab', {
    changes: ['accounts'],
    onDone: ({ isCollabOpen: isOpen }) => {
      showToast(t(isOpen ? 'done-on' : 'done-off'), { kind: 'done' })
      onClose()
    },
  })
  return (
    <RichProvider>
      <Dialog
        open
        onClose={onClose}
        title={t('title', { username })}
        locked={save.isPending}
        actions={
          <>
            <Button data-autofocus onClick={onClose}>
              {t('close')}
            </Button>
            <Button
              look={isCollabOpen ? 'outlined' : 'filled'}
              busy={save.isPending}
              onClick={() => save.mutate({ accountId, isOpen: !isCollabOpen })}
            >
              {t(isCollabOpen ? 'switch-off' : 'switch-on')}
            </Button>
          </>
        }
      >
        <p>{isCollabOpen ? t('is-on', { link: collabLink(account) }) : t('is-off')}</p>
        <p className="rf-note">{t('lead')}</p>
        <Shown account={account} />
        <p className="rf-note">{t('never')}</p>
        <ErrorText error={save.error} />
      </Dialog>
    </RichProvider>
  )
}

function Shown({ account }: { account: Account }) {
  const { t, locale } = useText()
  const { username, verifiedAt, followers, averageViews, rpmCents, language, category, city, country } = account
  const place = [city, country].filter(Boolean).join(', ')
  const rows: readonly (readonly [label: Parameters<typeof t>[0], value: string])[] = [
    ['username', `@${username}${verifiedAt ? `, ${formatDate(verifiedAt, locale, { year: true })}` : ''}`],
    ['followers', followers === undefined ? t('unknown') : formatCount(followers, locale)],
    ['views', averageViews === undefined || averageViews === null ? t('unknown') : formatCount(averageViews, locale)],
    ['rpm', rpmCents === undefined ? t('rpm-unknown') : formatCents(rpmCents, locale)],
    ['language', !language || language === 'wait' || language === 'post' ? t('unknown') : t(`language-${language}`)],
    ['category', category ? categoryLabel(category, locale) : t('unknown')],
    ['location', place || t('unknown')],
    ['profile', t('profile-source')],
    ['record', t('record-value')],
  ]
  return (
    <dl className="creator-collab" aria-label={t('shows')}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
