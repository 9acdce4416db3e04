import type { DataExport, LatestDataExport } from '@reelfair/contracts'
import { SERVICES } from '@reelfair/contracts/services'
import { Button, ErrorText, Form, formatBytes, formatDate, formatDateTime, Icon, Submit, serverNow, showToast } from '@reelfair/ui'
import { supportEmail, useDownload, useRead, useWrite } from '@reelfair/web-kit'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Download from 'lucide-react/icons/download'
import { type ReactNode, useEffect, useRef } from 'react'
import { AccountRow, UnloadedRow } from '../account-row.tsx'
import { useText } from '../messages/index.ts'
import { Proof, ProofFields, type ProofNeeds, useProofForm } from '../proof.tsx'

/** How often to poll while live updates fail. */
const POLL_MS = 10_000

export function DataRow() {
  const { t } = useText()
  const newest = useRead('data-exports', '/identity/data-exports/latest', undefined, {
    pollMs: ({ latest }) => latest?.state === 'preparing' && POLL_MS,
  })
  if (!newest.data) return <UnloadedRow icon={Download} label={t('data')} failure={t('data-load-failed')} query={newest} />
  const { latest } = newest.data
  return <StateRow latest={latest} />
}

/** Only the download asks for a proof, because preparing the file reveals nothing. */
function StateRow({ latest }: LatestDataExport) {
  const { t, locale } = useText()
  const request = useWrite('POST', '/identity/data-exports', { changes: ['data-exports'] })
  const sentence = useRef<HTMLParagraphElement>(null)
  const id = latest?.id
  const { isIdle } = request
  // The new file's state has no button to request another, so the focus would be lost.
  useEffect(() => {
    if (id !== undefined && !isIdle && document.activeElement === document.body) sentence.current?.focus()
  }, [id, isIdle])

  const row = { icon: Download, label: t('data') }
  const problem = <ErrorText error={request.error} otherwise={t('data-prepare-failed')} />
  /** All states share one element, so that screen readers announce the next state. */
  const shown = (text: string, more: ReactNode) => (
    <>
      <p ref={sentence} role="status" tabIndex={-1}>
        {text}
      </p>
      {more}
    </>
  )
  switch (latest?.state) {
    case 'preparing': {
      const text = t('data-preparing', { arrived: latest.arrived.length, all: SERVICES.length })
      return <AccountRow {...row} value={shown(text, <Parts of={latest} />)} />
    }
    case 'ready': {
      const { readyUntil = '', bytes = 0 } = latest
      const text = t('data-ready', { at: formatDateTime(readyUntil, locale), size: formatBytes(bytes, locale) })
      return (
        <AccountRow {...row} value={shown(text, <NextFile of={latest} request={request} problem={problem} />)} action={t('data-download')}>
          {(close) => <Proof>{(needs) => <DownloadForm exportId={latest.id} needs={needs} onDone={close} />}</Proof>}
        </AccountRow>
      )
    }
    default:
      return (
        <AccountRow
          {...row}
          value={shown(latest ? t('data-failed', { email: supportEmail() }) : t('data-none'), problem)}
          action={t(latest ? 'data-again' : 'data-prepare')}
          onAction={request.mutate}
          busy={request.isPending}
        />
      )
  }
}

const WEEK_MS = 7 * 86_400_000

function Parts({ of: { arrived, isLate, requestedAt } }: { of: DataExport }) {
  const { t, locale } = useText()
  const day = formatDate(new Date(Date.parse(requestedAt) + WEEK_MS).toISOString(), locale)
  return (
    <>
      <ul className="shell-data-parts">
        {SERVICES.map((service) => (
          <li key={service}>
            <Icon of={arrived.includes(service) ? Check : Clock} size={16} />
            {t(`data-part-${service}`)}
            <span className="rf-hidden">{t(arrived.includes(service) ? 'data-part-there' : 'data-part-missing')}</span>
          </li>
        ))}
      </ul>
      <p>{isLate ? t('data-late', { day }) : t('data-mail')}</p>
    </>
  )
}

interface NextFileProps {
  readonly of: DataExport
  readonly request: { readonly mutate: () => void; readonly isPending: boolean }
  readonly problem: ReactNode
}

function NextFile({ of: { nextAt }, request, problem }: NextFileProps) {
  const { t, locale } = useText()
  if (nextAt !== undefined && Date.parse(nextAt) > serverNow()) return <p>{t('data-next', { at: formatDateTime(nextAt, locale) })}</p>
  return (
    <>
      <Button size="small" busy={request.isPending} onClick={() => request.mutate()}>
        {t('data-again')}
      </Button>
      {problem}
    </>
  )
}

function DownloadForm({ exportId, needs, onDone }: { exportId: string; needs: ProofNeeds; onDone: () => void }) {
  const { t } = useText()
  const download = useDownload('/identity/data-exports/:exportId/file')
  const onSuccess = () => {
    onDone()
    showToast(t('data-downloaded'))
  }
  const { field, submit, busy } = useProofForm(needs, download, (proof) => download.mutate({ exportId, ...proof }, { onSuccess }))
  return (
    <Form onSubmit={submit}>
      <p className="rf-note">{t('data-download-note')}</p>
      <ProofFields needs={needs} field={field} />
      <ErrorText error={download.error} otherwise={t('data-download-failed')} />
      <Submit busy={busy}>{t('data-download-button')}</Submit>
    </Form>
  )
}
