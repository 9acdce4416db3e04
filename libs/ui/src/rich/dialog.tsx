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
  children?: ReactNode
  /** Buttons at the foot, the filled one last. */
  actions?: ReactNode
  /** 480, 640 or 880 px wide. */
  size?: 'small' | 'medium' | 'large'
  /** Not closed by Escape or a click beside it: something runs that must not be left. */
  locked?: boolean
}

function Overlay({
  kind,
  open,
  onClose,
  title,
  children,
  actions,
  size = 'small',
  locked = false,
}: DialogProps & { kind: 'dialog' | 'drawer' }) {
  const words = useWords()
  return (
    <ModalBase
      unstyled
      opened={open}
      onClose={onClose}
      closeOnEscape={!locked}
      closeOnClickOutside={false}
      // The page behind is held by CSS (`html:has(.rf-overlay)`): the lock of Mantine writes a <style>, which our policy forbids.
      lockScroll={false}
      transitionProps={{ duration: 140, transition: 'fade' }}
      className="rf-overlay"
    >
      <ModalBaseOverlay className="rf-overlay-veil" />
      <ModalBaseContent
        className={`rf-overlay-sheet rf-overlay-${size}`}
        innerProps={{
          className: `rf-overlay-place rf-overlay-${kind}`,
          // The sheet lies inside this place, which covers the veil: a press that starts on the place itself is one beside the sheet.
          onMouseDown: (event) => {
            if (event.target === event.currentTarget && !locked) onClose()
          },
        }}
      >
        <div className="rf-overlay-head">
          <ModalBaseTitle className="rf-overlay-title">{title}</ModalBaseTitle>
          {!locked && <IconButton icon={CloseShape} label={words.close} onClick={onClose} />}
        </div>
        <ModalBaseBody className="rf-overlay-body">{children}</ModalBaseBody>
        {actions && <div className="rf-overlay-actions">{actions}</div>}
      </ModalBaseContent>
    </ModalBase>
  )
}

/**
 * A question or a small form above the page. The focus goes in, stays in, and returns.
 * @example <Dialog open={open} onClose={close} title="Rename the campaign" actions={<Submit form="rename">Rename</Submit>}>…</Dialog>
 */
export const Dialog = (props: DialogProps) => <Overlay {...props} kind="dialog" />

/** Details beside the page: from the right; on the phone a sheet from below. */
export const Drawer = (props: DialogProps) => <Overlay {...props} kind="drawer" />

export type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  /** The question, with what will happen. */
  title: ReactNode
  children?: ReactNode
  /** The verb on the button: "Remove the video". */
  confirm: string
  cancel?: string
  /** Cannot be undone. */
  danger?: boolean
  busy?: boolean
  error?: unknown
  onConfirm: () => unknown
}

/** Asks before what cannot be taken back. While it runs, the dialog can not be left; a failure is said inside it. */
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
