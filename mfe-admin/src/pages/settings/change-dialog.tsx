import type { SettingKey, Settings } from '@reelfair/contracts'
import { SETTINGS_WITHOUT_EFFECT } from '@reelfair/contracts/setting-defaults'
import { businessDayOf, nextDay } from '@reelfair/rules'
import { Button, ErrorText, formatDay, serverNow, showToast, TextArea, TextField } from '@reelfair/ui'
import { Dialog, RichProvider } from '@reelfair/ui/rich'
import { ApiError, useForm } from '@reelfair/web-kit'
import { useState } from 'react'
import { SettingText } from '../../components/setting-value.tsx'
import { useText } from '../../messages/index.ts'
import { useChange } from './queries.ts'
import { ValueField } from './value-field.tsx'

/** Maximum length of the reason. @source contracts: `SettingChange` */
const MAX_CHARACTERS = 300

type State = Settings[SettingKey]

interface ChangeDialogProps {
  readonly name: SettingKey
  readonly state: State
  readonly onClose: () => void
}

/** Asks for a value, its effective date and a reason, and for confirmation if the setting moves money. */
export function ChangeDialog({ name, state, onClose }: ChangeDialogProps) {
  const { t } = useText()
  const [confirming, setConfirming] = useState(false)
  const change = useChange(() => {
    showToast(t('change-saved', { name: t(`setting-${name}`) }), { kind: 'done' })
    onClose()
  })
  const { save, ...form } = useChangeForm({ name, state, change, onReady: () => setConfirming(true) })
  const busy = change.isPending
  const back = confirming && !change.error ? () => setConfirming(false) : undefined
  const isAsked = confirming && !change.error
  return (
    <RichProvider>
      <Dialog
        open
        onClose={onClose}
        size="medium"
        title={t('change-title', { name: t(`setting-${name}`) })}
        locked={busy}
        actions={
          <>
            <Button disabled={busy} onClick={back ?? onClose}>
              {t(back ? 'change-back' : 'change-cancel')}
            </Button>
            <Button look="filled" busy={busy} onClick={isAsked ? save : form.submit}>
              {t(isAsked || !state.movesMoney ? 'change-save' : 'change-check')}
            </Button>
          </>
        }
      >
        {isAsked ? <Summary name={name} state={state} values={form.values} /> : <Fields name={name} state={state} form={form} />}
        <ErrorText error={form.error} />
      </Dialog>
    </RichProvider>
  )
}

interface Values {
  readonly value: unknown
  /** If empty, the change takes effect immediately. */
  readonly day: string
  readonly why: string
}

const FIELD_OF_CODE = {
  setting_insolvent: 'value',
  setting_insolvent_former: 'value',
  setting_unchanged: 'value',
  setting_too_early: 'day',
  setting_too_late: 'day',
} as const

interface FormOptions {
  readonly name: SettingKey
  readonly state: State
  readonly change: ReturnType<typeof useChange>
  readonly onReady: () => void
}

function useChangeForm({ name, state, change, onReady }: FormOptions) {
  const { t, locale } = useText()
  const { movesMoney, inForce, version } = state
  const earliest = nextDay(businessDayOf(new Date(serverNow())))
  const save = ({ value, day, why }: Values) =>
    change.mutate({ key: name, value, reason: why, expectedVersion: version, ...(day !== '' && { validFrom: day }) })
  const form = useForm<Values, keyof Values>({
    initial: { value: inForce.value, day: movesMoney ? earliest : '', why: '' },
    invalidFieldsOf: ({ day, why }) => [
      ...((movesMoney && day === '') || (day !== '' && day < earliest) ? (['day'] as const) : []),
      ...(why.trim() === '' || why.length > MAX_CHARACTERS ? (['why'] as const) : []),
    ],
    messageOf: (field) => t(`change-${field}-wrong`, { day: formatDay(earliest, locale, { year: true }) }),
    // The form may be submitted again until the change is confirmed and sent.
    ...(!change.isIdle && { request: change }),
    fieldOfCode: FIELD_OF_CODE,
    onSubmit: (values) => {
      change.reset()
      if (movesMoney) onReady()
      else save(values)
    },
  })
  const { error } = change
  // The value's parts have paths such as `value.0.priceCents`.
  const part = error instanceof ApiError ? Object.entries(error.fields).find(([path]) => path.startsWith('value')) : undefined
  return {
    ...form,
    save: () => save(form.values),
    earliest,
    error: part ? undefined : form.error,
    valueError:
      form.errorOf('value') ?? (part && (error instanceof ApiError && error.locale === locale ? part[1] : t('change-value-wrong'))),
  }
}

type ChangeForm = Omit<ReturnType<typeof useChangeForm>, 'save'>

function Fields({ name, state, form }: { name: SettingKey; state: State; form: ChangeForm }) {
  const { t } = useText()
  return (
    <div className="admin-decision">
      {SETTINGS_WITHOUT_EFFECT.includes(name) && <p className="rf-note">{t('change-idle')}</p>}
      <ValueField
        name={name}
        id={form.idOf('value')}
        value={form.values.value}
        error={form.valueError}
        onValue={(value) => form.set({ value })}
      />
      <TextField
        label={t('change-day')}
        hint={t(state.movesMoney ? 'change-day-money' : 'change-day-hint')}
        type="date"
        min={form.earliest}
        {...form.field('day')}
      />
      <TextArea label={t('change-why')} hint={t('change-why-hint')} maxLength={MAX_CHARACTERS} rows={3} {...form.field('why')} />
    </div>
  )
}

function Summary({ name, state, values }: { name: SettingKey; state: State; values: Values }) {
  const { t, locale } = useText()
  const day = formatDay(values.day, locale, { year: true })
  return (
    <div className="admin-decision">
      <p>{t('confirm-text', { day })}</p>
      <dl className="admin-change">
        <dt>{t('confirm-now')}</dt>
        <dd>
          <SettingText of={name} value={state.inForce.value} />
        </dd>
        <dt>{t('confirm-then', { day })}</dt>
        <dd>
          <SettingText of={name} value={values.value} />
        </dd>
        <dt>{t('change-why')}</dt>
        <dd>{values.why}</dd>
      </dl>
      <p className="rf-note">{t('confirm-note')}</p>
    </div>
  )
}
