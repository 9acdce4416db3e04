import type { TransferStatus } from '@reelfair/contracts'
import { Button, DensePage, ErrorPanel, formatCount, formatDateTime, type JobStep, Select, StepList } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Play from 'lucide-react/icons/play'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../messages/index.ts'
import { Logs } from './logs.tsx'
import { type Progress, triedCount, useLogs, useProcessing, useQueue, useTestPartnerships } from './queries.ts'
import { Queue } from './queue.tsx'

const ProcessDialog = lazy(async () => ({ default: (await import('./process-dialog.tsx')).ProcessDialog }))

const TestPartnershipDialog = lazy(async () => ({ default: (await import('./test-partnership.tsx')).TestPartnershipDialog }))

const STATUSES = ['all', 'pending', 'processing', 'completed', 'failed'] as const

export function TransfersPage() {
  const { t, locale } = useText()
  usePage(t('transfers-title'))
  const [asking, setAsking] = useState<'process' | 'test'>()
  const tests = useTestPartnerships()
  const [shown, setShown] = useState<(typeof STATUSES)[number]>('all')
  const status: TransferStatus | undefined = shown === 'all' ? undefined : shown
  const queue = useQueue(status)
  const logs = useLogs()
  const { progress, run, error } = useProcessing()
  const running = progress?.state === 'running'
  const start = () => void run(queue.data?.waiting)
  return (
    <DensePage
      title={t('transfers-title')}
      note={queue.data ? t('transfers-waiting', { waiting: formatCount(queue.data.waiting, locale) }) : t('transfers-note')}
      actions={
        <>
          <Button
            icon={RefreshCw}
            busy={queue.isRefetching || logs.isRefetching}
            onClick={() => void Promise.all([queue.refetch(), logs.refetch()])}
          >
            {t('transfers-refresh')}
          </Button>
          {tests.data?.isAvailable && (
            <Button icon={FlaskConical} onClick={() => setAsking('test')}>
              {t('test-open')}
            </Button>
          )}
          <Button look="filled" icon={Play} busy={running} onClick={() => setAsking('process')}>
            {t('transfers-process')}
          </Button>
        </>
      }
      filters={
        <Select
          label={t('transfers-filter')}
          options={STATUSES.map((value) => ({ value, label: t(`status-${value}`) }))}
          value={shown}
          onChange={({ currentTarget }) => setShown(currentTarget.value as typeof shown)}
        />
      }
    >
      {progress && <ProcessProgress progress={progress} />}
      {error && !running && <ErrorPanel title={t('process-failed')} error={error} onRetry={start} />}
      {asking && (
        <Suspense>
          {asking === 'process' ? (
            <ProcessDialog onConfirm={start} onClose={() => setAsking(undefined)} />
          ) : (
            <TestPartnershipDialog onClose={() => setAsking(undefined)} />
          )}
        </Suspense>
      )}
      <div className="admin-part">
        <h2>{t('queue-title')}</h2>
        <Queue status={status} />
      </div>
      <div className="admin-part">
        <h2>{t('logs-title')}</h2>
        <Logs />
      </div>
    </DensePage>
  )
}

function ProcessProgress({ progress }: { progress: Progress }) {
  const { t, locale } = useText()
  const { state, successes, pending, errors, retryAt, remaining } = progress
  const figures = (count: number) => ({ count, figure: formatCount(count, locale) })
  const pendingText = retryAt
    ? t('process-pending-until', { ...figures(pending), at: formatDateTime(retryAt, locale) })
    : t('process-pending', figures(pending))
  const result = [
    (successes > 0 || pending + errors === 0) && t('process-successes', figures(successes)),
    pending > 0 && pendingText,
    errors > 0 && t('process-errors', figures(errors)),
  ]
    .filter(Boolean)
    .join(', ')
  const step: JobStep =
    state === 'running'
      ? {
          label: t('process-running'),
          state: 'running',
          detail: <SoFar progress={progress} summary={t('process-so-far', { result })} />,
        }
      : {
          label: t('process-result', { result }),
          state: errors > 0 ? 'failed' : pending > 0 ? 'waiting' : 'done',
          detail: remaining > 0 && t('process-remaining', { remaining: formatCount(remaining, locale) }),
        }
  return <StepList label={t('transfers-process')} steps={[step]} />
}

function SoFar({ progress, summary }: { progress: Progress; summary: string }) {
  const { t, locale } = useText()
  const done = triedCount(progress)
  const all = done + progress.remaining
  const words = t('process-of', { done: formatCount(done, locale), all: formatCount(all, locale) })
  return (
    <span className="admin-progress">
      {/* Without a value, the browser shows an indeterminate bar. */}
      <progress aria-label={t('process-running')} {...(all > 0 && { value: done, max: all })} />
      <span>
        {all > 0 && `${words}. `}
        {summary}
      </span>
    </span>
  )
}
