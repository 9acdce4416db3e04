import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'
import { Button, type ButtonLook } from '../button/button.tsx'
import { useWords } from '../provider/ui-provider.tsx'
import { showToast } from '../toasts/toasts.ts'

/** How long "Copied" is shown, in milliseconds. */
const COPIED_MS = 1500

/**
 * Copies text and shows "Copied" for 1.5 s. If the browser denies access to the clipboard, a toast explains how to copy
 * the text by hand.
 * @example <CopyButton text={link} label="Copy the link" look="filled" />
 */
export function CopyButton({
  text,
  label,
  look = 'outlined',
  size = 'medium',
}: {
  text: string
  label: string
  look?: ButtonLook
  size?: 'small' | 'medium' | 'large'
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
  }
  return (
    <>
      <Button look={look} size={size} iconAfter={copied ? Check : Copy} onClick={() => void copy()}>
        {/* Both labels occupy the same grid cell so that the button keeps its width. */}
        <span className="rf-copy">
          <span data-off={copied > 0 || undefined}>{label}</span>
          <span data-off={copied === 0 || undefined} aria-hidden="true">
            {words.copied}
          </span>
        </span>
      </Button>
      <span className="rf-hidden" role="status">
        {copied > 0 && words.copied}
      </span>
    </>
  )
}
