/** The hosted onboarding page: what a creator tells Stripe about themselves, and how its examination is to end. */
import { randomBytes } from 'node:crypto'
import { type Response, Router } from 'express'
import type { AccountLink } from '../state.ts'
import { emitThin } from '../stripe/events.ts'
import { conclude, type OnboardingOutcome, OUTCOMES } from '../stripe/requirements.ts'
import type { World } from '../world.ts'
import { type Html, html, sendNotice, sendPage } from './layout.ts'

const LABELS: Record<Exclude<OnboardingOutcome, 'halfway'>, string> = {
  complete: 'Everything is in order',
  pending: 'It is examined for a day, and is in order then',
  restricted: 'The identity document cannot be read: restricted',
  underage: 'The person is under 18: restricted',
  rejected: 'Stripe rejects the account',
}

interface Filled {
  readonly given_name?: string
  readonly surname?: string
  readonly birth_date?: string
  readonly iban?: string
  readonly outcome?: string
  readonly press?: string
}

function form(filled: Filled, faults: readonly string[]): Html {
  const field = (name: keyof Filled, label: string, type: string, autocomplete: string) =>
    html`<label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${filled[name] ?? ''}">`
  return html`<h1>Get paid</h1>
    <p>Reelfair works with Stripe for payouts. Tell who you are and where the money goes.</p>
    ${faults.length > 0 && html`<div class="alert" role="alert">${faults.map((fault) => html`<p>${fault}</p>`)}</div>`}
    <form method="post">
      ${field('given_name', 'First name', 'text', 'given-name')}
      ${field('surname', 'Last name', 'text', 'family-name')}
      ${field('birth_date', 'Date of birth', 'date', 'bday')}
      ${field('iban', 'IBAN', 'text', 'off')}
      <fieldset><legend>How the sandbox’s examination ends</legend>
        ${OUTCOMES.filter((one) => one !== 'halfway').map(
          (one) =>
            html`<label class="choice"><input type="radio" name="outcome" value="${one}"${(filled.outcome ?? 'complete') === one ? html` checked` : ''}> ${LABELS[one]}</label>`,
        )}
      </fieldset>
      <p class="row"><button name="press" value="submit">Submit</button>
      <button name="press" value="save" class="plain" formnovalidate>Save and finish later</button></p>
    </form>
    <p class="small">An IBAN to try with: <code>FR1420041010050500013M02606</code></p>`
}

function faultsOf({ given_name, surname, birth_date, iban = '' }: Filled): string[] {
  return [
    ...(given_name?.trim() ? [] : ['The first name is missing.']),
    ...(surname?.trim() ? [] : ['The last name is missing.']),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(birth_date ?? '') ? [] : ['The date of birth is missing.']),
    ...(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban.replace(/\s/g, '').toUpperCase()) ? [] : ['This is not an IBAN.']),
  ]
}

const years = (birthDate: string, now: Date): number => {
  const [year = 0, month = 1, day = 1] = birthDate.split('-').map(Number)
  const before = now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < day)
  return now.getUTCFullYear() - year - (before ? 1 : 0)
}

export function onboardingPages(world: World, changed: () => void): Router {
  const router = Router()
  const { state } = world
  /** Visits under way: a link opens one visit only. */
  const visits = new Map<string, AccountLink>()

  const visitOf = (token: string, response: Response): AccountLink | undefined => {
    const visit = visits.get(token)
    if (!visit) sendNotice(response, 410, 'This page has been left', 'Ask Reelfair for a new link.')
    return visit
  }

  router.get('/connect/onboarding/:token', (request, response) => {
    const link = state.accountLinks.get(request.params.token)
    if (!link) return sendNotice(response, 404, 'No such link', 'The address is not complete.')
    // A used or old link leads to the page that makes a new one.
    if (link.usedAtMs !== undefined || world.nowMs() > link.expiresAtMs) return response.redirect(303, link.refreshUrl)
    link.usedAtMs = world.nowMs()
    changed()
    const visit = randomBytes(18).toString('base64url')
    visits.set(visit, link)
    response.redirect(303, `/connect/visit/${visit}`)
  })
  router.get('/connect/visit/:visit', (request, response) => {
    const visit = visitOf(request.params.visit, response)
    if (!visit) return
    const { given_name = '', surname = '' } = state.accounts.get(visit.account)?.identity?.individual ?? {}
    sendPage(response, { title: 'Get paid', narrow: true, body: form({ given_name, surname }, []) })
  })
  router.post('/connect/visit/:visit', (request, response) => {
    const visit = visitOf(request.params.visit, response)
    if (!visit) return
    const filled = request.body as Filled
    const later = filled.press === 'save'
    const faults = later ? [] : faultsOf(filled)
    if (faults.length > 0) return sendPage(response, { title: 'Get paid', narrow: true, status: 422, body: form(filled, faults) })
    const chosen = OUTCOMES.find((one) => one === filled.outcome) ?? 'complete'
    const young = !later && years(filled.birth_date ?? '', world.clock.now()) < 18
    conclude(world, visit.account, later ? 'halfway' : young ? 'underage' : chosen)
    emitThin(world, 'v2.core.account_link.returned', {
      account: visit.account,
      related: false,
      data: { account_id: visit.account, configurations: ['recipient'], use_case: visit.useCase },
    })
    visits.delete(request.params.visit)
    response.redirect(303, visit.returnUrl)
  })
  return router
}
