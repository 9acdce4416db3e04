import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CloseShape from 'lucide-react/icons/x'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '../button/button.tsx'
import { Icon } from '../icon/icon.tsx'
import { useWords } from '../provider/ui-provider.tsx'
import { dismissToast, TOAST_MS, type Toast, toastStore } from './toasts.ts'

function Line({ toast, paused }: { toast: Toast; paused: boolean }) {
  const words = useWords()
  const left = useRef<number>(TOAST_MS[toast.kind])
  useEffect(() => {
    if (paused) return
    const started = performance.now()
    const timer = setTimeout(() => dismissToast(toast.id), left.current)
    return () => {
      clearTimeout(timer)
      // Remembers the remaining time, so that a pause neither shortens nor restarts the display.
      left.current -= performance.now() - started
    }
  }, [paused, toast.id])
  const { action } = toast
  return (
    <li className="rf-toast" data-kind={toast.kind}>
      <Icon of={toast.kind === 'problem' ? CircleAlert : Check} />
      <p>{toast.text}</p>
      {action && (
        <button
          type="button"
          className="rf-toast-action"
          onClick={() => {
            action.run()
            dismissToast(toast.id)
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon={CloseShape} label={words.close} onClick={() => dismissToast(toast.id)} />
    </li>
  )
}

/** Only the shell renders this region. Toasts stay while the user hovers over or focuses one. */
export function Toasts() {
  const words = useWords()
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const newest = toasts.at(-1)
  // Removing a focused or hovered toast fires no blur or leave event, so an empty list resets both flags.
  if (toasts.length === 0 && (hovered || focused)) {
    setHovered(false)
    setFocused(false)
  }
  return (
    <section className="rf-toasts" aria-label={words.notifications}>
      <ul
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        {toasts.map((toast) => (
          <Line key={toast.id} toast={toast} paused={hovered || focused} />
        ))}
      </ul>
      <div className="rf-hidden" role="status">
        {newest?.kind === 'done' && newest.text}
      </div>
      <div className="rf-hidden" role="alert">
        {newest?.kind === 'problem' && newest.text}
      </div>
    </section>
  )
}
