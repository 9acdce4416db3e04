import type { DraftInput, WizardDraft } from '@reelfair/contracts'
import { ApiError, useWrite } from '@reelfair/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Delay between the last change and the save. */
const AFTER_MS = 800

export type SaveState =
  | { readonly kind: 'none' | 'saving' | 'conflict' }
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'failed'; readonly error: unknown }

/** The last save of a wizard that the user has left. The next wizard waits for it before it loads the draft. */
let leaving: Promise<unknown> = Promise.resolve()
export const whenSaved = (): Promise<unknown> => leaving

/**
 * Saves the draft to the server: shortly after each change, and immediately on a change of step or when the user
 * leaves. Saves run one after another. Each save names the version it is based on, so that the service detects changes
 * from another window. After such a conflict, nothing is saved until the user chooses a version.
 * @param keptAt `savedAt` of the draft that the wizard started from, or null for a new one
 */
export function useAutosave(keptAt: string | null) {
  const [state, setState] = useState<SaveState>(keptAt === null ? { kind: 'none' } : { kind: 'saved', at: keptAt })
  const basedOn = useRef<string | null | undefined>(keptAt)
  const queued = useRef<WizardDraft>(undefined)
  /**
   * A save with an unknown outcome. It is repeated first, under the same idempotency key. Otherwise, it could look like
   * a change from another window.
   */
  const unsure = useRef<DraftInput>(undefined)
  const running = useRef<Promise<boolean>>(undefined)
  const shut = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { mutateAsync } = useWrite('PUT', '/campaigns/drafts/current', { changes: ['campaigns'] })

  const work = useCallback(async (): Promise<boolean> => {
    while (!shut.current && (unsure.current ?? queued.current)) {
      const next: DraftInput | undefined =
        unsure.current ?? (queued.current && { ...queued.current, ...(basedOn.current !== undefined && { basedOn: basedOn.current }) })
      if (!next) break
      if (!unsure.current) queued.current = undefined
      setState({ kind: 'saving' })
      try {
        const { draft } = await mutateAsync(next)
        unsure.current = undefined
        if (!draft) break
        basedOn.current = draft.savedAt
        setState({ kind: 'saved', at: draft.savedAt })
      } catch (error) {
        const { basedOn: _, ...draft } = next
        const isUnsure = error instanceof ApiError && error.outcomeUnknown
        unsure.current = isUnsure ? next : undefined
        if (!isUnsure) queued.current ??= draft
        const isConflict = error instanceof ApiError && error.code === 'conflict'
        shut.current = isConflict
        setState(isConflict ? { kind: 'conflict' } : { kind: 'failed', error })
        return false
      }
    }
    return !shut.current
  }, [mutateAsync])

  /** @returns whether all changes are saved. */
  const flush = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current)
    const run = (running.current ?? Promise.resolve(true)).then(work)
    running.current = run
    return run
  }, [work])

  const change = useCallback(
    (draft: WizardDraft) => {
      queued.current = draft
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), AFTER_MS)
    },
    [flush],
  )

  /** Replaces the version from another window with the one from this window. */
  const overwrite = useCallback(() => {
    shut.current = false
    basedOn.current = undefined
    return flush()
  }, [flush])

  /** Drops all pending saves, because they would re-create a draft that no longer exists. */
  const stop = useCallback(() => {
    shut.current = true
    clearTimeout(timer.current)
    queued.current = undefined
    unsure.current = undefined
  }, [])

  useEffect(() => {
    const waits = () => !shut.current && (queued.current ?? unsure.current) !== undefined
    const hide = () => {
      if (document.visibilityState === 'hidden' && waits()) void flush()
    }
    const ask = (event: BeforeUnloadEvent) => {
      if (waits()) event.preventDefault()
    }
    document.addEventListener('visibilitychange', hide)
    addEventListener('beforeunload', ask)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('beforeunload', ask)
      clearTimeout(timer.current)
      if (waits()) leaving = flush()
      else leaving = running.current ?? Promise.resolve()
    }
  }, [flush])

  return { state, change, flush, overwrite, stop }
}
