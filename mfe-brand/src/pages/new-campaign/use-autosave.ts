import type { CurrentDraft, DraftInput, WizardDraft } from '@reelfair/contracts'
import { ApiError, useWrite } from '@reelfair/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'

/** A pause in typing. */
const AFTER_MS = 800

export type SaveState =
  | { readonly kind: 'none' | 'saving' | 'conflict' }
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'failed'; readonly error: unknown }

/** The save of a wizard that is being left. Whoever reads the draft next waits for it, or it would read the one before. */
let leaving: Promise<unknown> = Promise.resolve()
export const whenLeft = (): Promise<unknown> => leaving

/**
 * Keeps the draft on the server: a moment after each change, at once on a step or when the page is left, one save after the other. Each says which draft it is
 * based on, so that a second window is noticed; then nothing more is saved until a person has chosen.
 * @param keptAt the `savedAt` of the draft one started from; null for none
 */
export function useAutosave(keptAt: string | null) {
  const [state, setState] = useState<SaveState>(keptAt === null ? { kind: 'none' } : { kind: 'saved', at: keptAt })
  const basedOn = useRef<string | null | undefined>(keptAt)
  const queued = useRef<WizardDraft>(undefined)
  /** Sent, with no word whether it arrived: asked again under the same key before anything else, else one's own save would look like another window's. */
  const unsure = useRef<DraftInput>(undefined)
  const running = useRef<Promise<boolean>>(undefined)
  const shut = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { mutateAsync } = useWrite<DraftInput, CurrentDraft>('PUT', '/campaigns/drafts/current', { changes: ['campaigns'] })

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

  /** @returns whether all is kept now. */
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

  /** Whatever another window has saved is replaced by what stands here. */
  const overwrite = useCallback(() => {
    shut.current = false
    basedOn.current = undefined
    return flush()
  }, [flush])

  /** The draft is no more: nothing that still waits may bring it back. */
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
