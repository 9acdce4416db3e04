/** Pages load this entry point on demand. Mantine provides the behaviour and none of the styling. */

export * from './ledger.ts'
export { Combobox, type ComboboxProps, MultiSelect, type MultiSelectProps, matchingOptions } from './rich/combobox.tsx'
export { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps } from './rich/dialog.tsx'
export { RichProvider } from './rich/rich-provider.tsx'
