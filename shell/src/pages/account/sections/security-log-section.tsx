import type { SecurityEvent, SecurityEventKind } from '@reelfair/contracts'
import { formatDateTime, type Icon, LoadError, MoreButton, Section, SkeletonRows } from '@reelfair/ui'
import { usePages, useRefetchOnLanguageChange } from '@reelfair/web-kit'
import AtSign from 'lucide-react/icons/at-sign'
import Download from 'lucide-react/icons/download'
import KeyRound from 'lucide-react/icons/key-round'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Link2 from 'lucide-react/icons/link-2'
import Link2Off from 'lucide-react/icons/link-2-off'
import SignIn from 'lucide-react/icons/log-in'
import SignOut from 'lucide-react/icons/log-out'
import Smartphone from 'lucide-react/icons/smartphone'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UserRoundX from 'lucide-react/icons/user-round-x'
import type { ComponentProps } from 'react'
import { AccountRow, AccountRows } from '../account-row.tsx'
import { useText } from '../messages/index.ts'

const icons: Readonly<Record<SecurityEventKind, ComponentProps<typeof Icon>['of']>> = {
  'sign-in-password': SignIn,
  'sign-in-google': SignIn,
  'sign-in-link': SignIn,
  'sign-in-failed': TriangleAlert,
  'signed-out': SignOut,
  'session-ended': SignOut,
  'other-sessions-ended': SignOut,
  'all-sessions-ended': SignOut,
  'password-changed': KeyRound,
  'password-reset': KeyRound,
  'email-changed': AtSign,
  'google-connected': Link2,
  'google-disconnected': Link2Off,
  'second-factor-added': Smartphone,
  'second-factor-removed': Smartphone,
  'recovery-code-used': LifeBuoy,
  'recovery-codes-replaced': LifeBuoy,
  'email-change-requested': AtSign,
  'data-export-requested': Download,
  'data-export-downloaded': Download,
  'deletion-requested': UserRoundX,
  'wrong-password': TriangleAlert,
  'wrong-code': TriangleAlert,
}

const FIRST = 5

export function SecurityLogSection() {
  const { t } = useText()
  const pages = usePages('session', '/identity/security-events', { limit: FIRST })
  useRefetchOnLanguageChange(pages.refetch)
  return (
    <Section title={t('log-title')} note={t('log-note')}>
      {pages.items ? (
        <>
          <AccountRows>
            {pages.items.map((event) => (
              <Entry key={event.id} event={event} />
            ))}
          </AccountRows>
          <MoreButton pages={pages} size="small" className="shell-rows-more">
            {t('log-more')}
          </MoreButton>
        </>
      ) : pages.error ? (
        <LoadError title={t('log-failed')} query={pages} />
      ) : (
        <SkeletonRows rows={FIRST} height={68} />
      )}
    </Section>
  )
}

function Entry({ event: { kind, at, device, ip, count } }: { event: SecurityEvent }) {
  const { t, locale } = useText()
  const where = [formatDateTime(at, locale, { year: true }), device, ...(ip === undefined ? [] : [t('log-ip', { ip })])]
  return <AccountRow icon={icons[kind]} label={t(`log-${kind}`, { count })} value={where.join(', ')} />
}
