import { ErrorText } from '@reelfair/ui'
import { ApiError } from '@reelfair/web-kit'

/** Shows a coded error's message. `otherwise` is for errors without a code, which are bugs. */
export const RequestError = ({ error, otherwise }: { error: Error | null; otherwise: string }) =>
  error && !(error instanceof ApiError) ? (
    <p className="shell-problem" role="alert">
      {otherwise}
    </p>
  ) : (
    <ErrorText error={error} />
  )
