import type { DeletionObstacle, Me, SecondFactorState } from '@reelfair/contracts'
import { LoadError, PageSkeleton, Warning } from '@reelfair/ui'
import { useRead } from '@reelfair/web-kit'
import { DeletionForm } from './deletion-form.tsx'
import { useText } from './messages/index.ts'
import { amountOf, isWaivable, useObstacles } from './obstacles.ts'

/** Explains deletion and lists what prevents it. The form follows only if the user can give up all of that. */
export function DeletionDetails({ me }: { me: Me }) {
  const { t } = useText()
  const { obstacles, failed } = useObstacles()
  const role = me.role === 'brand' ? 'brand' : 'creator'
  const factor = useRead('session', '/identity/second-factor')
  const query = failed ?? (factor.error ? factor : undefined)
  return (
    <div className="shell-deletion">
      <ul>
        <li>{t(`erased-${role}`)}</li>
        <li>{t(`kept-${role}`)}</li>
        <li>{t('undo')}</li>
      </ul>
      {query && <LoadError title={t('check-failed')} query={query} />}
      {!query && !(obstacles && factor.data) && <PageSkeleton />}
      {obstacles && factor.data && <Checked me={me} obstacles={obstacles} factor={factor.data} />}
    </div>
  )
}

interface CheckedProps {
  readonly me: Me
  readonly obstacles: readonly DeletionObstacle[]
  readonly factor: SecondFactorState
}

function Checked({ me, obstacles, factor: { hasPassword, addedAt } }: CheckedProps) {
  const blocking = obstacles.filter((one) => !isWaivable(one))
  if (blocking.length > 0) return <Obstacles obstacles={blocking} />
  return <DeletionForm me={me} given={obstacles} hasPassword={hasPassword} hasFactor={addedAt !== undefined} />
}

export function Obstacles({ obstacles }: { obstacles: readonly DeletionObstacle[] }) {
  const { t, locale } = useText()
  return (
    <Warning title={t('blocked-title')} fixes={obstacles.map((one) => t(`obstacle-${one.reason}`, { amount: amountOf(one, locale) }))}>
      {t('blocked-lead')}
    </Warning>
  )
}
