/** Rich entry of `@reelfair/ui`: loaded when first needed. Mantine carries the behaviour, none of its look shows. */

export * from './ledger.ts'
export { Combobox, type ComboboxProps, MultiSelect, type MultiSelectProps, matching } from './rich/combobox.tsx'
export { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps, Drawer } from './rich/dialog.tsx'
export { Menu, type MenuItem, type MenuProps, Tooltip } from './rich/menu.tsx'
export { RichProvider } from './rich/rich-provider.tsx'
