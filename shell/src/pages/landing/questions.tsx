import { Disclosure, Disclosures, Section } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'

export function Questions() {
  const { t } = useText()
  return (
    <Section id="questions" title={t('questions-title')} note={t('questions-note')}>
      <Disclosures>
        {([1, 2, 3, 4, 5] as const).map((number) => (
          <Disclosure key={number} title={t(`question-${number}`)} open={number < 3}>
            <p>{t(`question-${number}-text`)}</p>
          </Disclosure>
        ))}
      </Disclosures>
    </Section>
  )
}
