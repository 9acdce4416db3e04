import type { SignUp, SignUpState } from '@reelfair/contracts'
import { DELETED_LINK } from '@reelfair/contracts/deleted'
import { shownLink } from '@reelfair/contracts/text'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { CopyButton, formatCents, formatCount, formatDate, formatDateTime, ReasonChip } from '@reelfair/ui'
import { SignUpReceipt } from '@reelfair/web-kit/receipt'
import { BrandName } from '../../components/brand-name.tsx'
import { Instructions } from '../../components/instructions/instructions.tsx'
import { Faults } from '../../components/sign-ups/faults.tsx'
import { excludedViews } from '../../components/sign-ups/figures.ts'
import { SignUpBar } from '../../components/sign-ups/sign-up-bar.tsx'
import { type EntryControl, EntryFrame, Figure, Figures, Part } from './entry-frame.tsx'
import { useText } from './messages/index.ts'
import { Risks } from './risks.tsx'
import { Videos } from './videos.tsx'
import { Views } from './views.tsx'

const KINDS: Readonly<Record<SignUpState, 'passed' | 'held' | 'out'>> = {
  active: 'passed',
  closed: 'held',
  ended: 'held',
  settled: 'passed',
  withdrawn: 'out',
}

const isEmpty = ({ state, count }: SignUp) => state === 'withdrawn' && count.observed === 0

export function SignUpEntry({ signUp, ...control }: { signUp: SignUp } & EntryControl) {
  const { campaignName, logo } = signUp
  return (
    <EntryFrame
      {...control}
      name={campaignName}
      logo={logo}
      summary={<Summary signUp={signUp} isOpen={control.isOpen} />}
      figures={<Earnings signUp={signUp} />}
    >
      <Parts signUp={signUp} />
    </EntryFrame>
  )
}

function Summary({ signUp, isOpen }: { signUp: SignUp; isOpen: boolean }) {
  const { t, locale } = useText()
  const { network, username, signedUpAt, endsAt, endedAt = endsAt, state } = signUp
  return (
    <>
      <p>
        <BrandName of={signUp} />
      </p>
      <p className="rf-note">
        {t('history-span', {
          network: NETWORK_NAMES[network],
          username,
          from: formatDate(signedUpAt, locale),
          to: formatDate(endedAt, locale, { year: true }),
        })}
      </p>
      <ReasonChip kind={KINDS[state]} reason={t(`history-state-${state}`)} />
      {!isOpen && <Risks of={signUp} />}
    </>
  )
}

/** A campaign withdrawn without any views shows only its earnings. */
function Earnings({ signUp }: { signUp: SignUp }) {
  const { t, locale } = useText()
  const { count, charged, cents } = signUp
  const views = (figure: number) => formatCount(figure, locale)
  const excluded = excludedViews(signUp)
  return (
    <Figures>
      {!isEmpty(signUp) && (
        <>
          <Figure name={t('history-qualified')}>{views(count.qualified)}</Figure>
          {count.inReview > 0 && <Figure name={t('history-in-review')}>{views(count.inReview)}</Figure>}
          {excluded > 0 && <Figure name={t('history-excluded')}>{views(excluded)}</Figure>}
          <Figure name={t('history-granted')}>{views(charged)}</Figure>
        </>
      )}
      <Figure name={t('history-cents')}>{formatCents(cents, locale)}</Figure>
    </Figures>
  )
}

function Parts({ signUp }: { signUp: SignUp }) {
  const { t, locale } = useText()
  const { id, campaignName, state, code, link, signedUpAt, videos } = signUp
  // The instructions come first until a video is found. After that, they appear below the results. A deleted brand's
  // link and logo are gone.
  const instructions = link !== DELETED_LINK && (
    <Part title={t('history-instructions')}>
      <Instructions signUp={signUp} level={4} />
      {state !== 'active' && (
        <p className="creator-code-line">
          <span className="rf-note">{t('history-link')}</span>
          <span className="creator-link-text">{shownLink(link)}</span>
          <CopyButton text={link} label={t('part-copy-link')} size="small" />
        </p>
      )}
      <p className="rf-note">{t('history-signed-up', { at: formatDateTime(signedUpAt, locale, { year: true }), code })}</p>
    </Part>
  )
  if (isEmpty(signUp)) return instructions
  return (
    <>
      <Faults of={signUp} />
      {videos.length === 0 && instructions}
      <Part title={t('history-goal')}>
        <SignUpBar signUp={signUp} />
      </Part>
      <Part title={t('history-videos')}>
        <Videos of={signUp} topic="campaigns" />
      </Part>
      {videos.length > 0 && (
        <Part title={t('history-over-time')}>
          <Views id={id} name={campaignName} topic="campaigns" />
        </Part>
      )}
      <Part title={t('history-receipt')} id={`receipt-${id}`}>
        <SignUpReceipt signUpId={id} unit="cents" level={4} />
      </Part>
      {videos.length > 0 && instructions}
    </>
  )
}
