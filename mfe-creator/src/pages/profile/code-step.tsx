import type { Network, NetworkStatus } from '@reelfair/contracts'
import { CopyButton, Countdown, ErrorPanel, formatDateTime, SkeletonBlock, serverNow } from '@reelfair/ui'
import { useEffect } from 'react'
import { useNewCode } from '../../components/queries.ts'
import { BioPicture } from './bio-picture.tsx'
import { useText } from './messages/index.ts'

/** A new code is valid for 24 hours. @source decisions §5 */
const inADay = () => new Date(serverNow() + 86_400_000).toISOString()

const CHECKS = ['check-public', 'check-restricted', 'check-links', 'check-saved'] as const

const CODE_PLACEHOLDER = '·······'

/** Requests a new code if there is no valid one. */
export function CodeStep({ network, networkStatus }: { network: Network; networkStatus: NetworkStatus }) {
  const { t, locale } = useText()
  const { code, codeExpiresAt } = networkStatus
  const renew = useNewCode(() => undefined)
  const { mutate, isPending, isError } = renew
  useEffect(() => {
    if (code === undefined && !isPending && !isError) mutate({ network })
  }, [code, isPending, isError, mutate, network])
  const isLoadingCode = code === undefined && !renew.isError
  return (
    <div className="creator-steps-beside">
      <ol className="creator-steps">
        <li>
          <h2 className="creator-step-title">{t('step-code')}</h2>
          {isLoadingCode && <SkeletonBlock height={56} width={280} />}
          {code === undefined && renew.isError && (
            <ErrorPanel title={t('step-code-failed')} error={renew.error} onRetry={() => mutate({ network })} busy={renew.isPending} />
          )}
          {/* Invisible while the code loads, so that the content below does not move. */}
          {(code !== undefined || isLoadingCode) && (
            <p className="creator-code-line" inert={isLoadingCode}>
              <span className="creator-code creator-code-large">{code ?? CODE_PLACEHOLDER}</span>
              <CopyButton text={code ?? CODE_PLACEHOLDER} label={t('account-copy')} />
            </p>
          )}
          <p className="rf-note">
            {t('step-code-text')}{' '}
            <span className="creator-code-valid" inert={codeExpiresAt === undefined}>
              {t('step-code-valid', { at: formatDateTime(codeExpiresAt ?? inADay(), locale) })} (
              <Countdown to={codeExpiresAt ?? inADay()} />)
            </span>
          </p>
        </li>
        <li>
          <h2 className="creator-step-title">{t('step-check')}</h2>
          <ul className="creator-checks">
            {CHECKS.map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        </li>
      </ol>
      <BioPicture code={code ?? CODE_PLACEHOLDER} />
    </div>
  )
}
