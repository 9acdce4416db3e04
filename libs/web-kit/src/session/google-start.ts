import { useWrite } from '../api/queries.ts'
import { redirectToProvider } from '../page/redirect-to-provider.ts'
import { safeRedirect } from './access.ts'

/**
 * Redirects to Google. `sign-ins` signs in or up; `connections` connects Google to the signed-in user.
 * @example start.mutate({ role: 'brand', termsAccepted: true, redirect })
 */
export const useStartGoogle = <Path extends `/identity/google/${'sign-ins' | 'connections'}`>(path: Path) =>
  useWrite('POST', path, {
    retry: false,
    onDone: ({ url }) => {
      rememberStart()
      redirectToProvider(url)
    },
  })

const GOOGLE_START = 'reelfair.google-start'

function rememberStart(): void {
  try {
    sessionStorage.setItem(GOOGLE_START, location.pathname + location.search)
  } catch {
    // Storage is blocked; a failed sign-in then leads back to the sign-in page.
  }
}

/** The page from which this tab was redirected to Google, with its query; undefined if unknown. */
export function googleStart(): string | undefined {
  try {
    return safeRedirect(sessionStorage.getItem(GOOGLE_START))
  } catch {
    return undefined
  }
}
