/** What a toast says, and whether it is a problem. */
export type Toast = { id: number; kind: 'done' | 'problem'; text: string; action?: { label: string; run: () => void } | undefined }

/** More than this at once is a fault elsewhere; the oldest go. */
export const MOST_TOASTS = 20
/** Milliseconds on screen. A problem takes longer to read. */
export const TOAST_MS = { done: 4000, problem: 5000 } as const

let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** The toasts on screen, for `Toasts`. */
export const toastStore = {
  read: () => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/**
 * Says shortly that something is done (4 s) or did not work (5 s). What a person must act on belongs on the page instead.
 * @returns the toast's id, for `dismissToast`.
 * @example showToast('Profile saved.')
 */
export function showToast(text: string, { kind = 'done', action }: { kind?: Toast['kind']; action?: Toast['action'] } = {}): number {
  last += 1
  // The same sentence twice is one toast that starts anew.
  const others = toasts.filter((toast) => toast.text !== text || toast.kind !== kind)
  change([...others, { id: last, kind, text, action }].slice(-MOST_TOASTS))
  return last
}

/** Takes a toast away; unknown ids are passed over. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}
