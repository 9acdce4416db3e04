import type { AudienceLanguage, Network } from '@reelfair/contracts'
import { AUDIENCE_LANGUAGES, NETWORK_NAMES, NETWORKS, ZONES } from '@reelfair/contracts/values'
import { Checkbox, Choice, Select } from '@reelfair/ui'
import { useId } from 'react'
import { Cost } from './cost.tsx'
import { useText } from './messages/index.ts'
import type { StepProps } from './step-props.ts'

export function AudienceStep({ entries, set, publicNetworks }: StepProps & { readonly publicNetworks: readonly Network[] }) {
  const { t, locale } = useText()
  const id = useId()
  const { network, language, zones } = entries
  const found = new Intl.ListFormat(locale).format(publicNetworks.map((value) => NETWORK_NAMES[value]))
  const hintOf = () => {
    if (!publicNetworks.includes(network)) return t('new-network-unlisted', { networks: found })
    return network === 'instagram' ? t('new-network-hint') : undefined
  }
  return (
    <div className="brand-columns">
      <div className="brand-fields">
        <Choice
          label={t('new-network')}
          look="segments"
          hint={hintOf()}
          options={NETWORKS.map((value) => ({ value, label: NETWORK_NAMES[value] }))}
          value={network}
          onValue={(chosen) => set({ network: chosen as Network })}
        />
        <Select
          label={t('new-language')}
          hint={t('new-language-hint')}
          placeholder={t('new-language-any')}
          options={AUDIENCE_LANGUAGES.map((value) => ({ value, label: t(`language-${value}`) }))}
          value={language}
          onChange={(event) => set({ language: event.target.value as AudienceLanguage | '' })}
        />
        <fieldset className="rf-field rf-choice" aria-describedby={`${id}-hint`}>
          <legend>{t('new-zones')}</legend>
          {ZONES.map((zone) => (
            <Checkbox
              key={zone}
              label={t(`zone-${zone}`)}
              checked={zones.includes(zone)}
              onChange={(event) => set({ zones: ZONES.filter((one) => (one === zone ? event.target.checked : zones.includes(one))) })}
            />
          ))}
          <p className="rf-field-hint" id={`${id}-hint`}>
            {t('new-zones-hint')}
          </p>
        </fieldset>
      </div>
      <Cost entries={entries} />
    </div>
  )
}
