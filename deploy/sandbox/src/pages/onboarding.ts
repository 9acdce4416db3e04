import { randomBytes } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import type { AccountLink } from '../state.ts'
import { emitThin } from '../stripe/events.ts'
import { applyOutcome, OUTCOMES } from '../stripe/requirements.ts'
import type { World } from '../world.ts'
import { type Html, html, sendHosted, sendNotice } from './layout.ts'
import { type Locale, localeOf, WORDS } from './words.ts'

interface Filled {
  readonly given_name?: string
  readonly surname?: string
  readonly birth_date?: string
  readonly iban?: string
  readonly outcome?: string
  readonly press?: string
}

function form(filled: Filled, faults: readonly string[], locale: Locale): Html {
  const words = WORDS[locale].onboarding
  const field = (name: 'given_name' | 'surname' | 'birth_date' | 'iban', type: string, autocomplete: string) =>
    html`<label for="${name}">${words[name]}</label><input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${filled[name] ?? ''}">`
  const outcomes = OUTCOMES.flatMap((one) => (one === 'halfway' ? [] : [one]))
  return html`<div class="sheet"><h1>${words.title}</h1>
    <p>${words.about}</p>
    ${faults.length > 0 && html`<div class="alert" role="alert">${faults.map((fault) => html`<p>${fault}</p>`)}</div>`}
    <form method="post">
      ${field('given_name', 'text', 'given-name')}
      ${field('surname', 'text', 'family-name')}
      ${field('birth_date', 'date', 'bday')}
      ${field('iban', 'text', 'off')}
      <p class="small">${words.ibanToTry} <code>FR1420041010050500013M02606</code></p>
      <fieldset><legend>${words.outcomes}</legend>
        ${outcomes.map(
          (one) =>
            html`<label class="choice"><input type="radio" name="outcome" value="${one}"${(filled.outcome ?? 'complete') === one ? html` checked` : ''}> ${words.outcome[one]}</label>`,
        )}
      </fieldset>
      <p class="row"><button name="press" value="submit">${words.submit}</button>
      <button name="press" value="save" class="plain" formnovalidate>${words.later}</button></p>
    </form></div>`
}

function faultsOf({ given_name, surname, birth_date, iban = '' }: Filled, locale: Locale): string[] {
  const words = WORDS[locale].onboarding
  return [
    ...(given_name?.trim() ? [] : [words.noGivenName]),
    ...(surname?.trim() ? [] : [words.noSurname]),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(birth_date ?? '') ? [] : [words.noBirthDate]),
    ...(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban.replace(/\s/g, '').toUpperCase()) ? [] : [words.noIban]),
  ]
}

const years = (birthDate: string, now: Date): number => {
  const [year = 0, month = 1, day = 1] = birthDate.split('-').map(Number)
  const before = now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < day)
  return now.getUTCFullYear() - year - (before ? 1 : 0)
}

export function onboardingPages(world: World): Router {
  const router = Router()
  const { state } = world

  const localeFor = (request: Request, account: string | undefined) =>
    localeOf(request, state.accounts.get(account ?? '')?.defaults?.locales?.[0])
  const visitOf = (request: Request<{ visit: string }>, response: Response): (AccountLink & { locale: Locale }) | undefined => {
    const visit = state.accountLinks.get(state.visits.get(request.params.visit) ?? '')
    const locale = localeFor(request, visit?.account)
    if (visit) return { ...visit, locale }
    sendNotice(response, 410, WORDS[locale].onboarding.left, WORDS[locale].onboarding.askLink, locale)
    return undefined
  }

  router.get('/connect/onboarding/:token', (request, response) => {
    const link = state.accountLinks.get(request.params.token)
    const locale = localeFor(request, link?.account)
    if (!link) return sendNotice(response, 404, WORDS[locale].noSuchLink, WORDS[locale].incomplete, locale)
    // A used or expired link redirects to the app, which creates a new link.
    if (link.usedAtMs !== undefined || world.nowMs() > link.expiresAtMs) return response.redirect(303, link.refreshUrl)
    link.usedAtMs = world.nowMs()
    const visit = randomBytes(18).toString('base64url')
    state.visits.set(visit, request.params.token)
    response.redirect(303, `/connect/visit/${visit}`)
  })
  router.get('/connect/visit/:visit', (request, response) => {
    const visit = visitOf(request, response)
    if (!visit) return
    const { given_name = '', surname = '' } = state.accounts.get(visit.account)?.identity?.individual ?? {}
    const { locale } = visit
    sendHosted(response, locale, { title: WORDS[locale].onboarding.title, body: form({ given_name, surname }, [], locale) })
  })
  router.post('/connect/visit/:visit', (request, response) => {
    const visit = visitOf(request, response)
    if (!visit) return
    const filled = request.body as Filled
    const later = filled.press === 'save'
    const { locale } = visit
    const faults = later ? [] : faultsOf(filled, locale)
    if (faults.length > 0)
      return sendHosted(response, locale, { title: WORDS[locale].onboarding.title, status: 422, body: form(filled, faults, locale) })
    const chosen = OUTCOMES.find((one) => one === filled.outcome) ?? 'complete'
    const young = !later && years(filled.birth_date ?? '', world.clock.now()) < 18
    applyOutcome(world, visit.account, later ? 'halfway' : young ? 'underage' : chosen)
    emitThin(world, 'v2.core.account_link.returned', {
      account: visit.account,
      related: false,
      data: { account_id: visit.account, configurations: ['recipient'], use_case: visit.useCase },
    })
    state.visits.delete(request.params.visit)
    response.redirect(303, visit.returnUrl)
  })
  return router
}
