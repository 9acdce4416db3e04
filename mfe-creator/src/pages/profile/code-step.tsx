import type { Network, NetworkStanding } from '@reelfair/contracts'
import { CopyButton, Countdown, ErrorPanel, formatDateTime, houseNow, SkeletonBlock } from '@reelfair/ui'
import { useEffect } from 'react'
import { useNewCode } from '../../components/queries.ts'
import { BioPicture } from './bio-picture.tsx'
import { useText } from './messages/index.ts'

/** How long a code is valid. @source decisions §5 */
const inADay = () => new Date(houseNow() + 86_400_000).toISOString()

const CHECKS = ['check-public', 'check-restricted', 'check-links', 'check-saved'] as const

/** Stands in the picture until the code is there. */
const NO_CODE = '·······'

/** The first two steps: the code, and how the account must be. Whoever has no valid code is given one. */
export function CodeStep({ network, standing }: { network: Network; standing: NetworkStanding }) {
  const { t, locale } = useText()
  const { code, codeExpiresAt } = standing
  const renew = useNewCode(() => undefined)
  const { mutate, isPending, isError } = renew
  useEffect(() => {
    if (code === undefined && !isPending && !isError) mutate({ network })
  }, [code, isPending, isError, mutate, network])
  const isComing = code === undefined && !renew.isError
  return (
    <div className="creator-steps-beside">
      <ol className="creator-steps">
        <li>
          <h2 className="creator-step-title">{t('step-code')}</h2>
          {isComing && <SkeletonBlock height={56} width={280} />}
          {code === undefined && renew.isError && (
            <ErrorPanel title={t('step-code-failed')} error={renew.error} onRetry={() => mutate({ network })} busy={renew.isPending} />
          )}
          {/* Also while the code is on its way, unseen: what comes below keeps its place. */}
          {(code !== undefined || isComing) && (
            <p className="creator-code-line" inert={isComing}>
              <span className="creator-code creator-code-large">{code ?? NO_CODE}</span>
              <CopyButton text={code ?? NO_CODE} label={t('account-copy')} />
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
      <BioPicture code={code ?? NO_CODE} />
    </div>
  )
}
