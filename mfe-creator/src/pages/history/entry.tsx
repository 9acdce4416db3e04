import type { SignUp, SignUpState } from '@reelfair/contracts'
import { DELETED_LINK } from '@reelfair/contracts/deleted'
import { exclusionLabel } from '@reelfair/contracts/reasons'
import { shownLink } from '@reelfair/contracts/text'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, CopyButton, Frame, formatCents, formatCount, formatDate, formatDateTime, ReasonChip } from '@reelfair/ui'
import { SignUpReceipt } from '@reelfair/web-kit/receipt'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { BrandName } from '../../components/brand-name.tsx'
import { logoUrl } from '../../components/campaign-logo.ts'
import { Instructions } from '../../components/instructions/instructions.tsx'
import { Faults } from '../../components/sign-ups/faults.tsx'
import { excludedViews, viewsAtRisk } from '../../components/sign-ups/figures.ts'
import { SignUpBar } from '../../components/sign-ups/sign-up-bar.tsx'
import { useText } from './messages/index.ts'
import { Videos } from './videos.tsx'
import { Views } from './views.tsx'

interface EntryProps {
  readonly signUp: SignUp
  readonly isOpen: boolean
  /** Whether the URL identifies this entry, which then scrolls into view. */
  readonly isLinked: boolean
  readonly onToggle: (isOpen: boolean) => void
}

const KINDS: Readonly<Record<SignUpState, 'passed' | 'held' | 'out'>> = {
  active: 'passed',
  closed: 'held',
  ended: 'held',
  settled: 'passed',
  withdrawn: 'out',
}

const isEmpty = ({ state, count }: SignUp) => state === 'withdrawn' && count.observed === 0

export function Entry({ signUp, isOpen, isLinked: isAsked, onToggle }: EntryProps) {
  const { t } = useText()
  const { campaignName, logo } = signUp
  const [titleId, partsId] = [useId(), useId()]
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // jsdom does not implement `scrollIntoView`.
    if (isAsked) place.current?.scrollIntoView?.({ block: 'start' })
  }, [isAsked])
  return (
    <li className="creator-entry" ref={place} aria-labelledby={titleId}>
      <div className="creator-entry-head">
        <Frame size="list" banner={logoUrl(logo)} bannerKind={logo.kind} />
        <Summary signUp={signUp} titleId={titleId} isOpen={isOpen} />
        <Figures signUp={signUp} />
        <Button
          size="small"
          icon={isOpen ? ChevronUp : ChevronDown}
          aria-expanded={isOpen}
          aria-controls={partsId}
          aria-label={t(isOpen ? 'history-close-label' : 'history-open-label', { name: campaignName })}
          onClick={() => onToggle(!isOpen)}
        >
          {t(isOpen ? 'history-close' : 'history-open')}
        </Button>
      </div>
      <div id={partsId} className="creator-entry-parts" hidden={!isOpen}>
        {isOpen && <Parts signUp={signUp} />}
      </div>
    </li>
  )
}

function Summary({ signUp, titleId, isOpen }: { signUp: SignUp; titleId: string; isOpen: boolean }) {
  const { t, locale } = useText()
  const { campaignName, network, username, signedUpAt, endsAt, endedAt = endsAt, state } = signUp
  return (
    <div className="creator-entry-text">
      <h3 className="creator-row-name" id={titleId}>
        <bdi>{campaignName}</bdi>
      </h3>
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
      {!isOpen &&
        viewsAtRisk(signUp).map(({ reason, views }) => (
          <ReasonChip key={reason} kind="out" reason={exclusionLabel(reason, locale)} views={views} unit={t('risk-views')} />
        ))}
    </div>
  )
}

/** A campaign withdrawn without any views shows only its earnings. */
function Figures({ signUp }: { signUp: SignUp }) {
  const { t, locale } = useText()
  const { count, charged, cents } = signUp
  const views = (figure: number) => formatCount(figure, locale)
  const excluded = excludedViews(signUp)
  return (
    <dl className="creator-entry-figures">
      {!isEmpty(signUp) && (
        <>
          <Figure name={t('history-qualified')}>{views(count.qualified)}</Figure>
          {count.inReview > 0 && <Figure name={t('history-in-review')}>{views(count.inReview)}</Figure>}
          {excluded > 0 && <Figure name={t('history-excluded')}>{views(excluded)}</Figure>}
          <Figure name={t('history-granted')}>{views(charged)}</Figure>
        </>
      )}
      <Figure name={t('history-cents')}>{formatCents(cents, locale)}</Figure>
    </dl>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Parts({ signUp }: { signUp: SignUp }) {
  const { t, locale } = useText()
  const { id, state, code, link, signedUpAt, videos } = signUp
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
        <Videos signUp={signUp} />
      </Part>
      {videos.length > 0 && (
        <Part title={t('history-over-time')}>
          <Views signUp={signUp} />
        </Part>
      )}
      <Part title={t('history-receipt')} id={`receipt-${id}`}>
        <SignUpReceipt signUpId={id} unit="cents" level={4} />
      </Part>
      {videos.length > 0 && instructions}
    </>
  )
}

function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className="creator-entry-part" id={id}>
      <h4 className="creator-step-title">{title}</h4>
      {children}
    </section>
  )
}
