import type { DataExport } from '@reelfair/contracts'
import { SERVICES } from '@reelfair/contracts/services'
import { Form, formatBytes, formatDate, formatDateTime, Icon, Submit, serverNow } from '@reelfair/ui'
import { supportEmail, useRead, useWrite } from '@reelfair/web-kit'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Download from 'lucide-react/icons/download'
import { RequestError } from '../../../components/request-error.tsx'
import { AccountRow, UnloadedRow } from '../account-row.tsx'
import { useText } from '../messages/index.ts'
import { Proof, ProofFields, type ProofNeeds, useProofForm } from '../proof.tsx'

/** How often to ask while live updates fail. */
const POLL_MS = 10_000

export function DataRow() {
  const { t } = useText()
  const newest = useRead('data-exports', '/identity/data-exports/latest', undefined, {
    pollMs: ({ latest }) => latest?.state === 'preparing' && POLL_MS,
  })
  if (!newest.data) return <UnloadedRow icon={Download} label={t('data')} failure={t('data-load-failed')} query={newest} />
  const { latest } = newest.data
  const mayRequest = latest?.state !== 'preparing' && (latest?.nextAt === undefined || Date.parse(latest.nextAt) <= serverNow())
  return (
    <AccountRow
      // Closes the form when the state changes.
      key={latest?.state}
      icon={Download}
      label={t('data')}
      value={latest ? <State of={latest} /> : t('data-none')}
      {...(mayRequest && {
        action: t(latest ? 'data-again' : 'data-prepare'),
        children: () => <Proof>{(needs) => <RequestForm needs={needs} />}</Proof>,
      })}
    />
  )
}

function State({ of }: { of: DataExport }) {
  const { t } = useText()
  switch (of.state) {
    case 'preparing':
      return <Preparing of={of} />
    case 'ready':
      return <Ready of={of} />
    case 'failed':
      return t('data-failed', { email: supportEmail() })
  }
}

const WEEK_MS = 7 * 86_400_000

function Preparing({ of: { arrived, isLate, requestedAt } }: { of: DataExport }) {
  const { t, locale } = useText()
  const day = formatDate(new Date(Date.parse(requestedAt) + WEEK_MS).toISOString(), locale)
  return (
    <>
      <p role="status">{t('data-preparing', { arrived: arrived.length, all: SERVICES.length })}</p>
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

function Ready({ of: { id, readyUntil, nextAt, bytes = 0 } }: { of: DataExport }) {
  const { t, locale } = useText()
  const isSoon = nextAt !== undefined && Date.parse(nextAt) > serverNow()
  return (
    <>
      <p role="status">
        {t('data-ready', { at: formatDateTime(readyUntil ?? '', locale), size: formatBytes(bytes, locale) })}{' '}
        <a className="rf-link" href={`/api/identity/data-exports/${id}/file`} download>
          {t('data-download')}
        </a>
      </p>
      {isSoon && <p>{t('data-next', { at: formatDateTime(nextAt, locale) })}</p>}
    </>
  )
}

function RequestForm({ needs }: { needs: ProofNeeds }) {
  const { t } = useText()
  const request = useWrite('POST', '/identity/data-exports', { changes: ['data-exports'], retry: false })
  const { field, submit, busy } = useProofForm(needs, request, request.mutate)
  return (
    <Form onSubmit={submit}>
      <p className="rf-note">{t('data-prepare-note')}</p>
      <ProofFields needs={needs} field={field} />
      <RequestError error={request.error} otherwise={t('data-prepare-failed')} />
      <Submit busy={busy}>{t('data-prepare-button')}</Submit>
    </Form>
  )
}
