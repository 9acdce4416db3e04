import { Button, ErrorText, formatTime, Warning } from '@reelfair/ui'
import { useState } from 'react'
import { useText } from './messages/index.ts'
import type { SaveState } from './use-autosave.ts'

/** Whether all that was entered is kept, and how to be rid of it. */
export function SavedLine({
  state,
  onRetry,
  onDiscard,
  discarding,
  error,
}: {
  state: SaveState
  onRetry: () => void
  onDiscard: () => void
  discarding: boolean
  error: unknown
}) {
  const { t, locale } = useText()
  const [asks, setAsks] = useState(false)
  return (
    <div className="brand-saved">
      <p>
        {state.kind === 'saved' && t('new-saved', { at: formatTime(state.at, locale) })}
        {state.kind === 'saving' && t('new-saving')}
        {state.kind === 'conflict' && t('new-unsaved')} {t('new-not-charged')}
      </p>
      {state.kind === 'failed' && (
        <>
          <ErrorText error={state.error} />
          <Button size="small" onClick={onRetry}>
            {t('new-save-again')}
          </Button>
        </>
      )}
      {state.kind !== 'none' &&
        (asks ? (
          <p className="brand-discard">
            {t('new-discard-sure')}
            <Button size="small" look="danger" busy={discarding} onClick={onDiscard}>
              {t('new-discard-yes')}
            </Button>
            <Button size="small" look="quiet" onClick={() => setAsks(false)}>
              {t('new-discard-no')}
            </Button>
          </p>
        ) : (
          <Button size="small" look="quiet" onClick={() => setAsks(true)}>
            {t('new-discard')}
          </Button>
        ))}
      <ErrorText error={error ?? undefined} />
    </div>
  )
}

/** Two windows hold the same draft: a person says which one stays. */
export function Conflict({ onTheirs, onOurs }: { onTheirs: () => void; onOurs: () => void }) {
  const { t } = useText()
  return (
    <div role="alert" className="brand-conflict">
      <Warning
        level={2}
        title={t('new-conflict')}
        actions={
          <>
            <Button onClick={onTheirs}>{t('new-conflict-theirs')}</Button>
            <Button look="quiet" onClick={onOurs}>
              {t('new-conflict-ours')}
            </Button>
          </>
        }
      >
        {t('new-conflict-text')}
      </Warning>
    </div>
  )
}
