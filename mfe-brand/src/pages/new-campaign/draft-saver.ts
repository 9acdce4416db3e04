import type { CurrentDraft, DraftInput, WizardDraft } from '@reelfair/contracts'
import { ApiError } from '@reelfair/web-kit'

/** Delay between the last change and the save. */
const AFTER_MS = 800

export type SaveState =
  | { readonly kind: 'none' | 'saving' | 'conflict' }
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'failed'; readonly error: unknown }

interface DraftSaverOptions {
  /** `savedAt` of the draft that the wizard started from, or null for a new one. */
  readonly basedOn: string | null
  readonly put: (draft: DraftInput) => Promise<CurrentDraft>
  readonly onState: (state: SaveState) => void
}

/**
 * Saves the draft shortly after each change, or immediately on `flush`. Each save names the version it is based on, so
 * that the service detects changes from another window. After such a conflict, nothing is saved until `overwrite`.
 */
export class DraftSaver {
  readonly #options: DraftSaverOptions
  #basedOn: string | null | undefined
  #queued: WizardDraft | undefined
  /**
   * A save with an unknown outcome. Repeated first, with the same idempotency key, so that the save does not conflict
   * with itself.
   */
  #unsure: DraftInput | undefined
  #isStopped = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Resolves when all saves so far have finished. */
  #running = Promise.resolve(true)

  constructor(options: DraftSaverOptions) {
    this.#options = options
    this.#basedOn = options.basedOn
  }

  get hasUnsaved(): boolean {
    return !this.#isStopped && this.#pending !== undefined
  }

  get #pending(): DraftInput | undefined {
    if (this.#unsure || !this.#queued) return this.#unsure
    return { ...this.#queued, ...(this.#basedOn !== undefined && { basedOn: this.#basedOn }) }
  }

  change(draft: WizardDraft): void {
    this.#queued = draft
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), AFTER_MS)
  }

  /** @returns whether all changes are saved. */
  flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#running = this.#running.then(() => this.#saveAll())
    return this.#running
  }

  /** Saves unsaved changes, if any. @returns a promise that settles after the last save */
  leave(): Promise<unknown> {
    return this.hasUnsaved ? this.flush() : this.#running
  }

  /** Replaces the version from another window with the one from this window. */
  overwrite(): Promise<boolean> {
    this.#isStopped = false
    this.#basedOn = undefined
    return this.flush()
  }

  /** Drops pending saves, because they would re-create a draft that no longer exists. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#queued = undefined
    this.#unsure = undefined
  }

  async #saveAll(): Promise<boolean> {
    while (!this.#isStopped) {
      const next = this.#pending
      if (!next) break
      if (!this.#unsure) this.#queued = undefined
      this.#options.onState({ kind: 'saving' })
      try {
        const { draft } = await this.#options.put(next)
        this.#unsure = undefined
        if (!draft) break
        this.#basedOn = draft.savedAt
        this.#options.onState({ kind: 'saved', at: draft.savedAt })
      } catch (error) {
        this.#keep(next, error)
        return false
      }
    }
    return !this.#isStopped
  }

  #keep(failed: DraftInput, error: unknown): void {
    if (this.#isStopped) return
    const { basedOn: _, ...draft } = failed
    const isUnsure = error instanceof ApiError && error.outcomeUnknown
    this.#unsure = isUnsure ? failed : undefined
    if (!isUnsure) this.#queued ??= draft
    this.#isStopped = error instanceof ApiError && error.code === 'conflict'
    this.#options.onState(this.#isStopped ? { kind: 'conflict' } : { kind: 'failed', error })
  }
}
