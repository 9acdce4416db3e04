import { Select, TextField } from '@reelfair/ui'
import type { useForm } from '@reelfair/web-kit'
import { useMemo } from 'react'
import { useText } from '../../messages/index.ts'
import { type BrandEntries, type BrandFault, CONTACT_FIELDS, CONTACT_TEXTS } from './brand-entries.ts'
import { dialCodes, isCountry } from './phone.ts'

/** The service checks the phone number too, and reports an error without naming the field. */
export const FIELD_OF_CODE = { phone_invalid: 'contactPhone' } as const

interface ContactFieldsProps {
  readonly form: Pick<ReturnType<typeof useForm<BrandEntries, BrandFault>>, 'values' | 'set' | 'field'>
}

/** Fields for the brand's name and contact, on the registration and profile pages. */
export function ContactFields({ form: { values, set, field } }: ContactFieldsProps) {
  const { t, locale } = useText()
  const codes = useMemo(() => dialCodes(locale), [locale])
  return (
    <>
      {CONTACT_FIELDS.map(({ field: name, ...input }) => (
        <TextField key={name} label={t(`form-${CONTACT_TEXTS[name]}`)} {...input} {...field(name)} />
      ))}
      <div className="brand-phone">
        <Select
          label={t('form-country')}
          autoComplete="tel-country-code"
          options={codes}
          value={values.phoneCountry}
          onChange={({ target: { value } }) => isCountry(value) && set({ phoneCountry: value })}
        />
        <TextField label={t('form-phone')} optional type="tel" autoComplete="tel-national" {...field('contactPhone')} />
      </div>
    </>
  )
}
