import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { Button, type ButtonLook, IconButton } from '../button/button.tsx'
import { useWords } from '../provider/ui-provider.tsx'
import { showToast } from '../toasts/toasts.ts'

/** Time in milliseconds during which "Copied" is shown. */
const COPIED_MS = 1500

/**
 * Copies text. If the browser denies access to the clipboard, a toast explains how to copy the text by hand.
 * @param bare Shows only the icon; `label` becomes the accessible name.
 * @example <CopyButton text={link} label="Copy the link" look="filled" />
 */
export function CopyButton({
  text,
  label,
  look = 'outlined',
  size = 'medium',
  bare = false,
  onCopied,
}: {
  text: string
  label: string
  look?: ButtonLook
  size?: 'small' | 'medium' | 'large'
  bare?: boolean
  onCopied?: () => void
}) {
  const words = useWords()
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      showToast(words.copyFailed, { kind: 'problem' })
      return
    }
    setCopied((count) => count + 1)
    onCopied?.()
  }
  const shape = copied ? Check : Copy
  return (
    <>
      {bare ? (
        <IconButton icon={shape} label={label} onClick={() => void copy()} />
      ) : (
        <Button look={look} size={size} iconAfter={shape} onClick={() => void copy()}>
          {/* Both labels occupy one grid cell, so the button keeps its width. */}
          <span className="rf-copy">
            <span data-off={copied > 0 || undefined}>{label}</span>
            <span data-off={copied === 0 || undefined} aria-hidden="true">
              {words.copied}
            </span>
          </span>
        </Button>
      )}
      <span className="rf-hidden" role="status">
        {copied > 0 && words.copied}
      </span>
    </>
  )
}
