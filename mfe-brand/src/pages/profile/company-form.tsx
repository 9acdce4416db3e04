import type { Company, CompanyForm as CompanyDetails } from '@reelfair/contracts'
import { LEGAL_FORMS, type LegalForm } from '@reelfair/contracts/values'
import { countryOptions, hasVatNumbers } from '@reelfair/rules'
import { ErrorText, Form, Select, Submit, showToast, TextField } from '@reelfair/ui'
import { useForm, useWrite } from '@reelfair/web-kit'
import { type CompanyEntries, type CompanyField, companyFaults, companyFormOf, entriesOf } from './company-entries.ts'
import { useText } from './messages/index.ts'

interface CompanyFormProps {
  readonly saved: Partial<CompanyDetails> | undefined
  readonly onSaved: () => void
}

export function CompanyForm({ saved, onSaved }: CompanyFormProps) {
  const { t, locale } = useText()
  const save = useWrite('PUT', '/identity/brand/company', {
    changes: ['brand'],
    onDone: (_: Company) => showToast(t('company-done')),
  })
  const { values, set, submit, field, idOf, error } = useForm<CompanyEntries, CompanyField>({
    initial: () => entriesOf(saved),
    invalidFieldsOf: companyFaults,
    messageOf: (name) => t(`company-${name}-error`),
    request: save,
    fieldOfCode: { registration_number_invalid: 'registrationNumber', vat_number_invalid: 'vatNumber', postal_code_invalid: 'postalCode' },
    onSubmit: (entries) => {
      const form = companyFormOf(entries)
      // Waits for the new declarations, because the page that asked for them would otherwise ask again.
      if (form) save.mutate(form, { onSuccess: onSaved })
    },
  })
  const isFrench = values.country === 'FR'
  return (
    <Form sheet onSubmit={submit}>
      <TextField label={t('company-legalName')} autoComplete="organization" {...field('legalName')} />
      <Select
        label={t('company-legalForm')}
        placeholder={t('company-legalForm-choose')}
        options={LEGAL_FORMS.map((value) => ({ value, label: value === 'Association' || value === 'Autre' ? t(`form-${value}`) : value }))}
        {...field('legalForm')}
        onChange={({ target }) => set({ legalForm: target.value as LegalForm | '' })}
      />
      <Select
        label={t('company-country')}
        hint={t('company-country-hint')}
        autoComplete="country"
        options={countryOptions(locale)}
        value={values.country}
        onChange={({ target }) => set({ country: target.value as CompanyEntries['country'] })}
      />
      <TextField
        label={t('company-registrationNumber')}
        optional
        {...(isFrench && { hint: t('company-registrationNumber-fr') })}
        {...field('registrationNumber')}
      />
      {hasVatNumbers(values.country) && <TextField label={t('company-vatNumber')} optional {...field('vatNumber')} />}
      <TextField label={t('company-addressLine1')} autoComplete="address-line1" {...field('addressLine1')} />
      <TextField
        label={t('company-addressLine2')}
        optional
        autoComplete="address-line2"
        id={`${idOf('addressLine1')}-2`}
        value={values.addressLine2}
        onChange={({ target }) => set({ addressLine2: target.value })}
      />
      <TextField label={t('company-postalCode')} autoComplete="postal-code" {...field('postalCode')} />
      <TextField label={t('company-city')} autoComplete="address-level2" {...field('city')} />
      <ErrorText error={error} />
      <Submit wide busy={save.isPending}>
        {t('company-save')}
      </Submit>
    </Form>
  )
}
