import { Section } from '../page/page.tsx'
import { Frame } from '../signature/index.ts'
import { useText } from './use-text.tsx'

/** An inline banner image, so that the page needs no network. */
const svg = (body: string, width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`)}`
const banner = svg(
  '<rect width="1072" height="250" fill="#f5dac6"/><circle cx="150" cy="130" r="76" fill="#b5502c"/><text x="270" y="160" font-family="Georgia" font-size="120" fill="#b5502c">Kéfiro</text>',
  1072,
  250,
)

export function Frames() {
  const t = useText()
  return (
    <Section title={t('Frames', 'Cadres')}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 24, alignItems: 'start' }}>
        <Frame logo="found" />
        <Frame logo="held" />
        <Frame logo="absent" />
        <Frame size="card" banner={banner} alt={t('Banner of Kéfiro', 'Bannière de Kéfiro')} />
        <Frame size="card" logo="held" />
        <Frame size="card" logo="absent" />
        <div style={{ inlineSize: 348 }}>
          <Frame
            size="large"
            banner={banner}
            alt={t(
              'The banner at the required size: 1072 × 250, in the upper half',
              'La bannière à la taille requise\u00a0: 1072 × 250, dans la moitié supérieure',
            )}
            dimensions={{ measure: '1072 × 250' }}
            caption={{
              handle: t('@creator', '@createur'),
              text: t('Their words, with @kefiro and their code', 'Son texte, avec @kefiro et son code'),
            }}
          />
        </div>
      </div>
    </Section>
  )
}
