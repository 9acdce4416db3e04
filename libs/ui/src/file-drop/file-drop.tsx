import Upload from 'lucide-react/icons/upload'
import CloseShape from 'lucide-react/icons/x'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../button/button.tsx'
import { ErrorLine } from '../form/field.tsx'
import { formatPercent } from '../format.ts'
import { Icon } from '../icon/icon.tsx'
import { useUi } from '../provider/ui-provider.tsx'

export type DroppedFile = {
  name: string
  detail?: ReactNode
  preview?: ReactNode
}

export type FileDropProps = {
  label: string
  /** Description of accepted files: "PNG or JPG, exactly 1072 × 250 px, up to 40 MB". */
  hint?: ReactNode
  /** Media types or file extensions, as in `<input accept>`: "image/png,.webm,video/*". */
  accept?: string
  maxBytes?: number
  errorTexts: { readonly wrongKind: ReactNode; readonly tooLarge: ReactNode }
  file?: DroppedFile | undefined
  /** Upload progress from 0 to 1; undefined when no upload is running. */
  progress?: number | undefined
  error?: ReactNode
  id?: string
  onFile: (file: File) => void
  onRemove?: () => void
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
 * Without this hook, the browser would open a file dropped outside the zone and discard the page with its form data.
 */
function useKeepPageOnDrop() {
  useEffect(() => {
    const listening = new AbortController()
    for (const type of ['dragover', 'drop']) addEventListener(type, (event) => event.preventDefault(), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}

/**
 * Accepts one file by drag and drop or from a file dialog. The page uploads the file.
 * @example <FileDrop label="Banner" accept="image/png,image/jpeg" maxBytes={40e6} file={file} progress={sent}
 * onFile={upload} onRemove={clear} />
 */
export function FileDrop(props: FileDropProps) {
  const { label, accept, maxBytes, errorTexts, file, progress, error, id, onFile } = props
  const made = useId()
  const zoneId = id ?? made
  const [refusal, setRefusal] = useState<ReactNode>()
  const problem = refusal ?? error
  useKeepPageOnDrop()

  const refusalOf = (chosen: File): ReactNode => {
    if (!accepted(chosen, accept)) return errorTexts.wrongKind
    return maxBytes === undefined || chosen.size <= maxBytes ? undefined : errorTexts.tooLarge
  }
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    const refused = refusalOf(chosen)
    setRefusal(refused)
    if (refused === undefined) onFile(chosen)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a button and a file, not a set of fields.
    <div className="rf-file" role="group" aria-label={label}>
      <DropZone {...props} id={zoneId} isShut={progress !== undefined} hasError={Boolean(problem)} onFile={take} />
      <div role="alert">{problem && <ErrorLine id={`${zoneId}-error`}>{problem}</ErrorLine>}</div>
      {file && <FileRow {...props} file={file} />}
    </div>
  )
}

interface DropZoneProps extends Pick<FileDropProps, 'hint' | 'accept' | 'file'> {
  readonly id: string
  readonly isShut: boolean
  readonly hasError: boolean
  readonly onFile: (file: File | undefined) => void
}

function DropZone({ id, hint, accept, file, isShut, hasError, onFile }: DropZoneProps) {
  const { words } = useUi()
  const input = useRef<HTMLInputElement>(null)
  // dragenter and dragleave also fire for child elements, so a counter tracks whether the pointer is inside.
  const [depth, setDepth] = useState(0)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDepth(0)
    if (!isShut) onFile(event.dataTransfer.files[0])
  }
  const describedBy = [hasError && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button offers the same action to keyboard users.
    <div
      className="rf-file-zone"
      data-over={(depth > 0 && !isShut) || undefined}
      onDragEnter={(event) => {
        event.preventDefault()
        setDepth(depth + 1)
      }}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={() => setDepth(Math.max(0, depth - 1))}
      onDrop={drop}
    >
      <Icon of={Upload} size={24} />
      <p className="rf-file-title">{file ? words.dropToReplace : words.dropFile}</p>
      {hint && (
        <p className="rf-file-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Button
        id={id}
        size="small"
        disabled={isShut}
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
        disabled={isShut}
        onChange={(event) => {
          onFile(event.target.files?.[0])
          // Without this reset, choosing the same file again would not fire a change event.
          event.target.value = ''
        }}
      />
    </div>
  )
}

interface FileRowProps extends Pick<FileDropProps, 'progress' | 'onRemove' | 'onCancel'> {
  readonly file: DroppedFile
}

function FileRow({ file, progress, onRemove, onCancel }: FileRowProps) {
  const { locale, words } = useUi()
  const sending = progress !== undefined
  const percent = formatPercent(progress ?? 0, locale)
  return (
    <div className="rf-file-row">
      {file.preview && <div className="rf-file-preview">{file.preview}</div>}
      <div className="rf-file-text">
        <p>{file.name}</p>
        {sending ? (
          <p className="rf-note">
            {words.uploading}, {percent}
          </p>
        ) : (
          file.detail && <p className="rf-note">{file.detail}</p>
        )}
      </div>
      {sending
        ? onCancel && <IconButton icon={CloseShape} label={words.cancelUpload} onClick={onCancel} />
        : onRemove && <IconButton icon={CloseShape} label={words.removeFile(file.name)} onClick={onRemove} />}
      {sending && (
        <progress className="rf-progress" value={progress} max={1} aria-label={words.uploading}>
          {percent}
        </progress>
      )}
    </div>
  )
}
