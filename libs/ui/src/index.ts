/** The shell loads this entry point with the first page, so it must not import Mantine. */

export { Avatar } from './avatar/avatar.tsx'
export { Button, ButtonLink, type ButtonProps, ForwardLink, IconButton, TextLink } from './button/button.tsx'
export { CopyButton } from './copy-button/copy-button.tsx'
export { Countdown, ReadingLine, useNow } from './countdown/countdown.tsx'
export { serverNow, setServerClock } from './countdown/server-clock.ts'
export { Disclosure, Disclosures } from './disclosure/disclosure.tsx'
export { FileDrop } from './file-drop/file-drop.tsx'
export { Footer, FooterLine } from './footer/footer.tsx'
export { Checkbox, Choice, Slider } from './form/choices.tsx'
export { ErrorLine } from './form/field.tsx'
export { ErrorText, Form, Submit } from './form/form.tsx'
export { NumberField } from './form/number-field.tsx'
export { PasswordField, Select, TextArea, TextField } from './form/text-fields.tsx'
export * from './format.ts'
export { Icon } from './icon/icon.tsx'
export { Logo } from './logo/logo.tsx'
export { AccountButton } from './masthead/account-button.tsx'
export { Masthead } from './masthead/masthead.tsx'
export { LanguageSwitch, ThemeSwitch } from './masthead/switches.tsx'
export { DensePage, Layout, Page, PageTitle, Section, StepFoot, Wide } from './page/page.tsx'
export { PageSkeleton } from './page/page-skeleton.tsx'
export { applyTheme } from './provider/theme.ts'
export { UiProvider, useWords } from './provider/ui-provider.tsx'
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
export { Stepper } from './stepper/stepper.tsx'
export { TabBar, type TabBarItem } from './tab-bar/tab-bar.tsx'
export * from './table/index.ts'
export { Tabs } from './tabs/tabs.tsx'
export { Toasts } from './toasts/toast-region.tsx'
export { showToast } from './toasts/toasts.ts'
