import type { PayoutAccount as Account } from '@reelfair/contracts'
import { countryOptions } from '@reelfair/rules'
import { Button, ErrorText, formatDateTime, LoadError, ReasonChip, Select, SkeletonRows } from '@reelfair/ui'
import { useNavigate, useSearchParams } from '@reelfair/web-kit'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isBeingChecked, needsAction, useBalance, usePayoutAccount } from '../../components/queries.ts'
import { useText } from './messages/index.ts'
import { useDashboard, useOnboarding, useRecheck } from './queries.ts'

const kinds = { none: 'held', in_setup: 'held', active: 'passed', restricted: 'out', closed: 'out' } as const

export function PayoutAccount() {
  const { t } = useText()
  const account = usePayoutAccount()
  const hasEarned = useBalance().data?.earned !== 0
  const onboarding = useOnboarding()
  const recheck = useRecheck()
  const isOpened = account.data && account.data.status !== 'none' && account.data.status !== 'closed'
  useReturn({
    isReady: account.data !== undefined,
    onReturn: () => recheck.mutate(),
    // Anyone can craft this link, so opening it never creates a payout account.
    onExpired: () => isOpened && onboarding.mutate({}),
  })
  if (account.isPending) return <SkeletonRows rows={2} />
  if (!account.data) return <LoadError title={t('account-load-failed')} query={account} />
  return (
    <div className="creator-payout" aria-live="polite">
      <div className="creator-payout-head">
        <AccountStatus account={account.data} checking={recheck.isPending} hasEarned={hasEarned} />
        {isOpened && (
          <div className="creator-row-actions">
            {account.data.status === 'active' ? (
              <OpenDashboard />
            ) : !needsAction(account.data) ? null : (
              <Button
                look={isBeingChecked(account.data) || !hasEarned ? 'outlined' : 'filled'}
                iconAfter={ArrowUpRight}
                busy={onboarding.isPending || onboarding.isSuccess}
                onClick={() => onboarding.mutate({})}
              >
                {t('account-continue')}
              </Button>
            )}
            <Button look="quiet" busy={recheck.isPending} onClick={() => recheck.mutate()}>
              {t('account-recheck')}
            </Button>
          </div>
        )}
      </div>
      <ErrorText error={onboarding.error ?? recheck.error} />
      <Missing requirements={account.data.requirements} />
      {!isOpened && <SetUp onboarding={onboarding} look={hasEarned ? 'filled' : 'outlined'} />}
    </div>
  )
}

interface Return {
  readonly isReady: boolean
  readonly onReturn: () => void
  readonly onExpired: () => void
}

/** Removes the parameter from the URL, so that a reload does not handle the return from Stripe again. */
function useReturn({ isReady, onReturn, onExpired }: Return) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const returned = search.get('stripe_return') === 'true'
  const expired = search.get('stripe_refresh') === 'true'
  const done = useRef(false)
  const handle = useEffectEvent(() => {
    if (returned) onReturn()
    else onExpired()
    void navigate('/balance', { replace: true })
  })
  const isReturning = isReady && (returned || expired)
  useEffect(() => {
    if (!isReturning || done.current) return
    done.current = true
    handle()
  }, [isReturning])
}

function AccountStatus({ account, checking, hasEarned }: { account: Account; checking: boolean; hasEarned: boolean }) {
  const { t, locale } = useText()
  const { status, nextStep, checkedAt } = account
  return (
    <div className="creator-row-text">
      <h3 className="creator-row-name">{t(`account-title-${status}`)}</h3>
      <ReasonChip
        kind={kinds[status]}
        reason={t(`account-state-${status}`)}
        fix={status === 'none' && !hasEarned ? t('account-later') : nextStep}
        {...(status === 'active' && { icon: ShieldCheck })}
        {...(status === 'none' && { icon: CircleDashed })}
      />
      <p className="rf-note">
        {checking ? t('account-checking') : checkedAt && t('account-checked', { at: formatDateTime(checkedAt, locale) })}
      </p>
    </div>
  )
}

function Missing({ requirements }: Pick<Account, 'requirements'>) {
  const { t } = useText()
  if (requirements.length === 0) return null
  return (
    <ul className="creator-missing" aria-label={t('account-missing')}>
      {requirements.map(({ code, what, next, awaits, overdue }) => (
        <li key={code}>
          <ReasonChip
            boxed={awaits === 'you'}
            kind={awaits === 'you' ? 'out' : 'held'}
            reason={overdue ? t('account-overdue', { what }) : what}
            fix={next}
          />
        </li>
      ))}
    </ul>
  )
}

function SetUp({ onboarding, look }: { onboarding: ReturnType<typeof useOnboarding>; look: 'filled' | 'outlined' }) {
  const { t, locale } = useText()
  const options = countryOptions(locale)
  const [country, setCountry] = useState('FR')
  return (
    <div className="creator-set-up">
      <Select
        id="payout-country"
        label={t('account-country')}
        hint={t('account-country-hint')}
        options={options}
        value={country}
        onChange={({ currentTarget }) => setCountry(currentTarget.value)}
      />
      <Button
        look={look}
        iconAfter={ArrowUpRight}
        busy={onboarding.isPending || onboarding.isSuccess}
        onClick={() => {
          const chosen = options.find(({ value }) => value === country)
          onboarding.mutate(chosen ? { country: chosen.value } : {})
        }}
      >
        {t('account-set-up')}
      </Button>
    </div>
  )
}

function OpenDashboard() {
  const { t } = useText()
  const dashboard = useDashboard()
  return (
    <>
      <Button iconAfter={ArrowUpRight} busy={dashboard.isPending} onClick={() => dashboard.mutate()}>
        {t('account-open')}
      </Button>
      <ErrorText error={dashboard.error} />
    </>
  )
}
