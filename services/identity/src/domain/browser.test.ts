import { expect, test } from 'vitest'
import { browserLabel, browserOf } from './browser.ts'

const like = (system: string, rest: string) => `Mozilla/5.0 (${system}) ${rest}`
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Firefox on Windows', like('Windows NT 10.0; Win64; x64; rv:130.0', 'Gecko/20100101 Firefox/130.0')],
  ['Firefox on iPhone', like('iPhone; CPU iPhone OS 17_5 like Mac OS X', `${webKit} FxiOS/130.0 Mobile/15E148 Safari/605.1.15`)],
  ['Chrome on macOS', like('Macintosh; Intel Mac OS X 10_15_7', `${webKit} Chrome/130.0.0.0 Safari/537.36`)],
  ['Chrome on Android', like('Linux; Android 10; K', `${webKit} Chrome/130.0.0.0 Mobile Safari/537.36`)],
  ['Chrome on Linux', like('X11; Linux x86_64', `${webKit} HeadlessChrome/130.0.0.0 Safari/537.36`)],
  ['Chrome on ChromeOS', like('X11; CrOS x86_64 14541.0.0', `${webKit} Chrome/130.0.0.0 Safari/537.36`)],
  ['Edge on Windows', like('Windows NT 10.0; Win64; x64', `${webKit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`)],
  ['Opera on Windows', like('Windows NT 10.0; Win64; x64', `${webKit} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`)],
  [
    'Samsung Internet on Android',
    like('Linux; Android 13; SM-S901B', `${webKit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`),
  ],
  ['Safari on macOS', like('Macintosh; Intel Mac OS X 10_15_7', 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15')],
  ['Safari on iPhone', like('iPhone; CPU iPhone OS 17_5 like Mac OS X', 'AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1')],
  ['Safari on iPad', like('iPad; CPU OS 17_5 like Mac OS X', 'AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1')],
  ['Windows', 'SomethingElse (Windows NT 10.0)'],
  ['Firefox', 'Firefox/130.0'],
  ['Unknown device', 'curl/8.5.0'],
  ['Unknown device', `${' '.repeat(500)}Firefox/130.0`],
  ['Unknown device', ''],
])('recognises %s', (label, userAgent) => expect(browserLabel(browserOf(userAgent), 'en')).toBe(label))

test('labels browsers in French', () => {
  expect(browserLabel({ name: 'Firefox', system: 'Windows' }, 'fr')).toBe('Firefox sur Windows')
  expect(browserLabel(browserOf(undefined), 'fr')).toBe('Appareil inconnu')
})
