import { expect, test } from 'vitest'
import { plant } from './plant.ts'
import { workspaceRoot } from './source-files.ts'
import {
  differences,
  frenchWithoutNoBreakSpaces,
  sentencesWithoutCode,
  textsOutsideMessages,
  untranslatedMailTexts,
  unusedTexts,
} from './texts.ts'

const PACKAGE = '{}'
const at = (path: string, content: string) => plant({ [`${path.split('/src/')[0]}/package.json`]: PACKAGE, [path]: content })
const strayIn = (content: string) =>
  textsOutsideMessages(at('shell/src/page.tsx', content)).stray.map((line) => line.replace('shell/src/page.tsx: ', ''))

test('finds no screen text outside the messages', () => {
  const { read, stray } = textsOutsideMessages(workspaceRoot)
  for (const folder of ['shell', 'mfe-creator', 'mfe-brand', 'mfe-admin', 'libs/ui']) {
    expect(read.some((file) => file.startsWith(`${folder}/src/`))).toBe(true)
  }
  expect(stray).toEqual([])
})

test('requires codes instead of sentences in contracts and refusals', () => {
  expect(sentencesWithoutCode(workspaceRoot)).toEqual([])
})

test('finds no e-mail text outside the translations', () => {
  expect(untranslatedMailTexts(workspaceRoot)).toEqual([])
  const mail = ['const html = `<html lang="', '{locale}"><p>Hello, ', '{name}</p>`'].join('$')
  expect(untranslatedMailTexts(at('services/metrics/src/domain/night-mail.ts', mail))).toEqual([
    'services/metrics/src/domain/night-mail.ts: “Hello,”',
  ])
})

test('finds the same texts and placeholders in both languages', () => {
  const { compared, different } = differences(workspaceRoot)
  expect(different).toEqual([])
  // The number of texts when this test was written; a comparison that skips files finds fewer.
  expect(compared).toBeGreaterThan(600)
})

test('requires no-break spaces before : ; ! ? and inside guillemets in French', () => {
  expect(frenchWithoutNoBreakSpaces(workspaceRoot)).toEqual([])
  const words = "export const word = { en: 'Wait: so?', fr: 'Attendez : alors ?' }"
  expect(frenchWithoutNoBreakSpaces(at('services/metrics/src/a.ts', words))).toEqual(['services/metrics/src/a.ts: “Attendez : alors ?”'])
})

test('finds no unused message or error', () => {
  expect(unusedTexts(workspaceRoot)).toEqual([])
})

test.for<[string, string, string]>([
  ['between tags', 'export const A = () => <p>Hello there</p>', 'Hello there'],
  ['in a fragment', 'export const A = () => <>Hi</>', 'Hi'],
  ['in braces', "export const A = () => <p>{'Hello'}</p>", 'Hello'],
  ['in a conditional expression', "export const A = ({ is }: { is: boolean }) => <p>{is ? 'Yes' : t('no')}</p>", 'Yes'],
  ['after a condition', "export const A = ({ is }: { is: boolean }) => <p>{is && 'Late'}</p>", 'Late'],
  ['as a fallback value', "export const A = ({ name }: { name?: string }) => <p>{name ?? 'Nobody'}</p>", 'Nobody'],
  ['around a number', ['export const A = ({ count }: { count: number }) => <p>{`', '{count} views`}</p>'].join('$'), 'views'],
  ['for a screen reader', 'export const A = () => <nav aria-label="Main" />', 'Main'],
  ['as a title', 'export const A = () => <abbr title="Value added tax" />', 'Value added tax'],
  ['as a placeholder', 'export const A = () => <input placeholder="Your name" />', 'Your name'],
  ['as alternative text', 'export const A = () => <img alt="A fridge" />', 'A fridge'],
  ['as a component’s label', "export const A = () => <TextField label={'E-mail'} />", 'E-mail'],
  ['as a field’s error', "export const A = ({ is }: { is: boolean }) => <TextField error={is && 'Wrong'} />", 'Wrong'],
  ['in a list of options', "export const options = [{ value: 'a', label: 'The first' }]", 'The first'],
  ['in a toast', "export const tell = () => showToast('Saved')", 'Saved'],
  ['in the tab title', "export const tell = () => {\n  document.title = 'Balance'\n}", 'Balance'],
])('reports a text %s', ([, content, text]) => {
  expect(strayIn(content)).toEqual([`“${text}”`])
})

