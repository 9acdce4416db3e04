import type { Role } from '@reelfair/contracts'
import { packageOf } from '@reelfair/rules'
import { ButtonLink, Choice, Frame, formatCents, formatCount, TextLink, Wide } from '@reelfair/ui'
import { useSearchParams } from '@reelfair/web-kit'
import { buyLink, todaysRateCard } from '../../components/packages.ts'
import { useText } from '../../messages/index.ts'
import { FridgeScene } from './fridge-scene.tsx'
import { NightSlip } from './night-slip.tsx'

type Side = Extract<Role, 'brand' | 'creator'>

/** The toggle switches the text between brands and creators. The URL keeps the choice. */
export function Hero() {
  const { t, locale } = useText()
  const [search, setSearch] = useSearchParams()
  const side: Side = search.get('role') === 'creator' ? 'creator' : 'brand'
  const starter = packageOf('starter')
  return (
    <Wide>
      <div className="landing-hero">
        <div>
          <Choice
            label={t('for-whom')}
            hideLabel
            look="segments"
            options={[
              { value: 'brand', label: t('i-am-brand') },
              { value: 'creator', label: t('i-am-creator') },
            ]}
            value={side}
            onValue={(role) => setSearch({ role }, { replace: true, preventScrollReset: true })}
          />
          <h1 className="landing-headline">{t(`${side}-headline`)}</h1>
          <p className="landing-lead">{t(`${side}-lead`, { rate: formatCents(todaysRateCard().campaignCentsPer1000, locale) })}</p>
          <div className="landing-actions">
            <ButtonLink look="filled" size="large" href={side === 'brand' ? buyLink('starter') : '/signup?role=creator'}>
              {side === 'brand'
                ? t('brand-start', { views: formatCount(starter.credits, locale), price: formatCents(starter.priceCents, locale, 0) })
                : t('creator-start')}
            </ButtonLink>
            <TextLink href="#receipt">{t(`${side}-second`)}</TextLink>
          </div>
        </div>
        <div className="landing-picture">
          <Frame size="large" scene={<FridgeScene />} />
          <p className="landing-banner-note">{t('banner-note')}</p>
          <NightSlip />
        </div>
      </div>
    </Wide>
  )
}
