import { Page, Section, SkeletonText, showToast } from '@reelfair/ui'
import { useLocation, useNavigate, usePage, useWrite } from '@reelfair/web-kit'
import { useEffect, useRef } from 'react'
import { useText } from './messages/index.ts'
import { Declined, Unfinished } from './results.tsx'

/** Networks send creators back to this page, which passes the result on once. */
export function ConnectPage() {
  const { t } = useText()
  usePage(t('title'))
  const navigate = useNavigate()
  const { search } = useLocation()
  const { mutate, data, error } = useWrite('POST', '/verification/connections/callbacks', {
    changes: ['accounts'],
    retry: false,
    onDone: (result) => {
      if (result.outcome === 'declined') return
      showToast(t(result.outcome, { username: result.username }), { kind: 'done' })
      void navigate('/dashboard', { replace: true })
    },
  })
  const isSent = useRef(false)
  const given = new URLSearchParams(search)
  const [state, code, failure] = [given.get('state'), given.get('code'), given.get('error')]

  // biome-ignore lint/correctness/useExhaustiveDependencies: the result in the address must be sent only once.
  useEffect(() => {
    if (isSent.current || !state) return
    isSent.current = true
    mutate({ state, ...(code && { code }), ...(failure && { error: failure.slice(0, 200) }) })
    // The code is useless from now on, but should not stay in the address bar or the history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])

  const isUnfinished = error !== null || !state
  const isDeclined = data?.outcome === 'declined'
  const isWaiting = !isUnfinished && !isDeclined
  return (
    <Page>
      <Section title={t('title')} level={1} {...(isWaiting && { note: t('waiting-note') })}>
        {isWaiting && <SkeletonText lines={3} />}
        {isUnfinished && <Unfinished error={error} />}
        {isDeclined && <Declined network={data.network} />}
      </Section>
    </Page>
  )
}
