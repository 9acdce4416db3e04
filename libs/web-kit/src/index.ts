/** Apps use the router, the query cache and i18next only through this entry point, so that each library loads once. */

export { homeOf, type Need } from '@reelfair/contracts/home'
export {
  BrowserRouter,
  Link,
  matchPath,
  Route,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom'
export { ApiError, sentenceOfError, sentenceOfField } from './api/api-error.ts'
export { useDownload } from './api/download.ts'
export { startFirstReads } from './api/first-reads.ts'
export { usePublicSettings } from './api/public-settings.ts'
export { useEveryPage, useFirstReadsSettled, usePages, useRead, useReads, useWrite } from './api/queries.ts'
export { useUpload } from './api/upload.ts'
export { useForm } from './form/use-form.ts'
export { defineMessages, type Text } from './i18n/define-messages.ts'
export { loadCurrentMessages, useLanguage } from './i18n/i18n.ts'
export { useRefetchOnLanguageChange } from './i18n/use-refetch-on-language-change.ts'
export { useLiveState } from './live/use-live.tsx'
export { fetchPageOf, LazyPage, type PageModule, PageRoutes, pageModule } from './page/lazy-page.tsx'
export { offersGoogle } from './page/offers-google.ts'
export { Redirect } from './page/redirect.tsx'
export { redirectToProvider } from './page/redirect-to-provider.ts'
export { supportEmail } from './page/support-email.ts'
export { usePage } from './page/use-page.ts'
export { useWaitTogether } from './page/use-wait-together.ts'
export { WhenNear } from './page/when-near.tsx'
export { WebKitProvider } from './provider.tsx'
export { REMOTE_VERSION, type RemoteModule, type RemoteProps } from './remote.ts'
export { RouterLink } from './router-link.tsx'
export { accessTo, afterSignIn, type Notice, safeRedirect } from './session/access.ts'
export { useDeadLink } from './session/dead-link.ts'
export { googleStart, useStartGoogle } from './session/google-start.ts'
export { likelyRole } from './session/role-hint.ts'
export {
  useAcceptTerms,
  useAnswerChallenge,
  useChangeCredentials,
  useChangePassword,
  useConfirmEmail,
  useGoogleStep,
  useResetPassword,
  useSession,
  useSignIn,
  useSignInByLink,
  useSignOut,
  useSignOutEverywhere,
} from './session/session.ts'
export { useViewedBrand, ViewedBrand } from './session/viewed-brand.tsx'
