import type { SignUp } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import {
  CopyButton,
  Countdown,
  formatCents,
  formatCount,
  formatDateTime,
  ReasonChip,
  Sheet,
  StationMark,
  TextLink,
  useNow,
} from '@reelfair/ui'
import { BrandName } from '../../components/brand-name.tsx'
import { heldUntil } from '../../components/held-until.ts'
import { Faults } from '../../components/sign-ups/faults.tsx'
import { SignUpBar } from '../../components/sign-ups/sign-up-bar.tsx'
import { useText } from '../../messages/index.ts'
import { NextReading } from './next-reading.tsx'

/** A campaign that the creator has joined and that is not settled yet. */
export function SignUpSheet({ signUp }: { signUp: SignUp }) {
  const { t, locale } = useText()
  const now = useNow()
  const { id, payableAt, cents, state } = signUp
  const until = state === 'ended' && payableAt ? heldUntil(payableAt, now) : undefined
  return (
    <Sheet as="li">
      <article className="creator-part" aria-labelledby={`part-${id}`}>
        <PartHead signUp={signUp} until={until} />
        <p className="creator-part-money">
          <StationMark of={until ? 'held' : 'earned'}>{t(until ? 'part-held' : 'part-earned')}</StationMark>
          <strong className="creator-part-cents">{formatCents(cents, locale)}</strong>
        </p>
        <SignUpBar signUp={signUp} />
        <PartNotes signUp={signUp} />
        <PartFoot signUp={signUp} />
      </article>
    </Sheet>
  )
}

function PartHead({ signUp, until }: { signUp: SignUp; until: ReturnType<typeof heldUntil> | undefined }) {
  const { t, locale } = useText()
  const { id, campaignName, network, username, endsAt } = signUp
  const at = formatDateTime(until?.at ?? endsAt, locale, { weekday: 'short' })
  const note = until ? (until.isLate ? 'part-checks-late' : 'part-checks-until') : 'part-ends'
  return (
    <div className="creator-part-head">
      <div>
        <h3 className="creator-row-name" id={`part-${id}`}>
          <bdi>{campaignName}</bdi>
        </h3>
        <p>
          <BrandName of={signUp} />
        </p>
        <p className="rf-note">{t('part-on', { network: NETWORK_NAMES[network], username })}</p>
      </div>
      <p className="creator-part-time">
        <strong>{until ? t('part-checks') : <Countdown to={endsAt} />}</strong>
        <span className="rf-note">{t(note, { at })}</span>
      </p>
    </div>
  )
}

function PartNotes({ signUp }: { signUp: SignUp }) {
  const { t, locale } = useText()
  const { state, videos, reserved } = signUp
  const { inReview } = signUp.count
  return (
    <>
      {state === 'closed' && <ReasonChip kind="held" reason={t('part-closed')} fix={t('part-closed-then')} />}
      {inReview > 0 && (
        <ReasonChip
          kind="held"
          reason={t('part-review')}
          views={inReview}
          fix={
            <>
              {reserved > 0 && reserved < inReview && `${t('part-review-fits', { views: formatCount(reserved, locale) })} `}
              {t('part-review-then')}
            </>
          }
        />
      )}
      <Faults of={signUp} />
      {state === 'active' && videos.length === 0 && (
        <ReasonChip kind="held" boxed reason={t('part-no-video')} fix={t('part-no-video-then')} />
      )}
    </>
  )
}

function PartFoot({ signUp: { id, campaignName, state, code, videos, count } }: { signUp: SignUp }) {
  const { t } = useText()
  const open = t(state === 'active' && videos.length === 0 ? 'part-open-instructions' : 'part-open', { count: videos.length })
  return (
    <div className="creator-part-foot">
      {state === 'active' && (
        <p className="creator-code-line">
          <span className="rf-note">{t('part-code')}</span>
          <span className="creator-code">{code}</span>
          <CopyButton text={code} label={t('account-copy')} size="small" />
        </p>
      )}
      <TextLink href={`/creator-history?open=${id}`} aria-label={`${open}, ${campaignName}`}>
        {open}
      </TextLink>
      {state === 'active' && videos.length > 0 && <NextReading observed={count.observed} />}
    </div>
  )
}
