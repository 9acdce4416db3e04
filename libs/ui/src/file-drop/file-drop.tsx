import Upload from 'lucide-react/icons/upload'
import CloseShape from 'lucide-react/icons/x'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../button/button.tsx'
import { ErrorLine } from '../form/field.tsx'
import { formatBytes } from '../format.ts'
import { Icon } from '../icon/icon.tsx'
import { useUi } from '../provider/ui-provider.tsx'

/** The file that is there, or is on its way. */
export type DroppedFile = {
  name: string
  /** Size, measures: "1072 × 250 px, 184 KB". */
  detail?: ReactNode
  /** A small picture of it. */
  preview?: ReactNode
}

export type FileDropProps = {
  /** What the file is, for readers: "Banner". */
  label: string
  /** Headline in the zone; "Drop a file here" by default, or to replace the present one. */
  title?: ReactNode
  /** What is accepted, in words: "PNG or JPG, exactly 1072 × 250 px, up to 40 MB". */
  hint?: ReactNode
  /** Media types or endings, as in `<input accept>`: "image/png,.webm,video/*". */
  accept?: string
  /** The accepted kinds as a person says them, for the refusal: "PNG, JPG, WEBM". */
  kinds?: string
  maxBytes?: number
  /** Said instead of the component's own sentences, where a page has its own for these refusals. */
  sentences?: { readonly wrongKind: ReactNode; readonly tooLarge: ReactNode } | undefined
  file?: DroppedFile | undefined
  /** Share sent, 0 to 1, while the upload runs. */
  progress?: number | undefined
  error?: ReactNode
  disabled?: boolean
  id?: string
  onFile: (file: File) => void
  onRemove?: () => void
  /** Stops the upload. */
  onCancel?: () => void
}

function accepted(file: File, accept: string | undefined): boolean {
  if (!accept) return true
  const type = file.type.toLowerCase()
  const fileName = file.name.toLowerCase()
  return accept.split(',').some((raw) => {
    const rule = raw.trim().toLowerCase()
    if (rule.startsWith('.')) return fileName.endsWith(rule)
    return rule.endsWith('/*') ? type.startsWith(rule.slice(0, -1)) : type === rule
  })
}

/**
 * Takes one file by dropping, choosing or keyboard; shows the upload, the file, the error; replaces and removes it. The page does the upload.
 * @example <FileDrop label="Banner" accept="image/png,image/jpeg" maxBytes={40e6} file={file} progress={sent} onFile={upload} onRemove={clear} />
 */
export function FileDrop({
  label,
  title,
  hint,
  accept,
  kinds = accept ?? '',
  maxBytes,
  sentences,
  file,
  progress,
  error,
  disabled = false,
  id,
  onFile,
  onRemove,
  onCancel,
}: FileDropProps) {
  const { locale, words } = useUi()
  const input = useRef<HTMLInputElement>(null)
  const made = useId()
  const zoneId = id ?? made
  // dragenter and dragleave also fire on children; only the depth says whether the pointer is inside.
  const [depth, setDepth] = useState(0)
  const [refusal, setRefusal] = useState<ReactNode>()
  const sending = progress !== undefined
  const shut = disabled || sending
  const problem = refusal ?? error

  useEffect(() => {
    // A file that misses the zone would otherwise take the place of the page, and what was entered in it.
    const stay = (event: Event) => event.preventDefault()
    for (const type of ['dragover', 'drop']) addEventListener(type, stay)
    return () => {
      for (const type of ['dragover', 'drop']) removeEventListener(type, stay)
    }
  }, [])

  const take = (chosen: File | undefined) => {
    if (!chosen) return
    if (!accepted(chosen, accept)) return setRefusal(sentences?.wrongKind ?? words.fileWrongKind(chosen.name, kinds))
    if (maxBytes !== undefined && chosen.size > maxBytes) {
      return setRefusal(sentences?.tooLarge ?? words.fileTooLarge(chosen.name, formatBytes(maxBytes, locale)))
    }
    setRefusal(undefined)
    onFile(chosen)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDepth(0)
    if (!shut) take(event.dataTransfer.files[0])
  }
  const describedBy = [problem && `${zoneId}-error`, hint && `${zoneId}-hint`].filter(Boolean).join(' ')
  const percent = Math.round((progress ?? 0) * 100)

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a button and a file, not a set of fields.
    <div className="rf-file" role="group" aria-label={label}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping has its keyboard twin in the button. */}
      <div
        className="rf-file-zone"
        data-over={(depth > 0 && !shut) || undefined}
        data-disabled={disabled || undefined}
        onDragEnter={(event) => {
          event.preventDefault()
          setDepth(depth + 1)
        }}
        onDragOver={(event) => event.preventDefault()}
        onDragLeave={() => setDepth(Math.max(0, depth - 1))}
        onDrop={drop}
      >
        <Icon of={Upload} size={24} />
        <p className="rf-file-title">{title ?? (file ? words.dropToReplace : words.dropFile)}</p>
        {hint && (
          <p className="rf-file-hint" id={`${zoneId}-hint`}>
            {hint}
          </p>
        )}
        <Button
          id={zoneId}
          size="small"
          disabled={shut}
          onClick={() => input.current?.click()}
          {...(describedBy && { 'aria-describedby': describedBy })}
        >
          {words.chooseFile}
        </Button>
        <input
          ref={input}
          className="rf-hidden"
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          accept={accept}
          disabled={shut}
          onChange={(event) => {
            take(event.target.files?.[0])
            // The same file chosen again after a refusal must be heard again.
            event.target.value = ''
          }}
        />
      </div>
      <div role="alert">{problem && <ErrorLine id={`${zoneId}-error`}>{problem}</ErrorLine>}</div>
      {file && (
        <div className="rf-file-row">
          {file.preview && <div className="rf-file-preview">{file.preview}</div>}
          <div className="rf-file-text">
            <p>{file.name}</p>
            {sending ? (
              <p className="rf-note">
                {words.uploading}, {percent}
                {locale === 'fr' ? '\u00a0%' : '%'}
              </p>
            ) : (
              file.detail && <p className="rf-note">{file.detail}</p>
            )}
          </div>
          {sending
            ? onCancel && <IconButton icon={CloseShape} label={words.cancelUpload} onClick={onCancel} />
            : onRemove && <IconButton icon={CloseShape} label={words.removeFile(file.name)} disabled={disabled} onClick={onRemove} />}
          {sending && (
            <progress className="rf-progress" value={progress} max={1} aria-label={words.uploading}>
              {percent}
            </progress>
          )}
        </div>
      )}
    </div>
  )
}
