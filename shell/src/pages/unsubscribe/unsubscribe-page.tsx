import { Button, ButtonLink, ErrorText, NextStep, Page, Section } from '@reelfair/ui'
import { ApiError, usePage, useParams, useWrite } from '@reelfair/web-kit'
import { CHOICES_HREF } from '../../components/notifications/places.ts'
import { useText } from './messages/index.ts'

/** Mail scanners open links, so only the button unsubscribes. The link works without a session. */
export function UnsubscribePage() {
  const { t } = useText()
  usePage(t('title'))
  const { token = '' } = useParams()
  const unsubscribe = useWrite('POST', '/identity/unsubscriptions')
  const isInvalid = unsubscribe.error instanceof ApiError && unsubscribe.error.code === 'unsubscribe_invalid'
  const choose = <ButtonLink href={CHOICES_HREF}>{t('choose')}</ButtonLink>
  return (
    <Page>
      <Section title={t('title')} level={1} note={t('note')}>
        <div className="shell-confirm">
          {unsubscribe.data ? (
            <div role="status">
              <NextStep sentence={t('done', { name: unsubscribe.data.name })} consequence={t('done-note')} action={choose} />
            </div>
          ) : isInvalid ? (
            <NextStep sentence={t('invalid')} consequence={t('invalid-note')} action={choose} />
          ) : (
            <NextStep
              sentence={t('lead')}
              consequence={t('lead-note')}
              action={
                <Button look="filled" busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate({ token })}>
                  {t('button')}
                </Button>
              }
            />
          )}
          <ErrorText error={unsubscribe.error} />
        </div>
      </Section>
    </Page>
  )
}
