import { Router } from 'express'
import { type Html, html, sendNotice, sendPage } from '../pages/layout.ts'
import type { Mail, MailSwitches } from '../state.ts'
import type { World } from '../world.ts'
import { mailsTo } from './api.ts'

const time = (at: string) => at.slice(0, 19).replace('T', ' ')

function mailList(letters: readonly Mail[], to: string | undefined): Html {
  return html`<h1>Mailbox</h1>
    <p>Every e-mail that Reelfair sends is kept here; none leaves this machine.</p>
    <div class="sheet"><form class="row"><div><label for="to">Recipient</label><input id="to" name="to" type="email" value="${to ?? ''}"></div><button class="plain">Filter</button></form>
    ${
      letters.length === 0
        ? html`<p class="row">No e-mails yet.</p>`
        : html`<div class="scroll" tabindex="0" role="group" aria-label="E-mails"><table><thead><tr><th>Time</th><th>To</th><th>Subject</th></tr></thead><tbody>${letters.map(
            (mail) =>
              html`<tr><td>${time(mail.at)}</td><td>${mail.to.join(', ')}</td><td><a href="/mail/${mail.id}">${mail.subject || 'No subject'}</a></td></tr>`,
          )}</tbody></table></div>`
    }</div>`
}

function serverForm({ refuse, bounce, slowMs }: MailSwitches): Html {
  return html`<section aria-labelledby="server"><h2 id="server">Mail server</h2>
    <form method="post" action="/mail/switches">
      <div class="row">
        <div><label for="refuse">Incoming e-mails</label><select id="refuse" name="refuse">
          <option value="no">accept</option>
          <option value="temporary"${refuse === 'temporary' ? html` selected` : ''}>refuse temporarily (451)</option>
          <option value="yes"${refuse === true ? html` selected` : ''}>refuse permanently (554)</option></select></div>
        <div><label for="bounce">Nonexistent addresses, separated by commas</label><input id="bounce" name="bounce" value="${bounce.join(', ')}"></div>
        <div><label for="slow">Delay in milliseconds</label><input id="slow" name="slowMs" type="number" min="0" max="60000" value="${slowMs}"></div>
        <button>Apply</button>
      </div>
    </form>
    <form method="post" action="/mail/clear" class="row"><button class="plain">Delete all e-mails</button></form></section>`
}

const mailView = (mail: Mail) =>
  html`<p><a href="/mail">Mailbox</a></p><h1>${mail.subject || 'No subject'}</h1>
    <p class="small">${time(mail.at)} · from ${mail.from} · to ${mail.to.join(', ')}</p>
    <div class="sheet"><pre>${mail.text || 'This e-mail has no text part.'}</pre></div>
    ${mail.links.length > 0 && html`<section aria-labelledby="links"><h2 id="links">Links</h2><ul class="links">${mail.links.map((link) => html`<li>${safe(link)}</li>`)}</ul></section>`}
    ${mail.html && html`<section aria-labelledby="design"><h2 id="design">HTML version</h2><iframe title="E-mail" sandbox="" src="/mail/${mail.id}/html"></iframe></section>`}`

export function mailPages(world: World): Router {
  const router = Router()
  const { state } = world

  router.get('/mail', ({ query: { to } }, response) => {
    const recipient = typeof to === 'string' && to !== '' ? to : undefined
    const body = html`${mailList(mailsTo(world, recipient), recipient)}${serverForm(state.mailSwitches)}`
    sendPage(response, { title: 'Mailbox', at: '/mail', body })
  })
  router.post('/mail/switches', (request, response) => {
    const { refuse = 'no', bounce = '', slowMs = '0' } = request.body as Record<string, string>
    state.mailSwitches.refuse = refuse === 'temporary' ? 'temporary' : refuse === 'yes'
    state.mailSwitches.bounce = bounce.split(',').flatMap((address) => address.trim().toLowerCase() || [])
    state.mailSwitches.slowMs = Math.min(Math.max(Number(slowMs) || 0, 0), 60_000)
    response.redirect(303, '/mail')
  })
  router.post('/mail/clear', (_, response) => {
    state.mails.clear()
    response.redirect(303, '/mail')
  })
  router.get('/mail/:id', (request, response) => {
    const mail = state.mails.get(request.params.id)
    if (!mail) return sendNotice(response, 404, 'E-mail not found', html`<a href="/mail">Back to the mailbox</a>`)
    sendPage(response, { title: mail.subject || 'E-mail', at: '/mail', body: mailView(mail) })
  })
  router.get('/mail/:id/html', (request, response) => {
    const mail = state.mails.get(request.params.id)
    if (!mail) return sendNotice(response, 404, 'E-mail not found', '')
    // E-mails are untrusted: their scripts must not run, and their external resources must not load.
    response
      .set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
      .type('html')
      .send(mail.html)
  })
  return router
}

const safe = (link: string) => (/^https?:/.test(link) ? html`<a href="${link}">${link}</a>` : link)
