import type { CollabPage } from '@reelfair/contracts'
import { categoryLabel } from '@reelfair/contracts/categories'
import { countryName } from '@reelfair/contracts/text'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Avatar, ButtonLink, CopyButton, formatCount, formatDate, formatDateTime, Icon, TextLink } from '@reelfair/ui'
import ArrowDown from 'lucide-react/icons/arrow-down'
import Check from 'lucide-react/icons/check'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { useText } from './messages/index.ts'
import { pictureUrl } from './picture-url.ts'

export function Creator({ page }: { page: CollabPage }) {
  const { t, locale } = useText()
  const { username, verifiedAt, rpmCents, bio, pictureId } = page
  const address = `${location.origin}/collab/${username}`
  return (
    <section className="rf-section collab-creator" aria-labelledby="creator">
      <div className="rf-section-margin">
        <Avatar name={username} picture={pictureId && pictureUrl(pictureId)} />
        <CopyButton look="quiet" size="small" text={address} label={t('copy')} />
      </div>
      <div className="rf-section-content">
        <div className="collab-head">
          <p className="collab-facts">
            <TextLink
              href={`https://www.instagram.com/${encodeURIComponent(username)}/`}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('instagram', { name: `@${username}` })}
            >
              {NETWORK_NAMES.instagram}
            </TextLink>
            <span className="collab-good">
              <Icon of={ShieldCheck} size={16} />
              {t('verified', { at: formatDate(verifiedAt, locale, { year: true }) })}
            </span>
          </p>
          <div>
            <h1 id="creator">@{username}</h1>
            {bio && <p className="collab-bio">{bio}</p>}
          </div>
          <div className="collab-call">
            <ButtonLink look="filled" href="#book" iconAfter={ArrowDown}>
              {t('book', { name: username })}
            </ButtonLink>
            {rpmCents !== undefined && (
              <p className="collab-good">
                <Icon of={Check} size={16} />
                {t('open')}
              </p>
            )}
          </div>
        </div>
        <Figures page={page} />
      </div>
    </section>
  )
}

function Figures({ page: { username, followers, averageViews, language, category, city, country, statsAt } }: { page: CollabPage }) {
  const { t, locale } = useText()
  const asOf = t('as-of', { at: formatDateTime(statsAt, locale) })
  const countryShown = countryName(country, locale)
  const place = city ?? countryShown
  return (
    <dl className="collab-tiles" aria-label={t('about', { name: username })}>
      <Tile label={t('followers')} value={formatCount(followers, locale)} note={asOf} isFigure />
      <Tile
        label={t('views')}
        value={averageViews === null ? t('unknown') : formatCount(averageViews, locale)}
        note={asOf}
        isFigure={averageViews !== null}
      />
      <Tile label={t('language')} value={language ? t(`language-${language}`) : t('unknown')} note={language && t('language-note')} />
      <Tile label={t('category')} value={category ? categoryLabel(category, locale) : t('unknown')} />
      <Tile label={t('location')} value={place ?? t('unknown')} note={city && countryShown} />
    </dl>
  )
}

function Tile({ label, value, note, isFigure = false }: { label: string; value: ReactNode; note?: ReactNode; isFigure?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isFigure ? 'collab-tile-figure' : 'collab-tile-word'}>{value}</dd>
      {note && <dd className="collab-tile-note">{note}</dd>}
    </div>
  )
}
