import type { AudienceLanguage, Network, Zone } from '@reelfair/contracts'
import { Checkbox, Choice, Select } from '@reelfair/ui'
import { useId } from 'react'
import { Cost } from './cost.tsx'
import { useText } from './messages/index.ts'
import type { StepProps } from './step-props.ts'

const LANGUAGES = ['en', 'de', 'it', 'pt'] as const satisfies AudienceLanguage[]
const NETWORKS = ['instagram', 'tiktok', 'youtube'] as const satisfies Network[]
const ZONES = ['EU', 'US', 'LATAM', 'APAC'] as const satisfies Zone[]

/** Step 2: on which network, in which language, where. */
export function AudienceStep({ entries, set }: StepProps) {
  const { t } = useText()
  const id = useId()
  const { network, language, zones } = entries
  return (
    <div className="brand-columns">
      <div className="brand-fields">
        <Choice
          label={t('new-network')}
          look="segments"
          hint={t(network === 'instagram' ? 'new-network-hint' : 'new-network-unlisted')}
          options={NETWORKS.map((value) => ({ value, label: t(`network-${value}`) }))}
          value={network}
          onValue={(chosen) => set({ network: chosen as Network })}
        />
        <Select
          label={t('new-language')}
          hint={t('new-language-hint')}
          placeholder={t('new-language-any')}
          options={LANGUAGES.map((value) => ({ value, label: t(`language-${value}`) }))}
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
