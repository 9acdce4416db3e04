/** The mailbox for people. */
import { Router } from 'express'
import { html, sendNotice, sendPage } from '../pages/layout.ts'
import type { World } from '../world.ts'
import { lettersTo } from './api.ts'

const time = (at: string) => at.slice(0, 19).replace('T', ' ')

export function mailPages(world: World): Router {
  const router = Router()
  const { state } = world

  router.get('/mail', (request, response) => {
    const to = typeof request.query.to === 'string' && request.query.to !== '' ? request.query.to : undefined
    const letters = lettersTo(world, to)
    const { refuse, bounce, slowMs } = state.mailSwitches
    sendPage(response, {
      title: 'Mailbox',
      at: '/mail',
      body: html`<h1>Mailbox</h1>
        <p>Every letter that Reelfair sends lies here; none leaves this machine.</p>
        <div class="sheet"><form class="row"><div><label for="to">Only to</label><input id="to" name="to" type="email" value="${to ?? ''}"></div><button class="plain">Show</button></form>
        ${
          letters.length === 0
            ? html`<p class="row">No letter yet.</p>`
            : html`<div class="scroll" tabindex="0" role="group" aria-label="Letters"><table><thead><tr><th>When</th><th>To</th><th>Subject</th></tr></thead><tbody>${letters.map(
                (mail) =>
                  html`<tr><td>${time(mail.at)}</td><td>${mail.to.join(', ')}</td><td><a href="/mail/${mail.id}">${mail.subject || 'Without a subject'}</a></td></tr>`,
              )}</tbody></table></div>`
        }</div>
        <section aria-labelledby="server"><h2 id="server">The mail server</h2>
        <form method="post" action="/mail/switches">
          <div class="row">
            <div><label for="refuse">Letters</label><select id="refuse" name="refuse">
              <option value="no">are taken</option>
              <option value="temporary"${refuse === 'temporary' ? html` selected` : ''}>are refused for now (451)</option>
              <option value="yes"${refuse === true ? html` selected` : ''}>are refused for good (554)</option></select></div>
            <div><label for="bounce">Addresses that do not exist, by commas</label><input id="bounce" name="bounce" value="${bounce.join(', ')}"></div>
            <div><label for="slow">Takes its time, milliseconds</label><input id="slow" name="slowMs" type="number" min="0" max="60000" value="${slowMs}"></div>
            <button>Set</button>
          </div>
        </form>
        <form method="post" action="/mail/clear" class="row"><button class="plain">Throw all letters away</button></form></section>`,
    })
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
    if (!mail) return sendNotice(response, 404, 'No such letter', html`<a href="/mail">The mailbox</a>`)
    sendPage(response, {
      title: mail.subject || 'Letter',
      at: '/mail',
      body: html`<p><a href="/mail">Mailbox</a></p><h1>${mail.subject || 'Without a subject'}</h1>
        <p class="small">${time(mail.at)} · from ${mail.from} · to ${mail.to.join(', ')}</p>
        <div class="sheet"><pre>${mail.text || 'This letter has no text part.'}</pre></div>
        ${mail.links.length > 0 && html`<section aria-labelledby="links"><h2 id="links">Where it leads</h2><ul class="links">${mail.links.map((link) => html`<li>${safe(link)}</li>`)}</ul></section>`}
        ${mail.html && html`<section aria-labelledby="design"><h2 id="design">As it is designed</h2><iframe title="The letter" sandbox="" src="/mail/${mail.id}/html"></iframe></section>`}`,
    })
  })
  router.get('/mail/:id/html', (request, response) => {
    const mail = state.mails.get(request.params.id)
    if (!mail) return sendNotice(response, 404, 'No such letter', '')
    // A letter is a stranger's text: no script runs and nothing is fetched.
    response
      .set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
      .type('html')
      .send(mail.html)
  })
  return router
}

const safe = (link: string) => (/^https?:/.test(link) ? html`<a href="${link}">${link}</a>` : link)
