import { ButtonLink, Frame, TextLink, Wide } from '@reelfair/ui'
import { homePath } from '../components/home-path.ts'
import { buyLink } from '../components/packages.ts'
import { FridgeScene } from './fridge-scene.tsx'
import { NightSlip } from './night-slip.tsx'
import { useText } from './text.tsx'

export function Hero() {
  const { t, side, figure } = useText()
  return (
    <Wide>
      <div className="landing-hero">
        <div>
          <Sides />
          <Headline />
          <p className="landing-lead">{t(`${side}-lead`, { rate: figure('campaign') })}</p>
          <div className="landing-actions">
            {side === 'brand' ? <BrandActions /> : <CreatorActions />}
            <TextLink href="#receipt">{t('see-receipt')}</TextLink>
          </div>
        </div>
        <div className="landing-picture">
          <Frame size="large" scene={<FridgeScene />} />
          <p className="landing-banner-note">{t(`${side}-banner-note`)}</p>
          <NightSlip />
        </div>
      </div>
    </Wide>
  )
}

/** Phones keep the message's line breaks, so that the height does not change when the font loads. */
function Headline() {
  const { t, side } = useText()
  return (
    <h1 className="landing-headline">
      {t(`${side}-headline`)
        .split('\n')
        .map((line) => (
          <span key={line}>{line} </span>
        ))}
    </h1>
  )
}

/** Two links, because each side has its own page: the choice is in the address and needs no script. */
function Sides() {
  const { t, locale, side } = useText()
  return (
    <nav className="landing-sides" aria-label={t('for-whom')}>
      {(['brand', 'creator'] as const).map((each) => (
        <a key={each} href={homePath(locale, each)} aria-current={each === side ? 'page' : undefined}>
          {t(`i-am-${each}`)}
        </a>
      ))}
    </nav>
  )
}

/** @source specification §2, `/`: the second link leads brands to /contact */
function BrandActions() {
  const { t, figure } = useText()
  return (
    <>
      <ButtonLink look="filled" size="large" href={buyLink('starter')}>
        {t('brand-start', { views: figure('credits:starter'), price: figure('price:starter') })}
      </ButtonLink>
      <TextLink href="/contact?topic=brand">{t('brand-second')}</TextLink>
    </>
  )
}

/** @source specification §2, `/`: the second link leads visitors to /signup, and then to /profile */
function CreatorActions() {
  const { t } = useText()
  return (
    <>
      <ButtonLink look="filled" size="large" href="/signup?role=creator">
        {t('creator-start')}
      </ButtonLink>
      <TextLink href="/signup?role=creator&redirect=%2Fprofile">{t('creator-second')}</TextLink>
    </>
  )
}
