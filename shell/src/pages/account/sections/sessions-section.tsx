import type { UserSession } from '@reelfair/contracts'
import { Button, ErrorText, Form, formatDateTime, LoadError, Section, SkeletonRows, Submit, showToast } from '@reelfair/ui'
import { sentenceOfError, useRead, useRefetchOnLanguageChange, useSignOutEverywhere, useWrite } from '@reelfair/web-kit'
import SignOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { AccountRow, AccountRows } from '../account-row.tsx'
import { useText } from '../messages/index.ts'

export function SessionsSection() {
  const { t } = useText()
  const sessions = useRead('session', '/identity/sessions')
  useRefetchOnLanguageChange(sessions.refetch)
  const items = sessions.data?.items
  return (
    <Section id="sessions" title={t('sessions-title')} note={items && t('sessions-note', { count: items.length })}>
      {items ? (
        <>
          <AccountRows>
            {items.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
            <EverywhereRow />
          </AccountRows>
          {items.some(({ isCurrent }) => !isCurrent) && <EndOthers />}
        </>
      ) : sessions.error ? (
        <LoadError title={t('sessions-load-failed')} query={sessions} />
      ) : (
        <SkeletonRows rows={2} height={68} />
      )}
    </Section>
  )
}

/** Shows the error in a toast, because the row may be gone: the session may have ended in the meantime. */
const useFailureToast = () => {
  const { t, locale } = useText()
  return (error: Error) => showToast(sentenceOfError(error, locale) ?? t('sessions-failed'), { kind: 'problem' })
}

function SessionRow({ session: { id, device, isMobile, isCurrent, cause, isNewDevice, startedAt, usedAt } }: { session: UserSession }) {
  const { t, locale } = useText()
  const onError = useFailureToast()
  const end = useWrite('DELETE', '/identity/sessions/:sessionId', { changes: ['session'], onDone: () => showToast(t('session-ended')) })
  const signedIn = t(`session-${cause}`, { since: formatDateTime(startedAt, locale) })
  const icon = isMobile ? Smartphone : Monitor
  if (isCurrent)
    return <AccountRow icon={icon} label={device} value={t('session-here-since', { signedIn })} state={{ text: t('session-here') }} />
  return (
    <AccountRow
      icon={icon}
      label={device}
      value={t('session-since', { signedIn, used: formatDateTime(usedAt, locale) })}
      state={isNewDevice ? { text: t('session-new'), icon: TriangleAlert, isDoubtful: true } : undefined}
      action={t('session-end')}
      busy={end.isPending}
      onAction={() => end.mutate({ sessionId: id }, { onError })}
    />
  )
}

function EverywhereRow() {
  const { t } = useText()
  const signOut = useSignOutEverywhere()
  return (
    <AccountRow icon={SignOut} label={t('sessions-all')} value={t('sessions-all-value')} action={t('sessions-everywhere')}>
      {() => (
        <Form onSubmit={() => signOut.mutate()}>
          <p className="rf-note">{t('sessions-everywhere-note')}</p>
          <ErrorText error={signOut.error} otherwise={t('sessions-failed')} />
          <Submit busy={signOut.isPending}>{t('sessions-everywhere')}</Submit>
        </Form>
      )}
    </AccountRow>
  )
}

function EndOthers() {
  const { t } = useText()
  const onError = useFailureToast()
  const end = useWrite('DELETE', '/identity/sessions/others', { changes: ['session'], onDone: () => showToast(t('sessions-others-ended')) })
  return (
    <Button className="shell-rows-more" busy={end.isPending} onClick={() => end.mutate(undefined, { onError })}>
      {t('sessions-others')}
    </Button>
  )
}
