/** An app minus its pages. Apps know router, query cache and i18next only through this entry: what they use of them is shared once. */
export {
  BrowserRouter,
  Link,
  MemoryRouter,
  matchPath,
  Navigate,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export { ApiError, type ApiErrorCode, sentenceOfError, sentenceOfField } from './api/api-error.ts'
export { type ApiPath, call } from './api/client.ts'
export { takeFirstReads } from './api/first-reads.ts'
export { useFirstReadsOver, usePages, useRead, useReads, useWrite } from './api/queries.ts'
export { upload, useUpload } from './api/upload.ts'
export { defineMessages, type Text, useMessages } from './i18n/define-messages.ts'
export { currentLocale, setLocale, useLanguage } from './i18n/i18n.ts'
export { useAgainIn } from './i18n/use-again-in.ts'
export type { LiveState } from './live/connection.ts'
export { useLiveState } from './live/use-live.tsx'
export { fetchPageOf, LazyPage, type PageModule, pageModule } from './page/lazy-page.tsx'
export { leaveFor } from './page/leave-for.ts'
export { supportEmail } from './page/support-email.ts'
export { usePage } from './page/use-page.ts'
export { useWaitTogether } from './page/use-wait-together.ts'
export { WhenNear } from './page/when-near.tsx'
export { WebKitProvider } from './provider.tsx'
export { REMOTE_VERSION, type RemoteModule, type RemoteProps } from './remote.ts'
export { RouterLink } from './router-link.tsx'
export { type Access, accessTo, afterSignIn, homeOf, type Need, type Notice, safeRedirect } from './session/access.ts'
export { likelyRole } from './session/role-hint.ts'
export { type Session, useConfirmEmail, useSession, useSignIn, useSignInByLink, useSignOut } from './session/session.ts'
export { useResendConfirmation, useSignInLink, useSignUp } from './session/sign-up.ts'
