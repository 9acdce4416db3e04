import type { GoogleOutcome } from '@reelfair/contracts'
import { ButtonLink, ErrorText, NextStep, Page, Section, SkeletonText } from '@reelfair/ui'
import { googleStart, safeRedirect, useGoogleStep, useLocation, useNavigate, usePage } from '@reelfair/web-kit'
import { useEffect, useRef, useState } from 'react'
import { authPageLink } from '../../components/auth-page-link.ts'
import { placeAfterSignIn } from '../../components/kept-booking.ts'
import { useText } from './messages/index.ts'
import { PasswordForm } from './password-form.tsx'
import { RegistrationForm } from './registration-form.tsx'

/** Google returns to this page, which passes the result on once and then shows what is left to do. */
export function GoogleReturnPage() {
  const { t } = useText()
  usePage(t('title'))
  const navigate = useNavigate()
  const { search } = useLocation()
  const { mutate, error } = useGoogleStep('/identity/google/callbacks')
  const [outcome, setOutcome] = useState<GoogleOutcome>()
  const isSent = useRef(false)
  const given = new URLSearchParams(search)
  const [state, code, problem] = [given.get('state'), given.get('code'), given.get('error')]

  const show = (result: GoogleOutcome) => {
    if (result.outcome === 'signed-in') void navigate(placeAfterSignIn(result.me, safeRedirect(result.redirect ?? null)), { replace: true })
    else if (result.outcome === 'second-step')
      void navigate(placeAfterSignIn({ secondStep: true }, safeRedirect(result.redirect ?? null)), { replace: true })
    else if (result.outcome === 'connected') void navigate('/account', { replace: true })
    else setOutcome(result)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the result in the address must be sent only once.
  useEffect(() => {
    if (isSent.current || !state) return
    isSent.current = true
    mutate({ state, ...(code && { code }), ...(problem && { error: problem }) }, { onSuccess: show })
    // The code is useless from now on, but should not stay in the address bar or the history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])

  const isFailed = error !== null || !state
  const isWaiting = !isFailed && !outcome
  const step = isWaiting ? 'waiting' : outcome?.outcome
  const note = step === 'waiting' || step === 'terms' || step === 'password' ? t(`${step}-note`) : undefined
  return (
    <Page>
      <Section title={t('title')} level={1} {...(note && { note })}>
        <div className="shell-confirm">
          {isFailed && <Failure error={error} />}
          {isWaiting && <SkeletonText lines={3} />}
          {!isFailed && outcome && <Step outcome={outcome} onDone={show} />}
        </div>
      </Section>
    </Page>
  )
}

function Step({ outcome, onDone }: { outcome: GoogleOutcome; onDone: (result: GoogleOutcome) => void }) {
  switch (outcome.outcome) {
    case 'terms':
      return <RegistrationForm email={outcome.email} role={outcome.role ?? 'creator'} onDone={onDone} />
    case 'password':
      return <PasswordForm email={outcome.email} kept={keptQuery(outcome)} onDone={onDone} />
    case 'cancelled':
      return <Cancelled outcome={outcome} />
    default:
      return null
  }
}

type Kept = Pick<Extract<GoogleOutcome, { outcome: 'cancelled' }>, 'role' | 'redirect'>

const keptQuery = ({ role, redirect }: Kept) => new URLSearchParams({ ...(role && { role }), ...(redirect !== undefined && { redirect }) })

function Cancelled({ outcome }: { outcome: Extract<GoogleOutcome, { outcome: 'cancelled' }> }) {
  const { t } = useText()
  const { purpose, role } = outcome
  const kept = keptQuery(outcome)
  const [href, label] =
    purpose === 'connect'
      ? ['/account', t('back-account')]
      : role
        ? [authPageLink('/signup', kept), t('back-sign-up')]
        : [authPageLink('/login', kept), t('back')]
  return (
    <NextStep
      sentence={t('cancelled')}
      consequence={t('cancelled-note')}
      action={
        <ButtonLink href={href} look="filled">
          {label}
        </ButtonLink>
      }
    />
  )
}

/** The response to a failure lacks role and redirect, but the page that started the sign-in has them in its address. */
function Failure({ error }: { error: Error | null }) {
  const { t } = useText()
  const start = googleStart() ?? '/login'
  const label = start.startsWith('/account') ? t('back-account') : start.startsWith('/signup') ? t('back-sign-up') : t('back')
  return (
    <>
      <NextStep
        sentence={t('failed')}
        consequence={t('failed-note')}
        action={
          <ButtonLink href={start} look="filled">
            {label}
          </ButtonLink>
        }
      />
      <ErrorText error={error} />
    </>
  )
}
