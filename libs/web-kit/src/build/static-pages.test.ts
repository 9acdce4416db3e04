import { expect, test } from 'vitest'
import { filesAhead } from './static-pages.ts'

const SIGN_UP = './pages/signup/signup-page.tsx'
const chunk = (id: string, files: readonly string[], more: object = {}) => ({ id, files: [...files], origins: [], ...more })
const from = (request: string) => ({ origins: [{ request }] })

test('lists the initial scripts and styles, those of the named modules, and their messages in one language, once each', () => {
  const chunks = [
    chunk('index', ['static/js/index.1.js', 'static/css/index.1.css', 'static/js/index.1.js.map'], { initial: true }),
    chunk('sign-up', ['static/js/async/sign-up.1.js', 'static/js/index.1.js'], from(SIGN_UP)),
    chunk('terms', ['static/js/async/terms.1.js'], from('./pages/terms/terms-page.tsx')),
    chunk('en', ['static/js/async/en.1.js'], { ...from('./en.ts'), parents: ['index'] }),
    chunk('fr', ['static/js/async/fr.1.js'], { ...from('./fr.ts'), parents: ['sign-up'] }),
    chunk('terms-en', ['static/js/async/terms-en.1.js'], { ...from('./en.ts'), parents: ['terms'] }),
  ]
  const common = ['/static/js/index.1.js', '/static/css/index.1.css', '/static/js/async/sign-up.1.js']
  expect(filesAhead(chunks as never, [SIGN_UP])).toEqual({
    en: [...common, '/static/js/async/en.1.js'],
    fr: [...common, '/static/js/async/fr.1.js'],
  })
})