test('ignores keys, classes, URLs, numbers and brand names', () => {
  const content = `
    export const A = ({ t, n }: { t: (key: string) => string; n: number }) => (
      <a className="rf-note" href="/balance" title={t('balance')} aria-label={\`\${t('a')}: \${n}\`}>
        {t(n > 1 ? 'many' : 'one')} {' '} {n} € · <b>Reelfair</b>
      </a>
    )`
  expect(strayIn(content)).toEqual([])
})

test.for<[string, string, string]>([
  ['a schema', 'libs/contracts/src/a.ts', "export const A = z.string().min(6, 'This is too short.')"],
  ['a refusal', 'services/metrics/src/a.ts', "export const a = () => refuse('conflict', { why: 'somebody was here before you' })"],
])('reports a sentence in %s', ([, path, content]) => {
  expect(sentencesWithoutCode(at(path, content))).toHaveLength(1)
})

const messages = (en: string, fr: string) =>
  differences(
    plant({
      'shell/package.json': PACKAGE,
      'shell/src/messages/en.ts': `export const en = ${en} as const`,
      'shell/src/messages/fr.ts': `export const fr = ${fr}`,
    }),
  ).different.map((line) => line.replace('shell/src/messages/en.ts: ', ''))

test('reports missing translations and different placeholders', () => {
  expect(messages("{ a: 'A', b: 'B' }", "{ a: 'A' }")).toEqual(['French translation missing: .b'])
  expect(messages("{ a: 'A' }", "{ a: 'A', b: 'B' }")).toEqual(['English translation missing: .b'])
  expect(messages("{ a: '{{n}} of {{all}}' }", "{ a: '{{n}} sur tous' }")).toEqual([
    '.a has placeholders “{{all}} {{n}}” in English and “{{n}}” in French',
  ])
  expect(messages("{ a: '{{all}}, {{n}}' }", "{ a: '{{n}}, {{all}}' }")).toEqual([])
})

test('requires the French plural form for millions', () => {
  const en = "{ a_one: '{{count}} view', a_other: '{{count}} views' }"
  expect(messages(en, "{ a_one: '{{count}} vue', a_other: '{{count}} vues' }")).toEqual(['French translation missing: .a_many'])
  expect(messages(en, "{ a_one: '{{count}} vue', a_many: '{{count}} de vues', a_other: '{{count}} vues' }")).toEqual([])
})

test.for<[string, string]>([
  ['an error', "export const table = { lost: { status: 410, en: 'Lost {at}', fr: 'Perdu' } }"],
  ['an e-mail', "export const words = { en: { subject: 'Hello', why: 'So' }, fr: { subject: 'Bonjour' } }"],
  ['a list of texts', "export const word = { en: ['What', 'Next'], fr: ['Quoi'] }"],
  ['a text function', 'export const word = { en: { of: (a: string, b: string) => a + b }, fr: { of: (a: string) => a } }'],
  ['a text', "export const word = { en: 'Only English', de: 'Nur Englisch' }"],
])('reports %s that is incomplete in one language', ([, content]) => {
  expect(differences(at('services/metrics/src/a.ts', content)).different).toHaveLength(1)
})

test('reports unused messages and errors', () => {
  const root = plant({
    'shell/package.json': PACKAGE,
    'shell/src/messages/en.ts': "export const en = { said: '', 'made-up': '', 'made-down': '', count_other: '', forgotten: '' }",
    'shell/src/page.tsx': ["export const a = (t: any, way: string) => [t('said'), t(`made-", "{way}`), t('count')]"].join('$'),
    'libs/contracts/package.json': PACKAGE,
    'libs/contracts/src/account-errors.ts': "export const accountErrors = { lost: { en: '', fr: '' }, found: { en: '', fr: '' } }",
    'services/metrics/package.json': PACKAGE,
    'services/metrics/src/a.ts': "export const a = () => refuse('found')",
  })
  expect(unusedTexts(root)).toEqual([
    'shell/src/messages/en.ts: unused message forgotten',
    'libs/contracts/src/account-errors.ts: unused error lost',
  ])
})
