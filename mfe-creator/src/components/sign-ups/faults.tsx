import type { SignUp } from '@reelfair/contracts'
import { exclusionTable, isFixedInPlace, mendTable } from '@reelfair/contracts/reasons'
import { CopyButton, ReasonChip } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { faultsNow } from './figures.ts'

/** The faults that nothing has cleared yet, each with its fix at hand; boxed, as the creator has to act. */
export function Faults({ signUp }: { signUp: SignUp }) {
  const { t, locale } = useText()
  const faults = faultsNow(signUp)
  if (signUp.state !== 'active' || faults.length === 0) return null
  return (
    <ul className="creator-faults" aria-label={t('faults-label')}>
      {faults.map(({ reason, videos, views }) => {
        const { mend } = exclusionTable[reason]
        return (
          <li key={reason}>
            <ReasonChip
              kind="out"
              boxed
              reason={exclusionTable[reason][locale].replace(/\.$/, '')}
              {...(views > 0 && { views, unit: t('faults-excluded') })}
              mend={
                <>
                  {signUp.videos.length > 1 && `${t('faults-videos', { count: videos, all: signUp.videos.length })} `}
                  {mendTable[mend][locale]} {isFixedInPlace(mend) && t('faults-then')}
                  {mend === 'add_link' && <CopyButton size="small" text={signUp.link} label={t('part-copy-link')} />}
                  {mend === 'add_code' && <CopyButton size="small" text={signUp.code} label={t('account-copy')} />}
                </>
              }
            />
          </li>
        )
      })}
    </ul>
  )
}
