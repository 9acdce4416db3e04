import { Choice, ErrorLine, LOCALE_NAMES } from '@reelfair/ui'
import { useLanguage, useWrite } from '@reelfair/web-kit'
import { AccountRow } from '../account-row.tsx'
import { useText } from '../messages/index.ts'

export function LanguageRow() {
  const { t } = useText()
  const { locale, setLocale } = useLanguage()
  const save = useWrite('PUT', '/identity/account/language')
  const choose = (value: string) => {
    const next = value === 'fr' ? 'fr' : 'en'
    setLocale(next)
    save.mutate({ locale: next })
  }
  return (
    <AccountRow label={t('language')} value={LOCALE_NAMES[locale]}>
      {() => (
        <>
          <Choice
            label={t('language-label')}
            look="segments"
            options={Object.entries(LOCALE_NAMES).map(([value, label]) => ({ value, label }))}
            value={locale}
            onValue={choose}
          />
          <div role="alert">{save.error && <ErrorLine>{t('language-failed')}</ErrorLine>}</div>
        </>
      )}
    </AccountRow>
  )
}
