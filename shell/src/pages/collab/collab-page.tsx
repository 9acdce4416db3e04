import './collab.css'
import { ButtonLink, LoadError, NextStep, Page, PageSkeleton, Section, Wide } from '@reelfair/ui'
import { ApiError, usePage, useParams, usePublicSettings, useRead, useSearchParams } from '@reelfair/web-kit'
import { useState } from 'react'
import { homePath } from '../../components/home-path.ts'
import { Booking } from './booking.tsx'
import { Creator } from './creator.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { useText } from './messages/index.ts'
import { budgetOf, offerOf } from './offer.ts'
import { RecentVideos } from './recent-videos.tsx'
import { Record } from './record.tsx'

/** Shows a creator's account to anyone, and books a partnership for brands. @source specification §2 */
export function CollabPage() {
  const { t } = useText()
  const { username = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const [budget, setBudget] = useState(() => budgetOf(search.get('budget')))
  const page = useRead('accounts', '/verification/collab/:username', { username })
  const settings = usePublicSettings()
  const isGone = page.error instanceof ApiError && page.error.code === 'not_found'
  usePage(isGone ? t('gone-title') : page.data && t('book', { name: page.data.username }))

  if (isGone) return <Gone username={username} />
  if (page.isPending || settings.isPending) return <PageSkeleton />
  if (!page.data || !settings.data)
    return (
      <Wide as="main">
        <div className="shell-plain">
          <LoadError title={t('failed')} query={page.data ? settings : page} />
        </div>
      </Wide>
    )
  const offer = offerOf(budget, page.data, settings.data)
  const { username: name } = page.data
  return (
    <Page ruled>
      <Creator page={page.data} />
      {page.data.videos.length > 0 && <RecentVideos page={page.data} />}
      {page.data.record && <Record record={page.data.record} />}
      {offer && (
        <Section title={t('how-title')} note={t('how-note')}>
          <HowItWorks name={name} offer={offer} />
        </Section>
      )}
      <Section id="book" title={t('book', { name })} note={offer && t('book-note')}>
        {offer ? (
          <Booking
            page={page.data}
            offer={offer}
            budget={budget}
            onBudget={setBudget}
            onContinue={() => setSearch({ budget: String(budget) }, { replace: true, preventScrollReset: true })}
            isDemo={settings.data.collabBooking === 'demo'}
          />
        ) : (
          <NextStep sentence={t('book-unknown', { name })} consequence={t('book-unknown-note')} />
        )}
      </Section>
    </Page>
  )
}

function Gone({ username }: { username: string }) {
  const { t, locale } = useText()
  return (
    <Wide as="main">
      <div className="shell-plain">
        <div>
          <h1>{t('gone-title')}</h1>
          <p className="rf-lead">{t('gone', { username })}</p>
          <p className="rf-lead">{t('gone-note')}</p>
          <p className="collab-gone">
            <ButtonLink href={homePath(locale)}>{t('gone-home')}</ButtonLink>
          </p>
        </div>
      </div>
    </Wide>
  )
}
