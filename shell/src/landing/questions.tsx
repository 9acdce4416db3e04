import { MINIMUM_TRANSFER_CENTS } from '@reelfair/rules'
import { Disclosure, Disclosures, formatCents, Section } from '@reelfair/ui'
import { useText } from './text.tsx'

export function Questions() {
  const { t, locale, side, figure } = useText()
  const minimum = formatCents(MINIMUM_TRANSFER_CENTS, locale, 0)
  return (
    <Section id="questions" title={t('questions-title')} note={t(`${side}-questions-note`)}>
      <Disclosures>
        {([1, 2, 3, 4, 5] as const).map((number) => (
          <Disclosure key={number} title={t(`${side}-question-${number}`)} open={number < 3}>
            <p>{t(`${side}-question-${number}-text`, { minimum, hours: figure('review-hours') })}</p>
          </Disclosure>
        ))}
      </Disclosures>
    </Section>
  )
}
