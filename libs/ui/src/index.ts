/** Core entry point of `@reelfair/ui`, loaded with the first page. It must not import Mantine. */

export { Avatar } from './avatar/avatar.tsx'
export {
  Button,
  ButtonLink,
  type ButtonLook,
  type ButtonProps,
  ForwardLink,
  IconButton,
  type IconButtonProps,
  TextLink,
} from './button/button.tsx'
export { CopyButton } from './copy-button/copy-button.tsx'
export { Countdown, ReadingLine, useNow } from './countdown/countdown.tsx'
export { serverNow, setServerClock } from './countdown/server-clock.ts'
export { Disclosure, Disclosures } from './disclosure/disclosure.tsx'
export { type DroppedFile, FileDrop, type FileDropProps } from './file-drop/file-drop.tsx'
export { Footer, type FooterColumn } from './footer/footer.tsx'
export { Checkbox, Choice, type ChoiceProps, Slider, type SliderProps, Switch } from './form/choices.tsx'
export { type ControlProps, ErrorLine, Field, type FieldProps } from './form/field.tsx'
export { ErrorSummary, ErrorText, Form, type FormProps, Submit } from './form/form.tsx'
export { NumberField, type NumberFieldProps, parseNumber } from './form/number-field.tsx'
export { type Option, PasswordField, Select, TextArea, TextField, type TextFieldProps } from './form/text-fields.tsx'
export * from './format.ts'
export { Icon, type IconShape } from './icon/icon.tsx'
export { Logo } from './logo/logo.tsx'
export { AccountButton } from './masthead/account-button.tsx'
export { Masthead, type MastheadProps, type NavItem } from './masthead/masthead.tsx'
export { LanguageSwitch, ThemeSwitch } from './masthead/switches.tsx'
export { DensePage, Layout, Page, type PageProps, PageTitle, Section, type SectionProps, StepFoot, Wide } from './page/page.tsx'
export { PageSkeleton } from './page/page-skeleton.tsx'
export { applyTheme, setTheme, type ThemeChoice, useTheme } from './provider/theme.ts'
export {
  type LinkComponent,
  type LinkProps,
  UiProvider,
  type UiProviderProps,
  useLocale,
  useUi,
  useWords,
} from './provider/ui-provider.tsx'
export { Sheet } from './sheet/sheet.tsx'
export * from './signature/index.ts'
export {
  EmptyState,
  ErrorPanel,
  LoadError,
  MoreButton,
  SkeletonBlock,
  SkeletonRows,
  SkeletonSheet,
  SkeletonText,
} from './states/states.tsx'
export { type JobStep, StepList } from './step-list/step-list.tsx'
export { type Step, Stepper } from './stepper/stepper.tsx'
export { TabBar, type TabBarItem } from './tab-bar/tab-bar.tsx'
export * from './table/index.ts'
export { type Tab, Tabs } from './tabs/tabs.tsx'
export { Toasts } from './toasts/toast-region.tsx'
export { dismissToast, showToast, type Toast } from './toasts/toasts.ts'
