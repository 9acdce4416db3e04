/// <reference path="./css.d.ts" />
import '@reelfair/ui/styles.css'
import type { Role } from '@reelfair/contracts'
import {
  applyTheme,
  ErrorPanel,
  ErrorText,
  Form,
  LanguageSwitch,
  PasswordField,
  SkeletonSheet,
  Submit,
  TextField,
  ThemeSwitch,
  Toasts,
  UiProvider,
  Wide,
} from '@reelfair/ui'
import {
  BrowserRouter,
  REMOTE_VERSION,
  Redirect,
  type RemoteProps,
  RouterLink,
  sentenceOfError,
  useLanguage,
  useLocation,
  useSession,
  useSignIn,
  WebKitProvider,
} from '@reelfair/web-kit'
import { type ComponentType, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface AloneOptions {
  readonly role: Role
  readonly start: string
  readonly Remote: ComponentType<RemoteProps>
}

/**
 * Runs a remote without the shell during development, against the system at REELFAIR_URL.
 * @example runStandalone({ role: 'brand', start: '/brand-dashboard', Remote })
 */
export function runStandalone(options: AloneOptions): void {
  applyTheme()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <WebKitProvider>
      <BrowserRouter>
        <Alone {...options} />
      </BrowserRouter>
    </WebKitProvider>,
  )
}

function Alone(options: AloneOptions) {
  const { locale, setLocale } = useLanguage()
  return (
    <UiProvider locale={locale} link={RouterLink} onLocaleChange={setLocale} errorMessage={sentenceOfError}>
      <Wide>
        <LanguageSwitch /> <ThemeSwitch />
      </Wide>
      <Content {...options} />
      <Toasts />
    </UiProvider>
  )
}

function Content({ role, start, Remote }: AloneOptions) {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.state === 'asking') return <SkeletonSheet />
  if (session.state === 'unknown') return <ErrorPanel title="Identity is not responding" error={session.error} onRetry={session.retry} />
  if (session.state === 'absent' || session.me.role !== role) return <SignIn role={role} />
  if (pathname === '/') return <Redirect to={start} />
  return <Remote version={REMOTE_VERSION} me={session.me} NotFound={NotFound} />
}

const NotFound = () => (
  <Wide as="main">
    <h1>404</h1>
  </Wide>
)

/** Only developers see this sign-in form, so its text is in English only. */
function SignIn({ role }: { role: Role }) {
  const signIn = useSignIn()
  const [email, setEmail] = useState(`${role}@demo.reelfair.example`)
  const [password, setPassword] = useState('')
  return (
    <Wide as="main">
      <h1>Sign in as {role}</h1>
      <Form sheet onSubmit={() => signIn.mutate({ email, password })}>
        <TextField label="E-mail" value={email} onChange={(event) => setEmail(event.target.value)} />
        <PasswordField label="Password" value={password} onChange={(event) => setPassword(event.target.value)} />
        <ErrorText error={signIn.error} />
        <Submit busy={signIn.isPending}>Sign in</Submit>
      </Form>
    </Wide>
  )
}
