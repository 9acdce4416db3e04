import type { SettingKey, SettingValue } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Checkbox, Choice, ErrorLine, NumberField, TextField } from '@reelfair/ui'
import type { ReactNode } from 'react'
import { useText } from '../../messages/index.ts'

interface ValueFieldProps {
  readonly name: SettingKey
  readonly id: string
  readonly value: unknown
  readonly error?: ReactNode
  readonly onValue: (value: unknown) => void
}

/** The control that fits a setting's type. */
export function ValueField(props: ValueFieldProps) {
  const { t } = useText()
  const { name, id, value, error, onValue } = props
  switch (name) {
    case 'packages':
      return <PackageFields {...props} />
    case 'rate_card':
      return <RateFields {...props} />
    case 'public_campaign_networks':
      return <NetworkFields {...props} />
    case 'solvency_margin_cents':
      return <Euros id={id} label={t('setting-solvency_margin_cents')} cents={value as number} error={error} onCents={onValue} />
    case 'video_window_days':
    case 'review_hours':
      return (
        <NumberField
          id={id}
          label={t(`setting-${name}`)}
          hint={t(`hint-${name}`)}
          value={value as number | undefined}
          onValue={onValue}
          error={error}
        />
      )
    case 'collab_booking':
      return (
        <Choice
          id={id}
          label={t('setting-collab_booking')}
          options={(['real', 'demo'] as const).map((one) => ({ value: one, label: t(`booking-${one}`) }))}
          value={value as string}
          onValue={onValue}
          error={error}
        />
      )
    case 'brand_kyc_required':
    case 'require_admin_second_factor':
      return (
        <Checkbox
          id={id}
          label={t(`setting-${name}`)}
          checked={value === true}
          onChange={({ currentTarget }) => onValue(currentTarget.checked)}
          error={error}
        />
      )
    default:
      return (
        <TextField
          id={id}
          label={t(`setting-${name}`)}
          type={name === 'support_email' ? 'email' : 'text'}
          autoComplete="off"
          value={value as string}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
          error={error}
        />
      )
  }
}

interface EurosProps {
  readonly id: string
  readonly label: string
  readonly cents: number | undefined
  readonly error?: ReactNode
  readonly onCents: (cents: number | undefined) => void
}

function Euros({ id, label, cents, error, onCents }: EurosProps) {
  const inEuros = (euros: number | undefined) => onCents(euros === undefined ? undefined : Math.round(euros * 100))
  return (
    <NumberField
      id={id}
      label={label}
      decimals={2}
      step={0.01}
      after="€"
      error={error}
      value={cents === undefined ? undefined : cents / 100}
      onValue={inEuros}
    />
  )
}

function PackageFields({ id, value, error, onValue }: ValueFieldProps) {
  const { t } = useText()
  const packages = value as SettingValue<'packages'>
  const set = (at: number, change: object) => onValue(packages.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <fieldset className="rf-field admin-packages" id={id} {...(error && { 'aria-describedby': `${id}-error` })}>
      <legend>{t('setting-packages')}</legend>
      {packages.map((one, at) => (
        <div className="admin-package" key={one.id}>
          <NumberField
            id={`${id}-${one.id}-credits`}
            label={t('package-credits', { name: t(`package-${one.id}`) })}
            step={1_000}
            value={one.credits}
            onValue={(credits) => set(at, { credits })}
          />
          <Euros
            id={`${id}-${one.id}-price`}
            label={t('package-price', { name: t(`package-${one.id}`) })}
            cents={one.priceCents}
            onCents={(priceCents) => set(at, { priceCents })}
          />
        </div>
      ))}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </fieldset>
  )
}

function RateFields({ id, value, error, onValue }: ValueFieldProps) {
  const { t } = useText()
  const card = value as SettingValue<'rate_card'>
  return (
    <fieldset className="rf-field" id={id} {...(error && { 'aria-describedby': `${id}-error` })}>
      <legend>{t('setting-rate_card')}</legend>
      {(['campaignCentsPer1000', 'partnershipCentsPer1000'] as const).map((rate) => (
        <Euros
          key={rate}
          id={`${id}-${rate}`}
          label={t(`rate-${rate}`)}
          cents={card[rate]}
          onCents={(cents) => onValue({ ...card, [rate]: cents })}
        />
      ))}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </fieldset>
  )
}

const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const

function NetworkFields({ id, value, error, onValue }: ValueFieldProps) {
  const { t } = useText()
  const chosen = value as SettingValue<'public_campaign_networks'>
  return (
    <fieldset className="rf-field" id={id} {...(error && { 'aria-describedby': `${id}-error` })}>
      <legend>{t('setting-public_campaign_networks')}</legend>
      {NETWORKS.map((network) => (
        <Checkbox
          key={network}
          id={`${id}-${network}`}
          label={NETWORK_NAMES[network]}
          checked={chosen.includes(network)}
          onChange={({ currentTarget }) =>
            onValue(NETWORKS.filter((one) => (one === network ? currentTarget.checked : chosen.includes(one))))
          }
        />
      ))}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </fieldset>
  )
}
