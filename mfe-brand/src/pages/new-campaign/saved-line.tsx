import { Button, ErrorText, formatTime, Warning } from '@reelfair/ui'
import { useNavigate, useWrite } from '@reelfair/web-kit'
import { useState } from 'react'
import type { DraftSaver, SaveState } from './draft-saver.ts'
import { useText } from './messages/index.ts'
import { pathOf } from './steps.ts'

interface SavedLineProps {
  readonly state: SaveState
  readonly saver: DraftSaver
  readonly onDiscarded: () => void
}

export function SavedLine({ state, saver, onDiscarded }: SavedLineProps) {
  const { t, locale } = useText()
  const navigate = useNavigate()
  const discard = useWrite('DELETE', '/campaigns/drafts/current', {
    changes: ['campaigns'],
    onDone: () => {
      saver.stop()
      onDiscarded()
      void navigate(pathOf('goal'))
    },
  })
  const [isAsking, setAsking] = useState(false)
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
          <Button size="small" onClick={() => void saver.flush()}>
            {t('new-save-again')}
          </Button>
        </>
      )}
      {state.kind !== 'none' &&
        (isAsking ? (
          <p className="brand-discard">
            {t('new-discard-sure')}
            <Button size="small" look="danger" busy={discard.isPending} onClick={() => discard.mutate()}>
              {t('new-discard-yes')}
            </Button>
            <Button size="small" look="quiet" onClick={() => setAsking(false)}>
              {t('new-discard-no')}
            </Button>
          </p>
        ) : (
          <Button size="small" look="quiet" onClick={() => setAsking(true)}>
            {t('new-discard')}
          </Button>
        ))}
      <ErrorText error={discard.error} />
    </div>
  )
}

/** Shown when two windows have changed the same draft. */
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
