import type { SignUp } from '@reelfair/contracts'
import { ButtonLink, EmptyState, LoadError, SkeletonSheet, useNow } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import { type PartnershipWithVideos, usePartnershipVideos, useUnsettledPartnerships } from '../../components/partnerships/queries.ts'
import { useSignUps } from '../../components/queries.ts'
import { stateNow } from '../../components/sign-ups/figures.ts'
import { useText } from '../../messages/index.ts'

// Loads only the kinds of collaborations that the creator has.
const PartnershipSheet = lazy(async () => ({ default: (await import('./partnership-sheet.tsx')).PartnershipSheet }))
const SignUpSheet = lazy(async () => ({ default: (await import('./sign-up-sheet.tsx')).SignUpSheet }))

const isUnsettled = ({ state }: SignUp) => state === 'active' || state === 'closed' || state === 'ended'

/**
 * Campaigns and partnerships that are not settled yet, ending soonest first. Each kind loads and fails independently.
 */
export function Collaborations() {
  const { t } = useText()
  const signUps = useSignUps()
  const partnerships = useUnsettledPartnerships()
  const withVideos = usePartnershipVideos(partnerships.items ?? [])
  if (signUps.isPending || partnerships.isPending) return <SkeletonSheet />
  const running = (signUps.items ?? []).filter(isUnsettled)
  const items = [...running.map(ofSignUp), ...withVideos.map(ofPartnership)].toSorted((a, b) => a.endsAt.localeCompare(b.endsAt))
  return (
    <>
      {!signUps.items && <LoadError title={t('part-failed')} query={signUps} />}
      {!partnerships.items && <LoadError title={t('part-partnerships-failed')} query={partnerships} />}
      {items.length > 0 && (
        <ul className="creator-parts">
          {items.map((item) => (
            <Collaboration key={item.id} item={item} />
          ))}
        </ul>
      )}
      {items.length === 0 && signUps.items && partnerships.items && (
        <EmptyState title={t('part-empty')} action={<ButtonLink href="/creator-history">{t('part-to-history')}</ButtonLink>}>
          <p>{t('part-empty-text')}</p>
        </EmptyState>
      )}
    </>
  )
}

const ofSignUp = (signUp: SignUp) => ({ kind: 'sign-up', id: signUp.id, endsAt: signUp.endsAt, signUp }) as const
const ofPartnership = ({ partnership, videos }: PartnershipWithVideos) =>
  ({ kind: 'partnership', id: partnership.id, endsAt: partnership.endsAt, partnership, videos }) as const

function Collaboration({ item }: { item: ReturnType<typeof ofSignUp> | ReturnType<typeof ofPartnership> }) {
  const now = useNow()
  return (
    <Suspense fallback={<SkeletonSheet />}>
      {item.kind === 'partnership' ? (
        <PartnershipSheet partnership={item.partnership} videos={item.videos} />
      ) : (
        <SignUpSheet signUp={{ ...item.signUp, state: stateNow(item.signUp, now) }} />
      )}
    </Suspense>
  )
}
