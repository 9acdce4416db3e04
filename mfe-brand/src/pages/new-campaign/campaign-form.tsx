import type { AudienceLanguage, Campaign, CampaignDraft, Category, Network } from '@reelfair/contracts'
import { Choice, ErrorText, Form, formatCount, Select, Slider, Submit, showToast, TextField } from '@reelfair/ui'
import { sentenceOfField, useNavigate, useWrite } from '@reelfair/web-kit'
import { useId, useState } from 'react'
import { categoryOptions } from '../../components/categories.ts'
import { useCredits } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { draftOf, type Entries, emptyEntries, type Fault, faultsOf } from './draft.ts'

const LANGUAGES = ['en', 'de', 'it', 'pt'] as const satisfies AudienceLanguage[]
const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const satisfies Network[]

/** Name, goal, category, language, network, link and duration. Sent, it leads back to the campaigns, where the new one changes by itself. */
export function CampaignForm() {
  const { t, locale } = useText()
  const navigate = useNavigate()
  const credits = useCredits()
  const [entries, setEntries] = useState<Entries>(emptyEntries)
  const [sent, setSent] = useState(false)
  const id = useId()
  const request = useWrite<CampaignDraft, Campaign>('POST', '/campaigns/campaigns', {
    changes: ['campaigns', 'credits'],
    onDone: () => {
      showToast(t('new-done'))
      void navigate('/brand-dashboard')
    },
  })

  const set = (change: Partial<Entries>) => setEntries((before) => ({ ...before, ...change }))
  const faults = sent ? faultsOf(entries) : []
  const errorOf = (field: Fault) => {
    const own = t(`new-${field}-error`)
    return faults.includes(field) ? own : sentenceOfField(request.error, field, locale, own)
  }
  const views = formatCount(entries.viewsGoal, locale)
  const missing = credits.data ? entries.viewsGoal - credits.data.available : 0

  const submit = () => {
    setSent(true)
    const draft = draftOf(entries)
    if (draft) request.mutate(draft)
    else document.getElementById(`${id}-${faultsOf(entries)[0]}`)?.focus()
  }

  return (
    <Form sheet onSubmit={submit}>
      <TextField
        id={`${id}-name`}
        label={t('new-name')}
        hint={t('new-name-hint')}
        value={entries.name}
        onChange={(event) => set({ name: event.target.value })}
        error={errorOf('name')}
        autoComplete="off"
      />
      <Slider
        label={t('new-goal')}
        hint={
          credits.data
            ? `${t('new-goal-hint')} ${t('new-available', { views: formatCount(credits.data.available, locale) })}.`
            : t('new-goal-hint')
        }
        min={1_000}
        max={500_000}
        step={1_000}
        value={entries.viewsGoal}
        onValue={(viewsGoal) => set({ viewsGoal })}
        text={t('new-goal-text', { views })}
        // Said, not forbidden: the service decides, and credits may arrive meanwhile.
        error={
          missing > 0
            ? t('new-short', { missing: formatCount(missing, locale) })
            : sentenceOfField(request.error, 'viewsGoal', locale, t('new-goal-hint'))
        }
      />
      <Select
        id={`${id}-category`}
        label={t('new-category')}
        placeholder={t('new-category-placeholder')}
        options={categoryOptions(locale)}
        value={entries.category}
        onChange={(event) => set({ category: event.target.value as Category | '' })}
        error={errorOf('category')}
      />
      <Select
        label={t('new-language')}
        placeholder={t('new-language-any')}
        options={LANGUAGES.map((value) => ({ value, label: t(`language-${value}`) }))}
        value={entries.language}
        onChange={(event) => set({ language: event.target.value as AudienceLanguage | '' })}
      />
      <Choice
        label={t('new-network')}
        look="segments"
        options={NETWORKS.map((value) => ({ value, label: t(`network-${value}`) }))}
        value={entries.network}
        onValue={(network) => set({ network: network as Network })}
      />
      <TextField
        id={`${id}-link`}
        label={t('new-link')}
        hint={t('new-link-hint')}
        type="url"
        inputMode="url"
        autoComplete="url"
        value={entries.link}
        onChange={(event) => set({ link: event.target.value })}
        error={errorOf('link')}
      />
      <Choice
        label={t('new-duration')}
        look="segments"
        options={[
          { value: '1w', label: t('new-duration-1w') },
          { value: '1 month', label: t('new-duration-1month') },
        ]}
        value={entries.duration}
        onValue={(duration) => set({ duration: duration as Entries['duration'] })}
      />
      <ErrorText error={request.error} />
      <Submit wide busy={request.isPending}>
        {t('new-submit', { views })}
      </Submit>
    </Form>
  )
}
