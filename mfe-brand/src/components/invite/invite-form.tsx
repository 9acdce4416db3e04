import type { Invitation } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { LINK_MAX, linkFaultOf } from '@reelfair/contracts/text'
import { isViewsGoal, MAX_DAYS_TO_BEGINNING, NETWORK_NAMES } from '@reelfair/contracts/values'
import { businessDayOf, lastBeginning, nextDay } from '@reelfair/rules'
import { ErrorText, Form, formatCount, Submit, TextArea, TextField, TextLink, useNow } from '@reelfair/ui'
import { useForm } from '@reelfair/web-kit'
import { BannerField, useBannerUpload, useSendInvitation } from '@reelfair/web-kit/banner'
import { sentenceOfCode } from '@reelfair/web-kit/sentences'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect } from 'react'
import { ViewsGoal } from '../offer/views-goal.tsx'
import { useCredits } from '../queries.ts'
import { CAPTION_MAX, faultAt, type InvitedAccount, type InviteEntries, invalidFieldsOf, invitationOf } from './invite-entries.ts'
import { InviteSummary } from './invite-summary.tsx'
import { useText } from './messages/index.ts'

interface InviteFormProps {
  readonly account: InvitedAccount
  readonly viewsGoal: number
  readonly onSending: (isSending: boolean) => void
  readonly onSent: (invitation: Invitation) => void
}

export function InviteForm({ account, viewsGoal, onSending, onSent }: InviteFormProps) {
  const { t, locale } = useText()
  const today = businessDayOf(new Date(useNow()))
  const request = useSendInvitation(onSent)
  const { isPending } = request
  useEffect(() => onSending(isPending), [isPending, onSending])
  const form = useInviteForm({ account, viewsGoal, today, request })
  const { values: entries, set, errorOf, idOf } = form
  const upload = useBannerUpload((media) => set({ media }))
  const views = isViewsGoal(entries.viewsGoal) ? entries.viewsGoal : undefined
  const isShort = useIsShort(views)
  return (
    <Form className="brand-invite" onSubmit={form.submit}>
      <p className="rf-note">{t('invite-lead', { username: handleOf(account.username), network: NETWORK_NAMES[account.network] })}</p>
      <ViewsGoal
        id={idOf('viewsGoal')}
        value={entries.viewsGoal}
        onValue={(goal) => set({ viewsGoal: goal })}
        error={errorOf('viewsGoal')}
      />
      <BannerField
        id={idOf('media')}
        media={entries.media}
        upload={upload}
        error={errorOf('media')}
        onRemove={() => set({ media: undefined })}
      />
      <div>
        <TextField
          label={t('invite-link')}
          hint={t('link-hint')}
          type="url"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          maxLength={LINK_MAX}
          {...form.field('link')}
        />
        {linkFaultOf(entries.link) === undefined && (
          <p className="rf-note">
            <TextLink href={entries.link.trim()} target="_blank" rel="noreferrer">
              {t('link-try')}
            </TextLink>
          </p>
        )}
      </div>
      <TextArea label={t('invite-caption')} hint={t('invite-caption-hint')} rows={3} maxLength={CAPTION_MAX} {...form.field('caption')} />
      <TextField
        label={t('invite-beginning')}
        hint={t('invite-beginning-hint')}
        type="date"
        min={today}
        max={lastBeginning(today)}
        {...form.field('beginning')}
      />
      <InviteSummary username={account.username} views={views} />
      <ErrorText error={form.error ?? undefined} otherwise={t('invite-failed')} />
      {!isShort && (
        <Submit iconAfter={ArrowRight} busy={form.busy || upload.sending !== undefined}>
          {views === undefined ? t('invite-submit') : t('invite-submit-views', { views: formatCount(views, locale) })}
        </Submit>
      )}
    </Form>
  )
}

/** If the credits are too few, the summary offers to buy the missing ones instead. */
function useIsShort(views: number | undefined): boolean {
  const available = useCredits().data?.available
  return available !== undefined && views !== undefined && available < views
}

interface InviteFormOptions extends Pick<InviteFormProps, 'account' | 'viewsGoal'> {
  readonly today: string
  readonly request: ReturnType<typeof useSendInvitation>
}

function useInviteForm({ account, viewsGoal, today, request }: InviteFormOptions) {
  const { t, locale } = useText()
  return useForm({
    // Begins tomorrow, because the creator has 24 hours to answer.
    initial: (): InviteEntries => ({ viewsGoal, media: undefined, link: '', caption: '', beginning: nextDay(today) }),
    invalidFieldsOf: (entries) => invalidFieldsOf(entries, today),
    messageOf: (field, entries) => {
      const fault = faultAt(field, entries, today)
      // The service may refuse an entry that the form accepts.
      if (!fault) return t('invite-field-error')
      if (fault === 'media_required') return t('invite-media-error')
      if (fault === 'caption') return t('invite-caption-error')
      return sentenceOfCode(fault, locale, { days: MAX_DAYS_TO_BEGINNING })
    },
    request,
    fieldOfCode: { beginning_past: 'beginning', beginning_too_far: 'beginning', views_goal_invalid: 'viewsGoal', media_required: 'media' },
    onSubmit: (entries) => {
      const draft = invitationOf(account.accountId, entries, today)
      return draft && request.send(draft)
    },
  })
}
