import { LINK_MAX } from '@reelfair/contracts/text'
import { TextField, TextLink } from '@reelfair/ui'
import { BannerPreview } from '@reelfair/web-kit/banner'
import { faultsAt } from './entries.ts'
import { useText } from './messages/index.ts'
import type { StepProps } from './step-props.ts'

export function LinkStep({ entries, set, errorOf, idOf }: StepProps) {
  const { t } = useText()
  const isValid = faultsAt(entries, 'link').length === 0
  return (
    <div className="brand-columns">
      <div className="brand-fields">
        <TextField
          id={idOf('link')}
          label={t('new-link')}
          hint={t('link-hint')}
          type="url"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          maxLength={LINK_MAX}
          value={entries.link}
          onChange={(event) => set({ link: event.target.value })}
          error={errorOf('link')}
        />
        <p className="rf-note">
          {t('new-link-why')}{' '}
          {isValid && (
            <TextLink href={entries.link.trim()} target="_blank" rel="noreferrer">
              {t('link-try')}
            </TextLink>
          )}
        </p>
      </div>
      <BannerPreview media={entries.media} />
    </div>
  )
}
