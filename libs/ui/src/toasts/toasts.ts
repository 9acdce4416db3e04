export type Toast = { id: number; kind: 'done' | 'problem'; text: string; action?: { label: string; run: () => void } | undefined }

/** The oldest toasts beyond this number are dropped. Such a large number indicates a bug elsewhere. */
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

export const toastStore = {
  read: () => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/**
 * Confirms a completed action (4 s) or reports a problem (5 s). If the user must act, show a message on the page
 * instead.
 * @returns The id for `dismissToast`.
 * @example showToast('Profile saved.')
 */
export function showToast(text: string, { kind = 'done', action }: { kind?: Toast['kind']; action?: Toast['action'] } = {}): number {
  last += 1
  // A repeated message replaces the earlier toast and restarts its timer.
  const others = toasts.filter((toast) => toast.text !== text || toast.kind !== kind)
  change([...others, { id: last, kind, text, action }].slice(-MAX_TOASTS))
  return last
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}
