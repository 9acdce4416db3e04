import { Checkbox, TextLink } from '@reelfair/ui'
import type { ComponentProps } from 'react'
import { useText } from './messages/index.ts'

/** Never pre-ticked, because acceptance is recorded as legal evidence. @source decisions §7 */
export function TermsCheckbox(props: Omit<ComponentProps<typeof Checkbox>, 'label' | 'hint'>) {
  const { t } = useText()
  return (
    <Checkbox
      label={t('accept-terms')}
      // The texts open in a new tab, so that the form keeps its input.
      hint={
        <>
          <TextLink href="/terms" target="_blank" rel="noopener">
            {t('terms-read')}
          </TextLink>{' '}
          <TextLink href="/privacy" target="_blank" rel="noopener">
            {t('privacy-read')}
          </TextLink>
        </>
      }
      {...props}
    />
  )
}
