import { useWrite } from '@reelfair/web-kit'
import { useEffect, useState } from 'react'
import { DraftSaver, type SaveState } from './draft-saver.ts'

/** The last save of a wizard that the user has left. The next wizard waits for this save before loading the draft. */
let leaving: Promise<unknown> = Promise.resolve()
export const whenSaved = (): Promise<unknown> => leaving

/**
 * Saves the draft after changes, and when the user leaves or hides the page.
 * @param keptAt `savedAt` of the draft that the wizard started from, or null for a new draft
 */
export function useAutosave(keptAt: string | null): { state: SaveState; saver: DraftSaver } {
  const [state, setState] = useState<SaveState>(keptAt === null ? { kind: 'none' } : { kind: 'saved', at: keptAt })
  const { mutateAsync } = useWrite('PUT', '/campaigns/drafts/current', { changes: ['campaigns'] })
  const [saver] = useState(() => new DraftSaver({ basedOn: keptAt, put: mutateAsync, onState: setState }))

  useEffect(() => {
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden' && saver.hasUnsaved) void saver.flush()
    }
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      if (saver.hasUnsaved) event.preventDefault()
    }
    document.addEventListener('visibilitychange', saveWhenHidden)
    addEventListener('beforeunload', confirmLeaving)
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      removeEventListener('beforeunload', confirmLeaving)
      leaving = saver.leave()
    }
  }, [saver])

  return { state, saver }
}
