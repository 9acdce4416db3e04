import { expect, test } from 'vitest'
import { translatedWording } from './language.ts'
import { plant } from './plant.ts'
import { workspaceRoot } from './source-files.ts'

test('finds no listed wording or overlong comment lines in the repository', () => {
  const { read, findings } = translatedWording(workspaceRoot)
  for (const file of ['README.md', 'shell/src/messages/en.ts', 'services/payouts/src/app.ts', 'libs/rules/src/money.test.ts'])
    expect(read).toContain(file)
  expect(findings.map(({ where, found, advice }) => `${where}: “${found}”: ${advice}`)).toEqual([])
})

const BAD_EXAMPLES: readonly string[] = [
  '// Whoever holds the lease may write.',
  '// Draws the logos anew.',
  '// The cents as we reckon them.',
  'const isMended = true',
  '// The brand is told the missing number.',
  '// It is said once.',
  '// The address and the password do not belong together.',
  '// This is no complete link.',
  '// The answer is none.',
  '// The caller need not wait.',
  '// Who is no creator gets an error.',
  "const text = 'What is missing'",
  '// The row stands in the inbox.',
  "const label = 'Log in'",
  '// Reads so many at once.',
  '// All of it, once more.',
  "const text = 'Retenu pour les vérifications finales'",
  "const text = 'Vues en cours d’examen'",
  "const text = 'Payées au prochain règlement'",
  `// ${'a wide comment '.repeat(8)}`,
]

test.for(BAD_EXAMPLES)('reports %s', (line) => {
  const { findings } = translatedWording(plant({ 'libs/rules/src/tiers.ts': `${line}\n` }))
  expect(findings.length).toBeGreaterThan(0)
})

test('reads Markdown and accepts plain sentences', () => {
  const root = plant({
    'README.md': 'Whoever reads this.\n',
    'libs/rules/src/tiers.ts': [
      '// There is no index; the query is no longer bounded, and no one waits.',
      "test('logs in the background', () => {})",
      "const question = 'What is a qualified view?'",
      `const wide = '${'code is as wide as the formatter allows '.repeat(3)}'`,
      '',
    ].join('\n'),
  })
  expect(translatedWording(root).findings.map(({ where }) => where)).toEqual(['README.md:1'])
})
