/** A short message about a completed action or a problem, with an optional action. */
export type Toast = { id: number; kind: 'done' | 'problem'; text: string; action?: { label: string; run: () => void } | undefined }

/** Maximum number of toasts; the oldest are dropped. Exceeding the limit indicates a bug elsewhere. */
const MAX_TOASTS = 20
/** Display time in milliseconds. Problems take longer to read. */
export const TOAST_MS = { done: 4000, problem: 5000 } as const

let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Stores the visible toasts for `Toasts`. */
export const toastStore = {
  read: () => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/**
 * Briefly confirms a completed action (4 s) or reports a problem (5 s). If the user has to act, show a message on the
 * page instead.
 * @returns The id of the toast, for `dismissToast`.
 * @example showToast('Profile saved.')
 */
export function showToast(text: string, { kind = 'done', action }: { kind?: Toast['kind']; action?: Toast['action'] } = {}): number {
  last += 1
  // Showing the same message again replaces the earlier toast and restarts its timer.
  const others = toasts.filter((toast) => toast.text !== text || toast.kind !== kind)
  change([...others, { id: last, kind, text, action }].slice(-MAX_TOASTS))
  return last
}

/** Removes a toast; unknown ids are ignored. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}
