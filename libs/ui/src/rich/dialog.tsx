import { ModalBase, ModalBaseBody, ModalBaseContent, ModalBaseOverlay, ModalBaseTitle } from '@mantine/core'
import CloseShape from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../button/button.tsx'
import { ErrorText } from '../form/form.tsx'
import { useWords } from '../provider/ui-provider.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Stays below the title while the body scrolls, for example a deadline. */
  lead?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** The dialog is 480, 640, 880 or 920 px wide. On phones, a `page` fills the screen. */
  size?: 'small' | 'medium' | 'large' | 'page'
  /** A locked dialog cannot be closed, for example during an operation. */
  locked?: boolean
}

/**
 * A modal dialog for a question or a short form. Traps focus while open and restores it on close.
 * @example <Dialog open={open} onClose={close} title="Rename the campaign" actions={<Submit
 * form="rename">Rename</Submit>}>…</Dialog>
 */
export function Dialog({ open, onClose, title, lead, children, actions, size = 'small', locked = false }: DialogProps) {
  const words = useWords()
  return (
    <ModalBase
      unstyled
      opened={open}
      onClose={onClose}
      closeOnEscape={!locked}
      closeOnClickOutside={false}
      // CSS locks scrolling (`html:has(.rf-overlay)`), because our CSP forbids the `<style>` of Mantine's scroll lock.
      lockScroll={false}
      transitionProps={{ duration: 140, transition: 'fade' }}
      className="rf-overlay"
    >
      <ModalBaseOverlay className="rf-overlay-veil" />
      <ModalBaseContent
        className={`rf-overlay-sheet rf-overlay-${size}`}
        innerProps={{
          className: 'rf-overlay-place rf-overlay-dialog',
          // The wrapper covers the backdrop, so a mouse press on the wrapper itself is outside the dialog.
          onMouseDown: (event) => {
            if (event.target === event.currentTarget && !locked) onClose()
          },
        }}
      >
        <div className="rf-overlay-head">
          <ModalBaseTitle className="rf-overlay-title">{title}</ModalBaseTitle>
          {!locked && <IconButton icon={CloseShape} label={words.close} onClick={onClose} />}
        </div>
        {lead && <div className="rf-overlay-lead">{lead}</div>}
        <ModalBaseBody className="rf-overlay-body">{children}</ModalBaseBody>
        {actions && <div className="rf-overlay-actions">{actions}</div>}
      </ModalBaseContent>
    </ModalBase>
  )
}

export type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** The label starts with a verb: "Remove the video". */
  confirm: string
  cancel?: string
  /** Set `danger` if the user can't undo the action. */
  danger?: boolean
  busy?: boolean
  error?: unknown
  onConfirm: () => unknown
}

/** The dialog stays open while the action runs, and shows the action's error. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirm,
  cancel,
  danger = false,
  busy = false,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const words = useWords()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      locked={busy}
      actions={
        <>
          <Button data-autofocus disabled={busy} onClick={onClose}>
            {cancel ?? words.cancel}
          </Button>
          <Button look={danger ? 'danger' : 'filled'} busy={busy} onClick={() => void onConfirm()}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      <ErrorText error={error} />
    </Dialog>
  )
}
