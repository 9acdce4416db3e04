import type { Me } from '@reelfair/contracts'
import { brandLogoUrl } from '@reelfair/contracts/address'
import { AccountButton, Button, ButtonLink, TextLink } from '@reelfair/ui'
import { useLocation } from '@reelfair/web-kit'
import { useId } from 'react'
import { useSignOutButton } from '../components/use-sign-out-button.ts'
import { useText } from '../messages/index.ts'
import { PUBLIC_PLACES } from './public-places.ts'

const OWN_PLACES = {
  creator: [
    ['/profile', 'nav-accounts'],
    ['/creator-guide', 'nav-guide'],
  ],
  brand: [['/brand/profile', 'nav-brand-profile']],
  admin: [],
} as const

/** A native popover closes on Escape and on a click outside. */
export function AccountMenu({ me }: { me: Me }) {
  const { t } = useText()
  const id = useId()
  const { signOut, isSigningOut } = useSignOutButton()
  const places = [['/account', 'nav-account'] as const, ...OWN_PLACES[me.role], ...PUBLIC_PLACES]
  return (
    <>
      <AccountButton
        name={me.name ?? me.email}
        solid={me.role === 'brand'}
        picture={me.logoId && brandLogoUrl(me.logoId)}
        popoverTarget={id}
      />
      <div id={id} popover="auto" className="shell-account">
        {me.name && (
          <p className="shell-account-name">
            <bdi>{me.name}</bdi>
          </p>
        )}
        <p className="shell-account-email">{me.email}</p>
        <p className="rf-note">{t(`role-${me.role}`)}</p>
        {places.map(([href, label]) => (
          <p key={href} className="shell-account-place">
            {/* Navigation without a reload does not close a popover. */}
            <TextLink href={href} onClick={() => document.getElementById(id)?.hidePopover()}>
              {t(label)}
            </TextLink>
          </p>
        ))}
        <Button wide busy={isSigningOut} onClick={signOut}>
          {t('sign-out')}
        </Button>
      </div>
    </>
  )
}

/** Each page hides the link to itself. */
export function VisitorLinks() {
  const { t } = useText()
  const { pathname } = useLocation()
  return (
    <>
      {pathname !== '/contact' && <TextLink href="/contact">{t('contact')}</TextLink>}
      {pathname !== '/login' && <TextLink href="/login">{t('sign-in')}</TextLink>}
      {pathname !== '/signup' && (
        <ButtonLink href="/signup" size="small">
          {t('sign-up')}
        </ButtonLink>
      )}
    </>
  )
}
