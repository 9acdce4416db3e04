import { type Html, html } from '../pages/layout.ts'
import type { World } from '../world.ts'
import { CURVE_KINDS } from './curves.ts'
import { LOGO_CHOICES } from './forms.ts'
import { accountOf, figuresOf, videoOf, videosOf } from './network.ts'
import { consentsView } from './official/oauth.ts'
import { avatar, thumbnail } from './pictures.ts'
import { LANGUAGES, NETWORKS, READING_FAULTS, type SocialAccount, type SocialState, type SocialVideo, VERIFY_MODES } from './state.ts'

interface View {
  readonly title: string
  readonly body: Html
}

const NAMES = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube' } as const
const CURVES: Record<string, string> = {
  organic: 'organic: fast at first, then slower and slower',
  viral: 'viral: most views within hours, on the second day',
  bot_spike: 'bot spike: most views within one hour, without likes',
  purge: 'purge: after a few days the network removes a third',
  points: 'day by day, as set by the demo or a test',
}
const MODES: Record<(typeof VERIFY_MODES)[number], string> = {
  check: 'as found in the bio',
  yes: 'always yes',
  no: 'always no',
  slow: 'slow response',
  error: '500 error',
  broken: 'broken JSON',
  rate_limit: '429 too many requests',
  later: 'later, in a message',
  twice: 'later, in a message sent twice',
}
const FAULTS: Record<(typeof READING_FAULTS)[number], string> = {
  rate_limit: '429 too many requests',
  error: '500',
  not_found: '404 account not found',
  broken: 'broken JSON',
  slow: 'response after 20 s',
  late: 'figures from 30 hours ago',
  empty: 'unknown figures',
  missing: 'no data about the videos',
}

const sheet = (body: Html) => html`<div class="sheet long">${body}</div>`
const count = (value: number | null) => (value === null ? 'unknown' : value.toLocaleString('en'))
const SHOWN = 50

const time = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')
const options = (values: readonly string[], labels: Readonly<Record<string, string>> = {}, chosen = '') =>
  values.map((value) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${labels[value] ?? value}</option>`)
const select = (name: string, label: string, choices: Html[]) =>
  html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${choices}</select></div>`
const field = (name: string, label: string, value: string | number | null = '', more: Html | string = '') =>
  html`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" ${more}></div>`
const area = (name: string, label: string, value: string, rows = 3) =>
  html`<label for="${name}">${label}</label><textarea id="${name}" name="${name}" rows="${rows}" style="inline-size:100%;padding:8px 12px;border:1px solid var(--ctl);border-radius:3px;background:var(--paper);color:inherit;font:inherit">${value}</textarea>`
const check = (name: string, label: string, on: boolean) =>
  html`<label class="choice"><input type="checkbox" name="${name}"${on ? html` checked` : ''}> ${label}</label>`
const still = (video: SocialVideo) =>
  html`<div style="inline-size:72px;block-size:128px;overflow:hidden;border-radius:4px;border:1px solid var(--rule)">${thumbnail(video)}</div>`
const face = (account: SocialAccount, size: number) =>
  html`<span style="display:inline-block;inline-size:${size}px;block-size:${size}px;border-radius:50%;overflow:hidden;vertical-align:middle">${avatar(account)}</span>`
const logoWords = ({ logo, width, height }: SocialVideo): string => {
  if (logo === 'unknown') return 'unknown'
  if (!logo.present) return 'not in the video'
  const share = (logo.box.width * logo.box.height) / (width * height)
  return `${(share * 100).toFixed(1)}% of the area, ${logo.box.y + logo.box.height <= height / 2 ? 'in the upper half' : 'not in the upper half'}`
}

const accountRow = (
  one: SocialAccount,
  videoCount: number,
) => html`<tr><td>${face(one, 32)}</td><td><a href="/social/accounts/${one.id}">@${one.username}</a></td><td>${NAMES[one.network]}</td>
  <td class="num">${count(one.followers)}</td><td class="num">${count(one.averageViews)}</td><td class="num">${videoCount}</td>
  <td>${!one.isPublic && html`<span class="bad">private</span> `}${one.ageRestricted && html`<span class="bad">age-restricted</span> `}${one.isGone && html`<span class="bad">deleted</span>`}</td></tr>`

function accountsShown(social: SocialState, name: string): (readonly [SocialAccount, number])[] {
  const named = [...social.accounts.values()].filter(({ username }) => username.toLowerCase().includes(name.toLowerCase()))
  const shown = named.slice(-SHOWN).reverse()
  const counts = new Map(shown.map(({ id }) => [id, 0]))
  for (const { accountId } of social.videos.values()) {
    const known = counts.get(accountId)
    if (known !== undefined) counts.set(accountId, known + 1)
  }
  return shown.map((one) => [one, counts.get(one.id) ?? 0])
}

const accountForm = html`<h2 id="new">New account</h2>
    <form method="post" action="/social/accounts"><div class="row">
      ${select('network', 'Network', options(NETWORKS, NAMES))}
      ${field('username', 'Username', '', html`required maxlength="60"`)}
      ${field('followers', 'Followers', 24_000, html`type="number" min="0"`)}
      ${field('averageViews', 'Average views', 8_000, html`type="number" min="0"`)}
      ${select('language', 'Audience', options(LANGUAGES))}
      <button>Create account</button></div></form>`

const verificationForm = ({ verify, asks }: SocialState) => html`<h2 id="verification">Verification workflow</h2>
    <form method="post" action="/social/verification" class="row">
      ${select('mode', 'Response', options(VERIFY_MODES, MODES, verify.mode))}
      ${field('delayMs', 'Delay for slow and later, in milliseconds', verify.delayMs, html`type="number" min="0"`)}
      ${field('times', 'Number of requests (empty: all)', verify.times, html`type="number" min="1"`)}
      <button>Apply</button></form>
    ${asks.length > 0 && html`<div class="scroll apart"><table><thead><tr><th>Time</th><th>Account</th><th>Code</th><th>Response</th></tr></thead><tbody>${asks.slice(0, 10).map(({ at, ask, answer }) => html`<tr><td>${at.slice(0, 19).replace('T', ' ')}</td><td>@${ask.username}, ${NAMES[ask.platform]}</td><td><code>${ask.code}</code></td><td>${MODES[answer as keyof typeof MODES]}</td></tr>`)}</tbody></table></div>`}`

const faultsForm = ({ faults }: SocialState) => html`<h2 id="reading">Reading failures</h2>
    <form method="post" action="/social/faults" class="row">
      ${select('kind', 'Response to the next requests', options(READING_FAULTS, FAULTS))}
      ${select('on', 'Requests for', options(['all', 'stats', 'videos', 'metrics'], { all: 'everything', stats: 'statistics', videos: 'videos', metrics: 'figures' }))}
      ${field('fault-times', 'Number of requests (empty: all)', 1, html`type="number" min="1"`)}
      <button>Apply</button></form>
    ${faults.length > 0 && html`<ul>${faults.map(({ kind, on, times }) => html`<li>${FAULTS[kind]}: ${on}, ${times === null ? 'until cleared' : `${times} left`}</li>`)}</ul><form method="post" action="/social/faults/clear"><button class="plain">Clear all</button></form>`}`

const officialForm = ({ official }: SocialState) => html`<h2 id="official">The networks’ own APIs</h2>
    <form method="post" action="/social/official" class="row">
      ${field('insightsLateHours', 'Age of Instagram’s insights, in hours (in reality up to 48)', official.insightsLateHours, html`type="number" min="0" max="240"`)}
      <button>Apply</button></form>`

export function accountsView(world: World, name: string, message: () => Html | ''): View {
  const { social } = world.state
  const shown = accountsShown(social, name)
  const total = social.accounts.size
  const body = html`<h1>Social networks</h1>
    <p>Instagram, TikTok and YouTube as Reelfair sees them. Put the code in an account’s bio, publish videos and move <a href="/#clock">the clock</a>: views grow as the clock moves.</p>${message()}
    ${total === 0 && html`<p>No accounts yet. Create the first one below.</p>`}
    ${(total > SHOWN || name !== '') && html`<form method="get" action="/social" class="row">${field('name', 'Find by username', name)}<button>Find</button></form><p class="small">Showing the newest ${count(shown.length)} of ${count(total)} accounts.</p>`}
    ${shown.length > 0 && html`<div class="scroll"><table><thead><tr><td></td><th>Account</th><th>Network</th><th class="num">Followers</th><th class="num">Average views</th><th class="num">Videos</th><td></td></tr></thead><tbody>${shown.map(([one, videoCount]) => accountRow(one, videoCount))}</tbody></table></div>`}
    ${accountForm}${verificationForm(social)}${faultsForm(social)}${officialForm(social)}`
  return { title: 'Social networks', body: sheet(body) }
}

const videoRow = (world: World) => (one: SocialVideo) => {
  const figures = figuresOf(one, world.nowMs())
  return html`<tr><td>${still(one)}</td><td><a href="/social/videos/${one.id}">${one.caption.slice(0, 80) || 'No caption'}</a><br><span class="small">${time(one.publishedMs)} UTC · ${one.width}×${one.height}, ${one.durationS.toFixed(1)} s · ${one.curve.kind === 'points' ? 'custom views' : one.curve.kind.replace('_', ' ')}</span></td>
    <td class="num">${one.deletedMs === null ? count(figures.views) : html`<span class="bad">deleted</span>`}</td><td class="num">${count(figures.likes)}</td></tr>`
}

export function accountView(world: World, id: string, message: () => Html | ''): View {
  const one = accountOf(world, id)
  const videos = videosOf(world, one.id)
  const body = html`<p><a href="/social">Social networks</a></p>
    <h1>${face(one, 56)} @${one.username}</h1>
    <p>${NAMES[one.network]} · ${count(one.followers)} followers · ${one.isPublic ? 'public' : html`<span class="bad">private</span>`}${one.ageRestricted && html`, <span class="bad">age-restricted</span>`}${one.isGone && html`, <span class="bad">deleted</span>`}</p>
    <pre>${one.bio || 'The bio is empty.'}</pre>${one.bioLinks.map((link) => html`<p><a href="${link}">${link}</a></p>`)}${message()}
    <ul class="links"><li><a href="#profile">Bio, links and visibility</a></li><li><a href="#publish">Publish a video</a></li><li><a href="#videos">Videos (${videos.length})</a></li></ul>
    <h2 id="publish">Publish a video</h2>
    <p class="small">Upload an MP4 or WEBM file. The file determines the width, height and duration. Only short vertical videos count. No file at hand? <a href="/social/samples/reel.webm" download>Download this sample</a>, which shows a logo.</p>
    <form method="post" action="/social/accounts/${one.id}/videos" enctype="multipart/form-data">
      ${area('caption', 'Caption, with the campaign’s code and the disclosure', 'Commercial collaboration ')}
      <div class="row"><div><label for="file">Video</label><input id="file" name="file" type="file" accept="video/mp4,video/webm,.mp4,.webm,.mov" required></div>
      ${select('paidLabel', 'Paid partnership label', options(['yes', 'no', 'unknown'], { yes: 'set', no: 'not set', unknown: 'unknown' }))}
      ${select('logo', 'Brand logo', options(Object.keys(LOGO_CHOICES), LOGO_CHOICES))}</div>
      <div class="row">${select('curve', 'Views', options(CURVE_KINDS, CURVES))}
      ${field('views', 'Total views', 20_000, html`type="number" min="0" required`)}
      ${field('turnAfterHours', 'Hours until the peak, spike or purge (optional)', '', html`type="number" min="0" max="720"`)}<button>Publish</button></div>
    </form>
    <h2 id="videos">Videos</h2>
    ${videos.length === 0 && html`<p>None yet.</p>`}
    ${videos.length > 0 && html`<div class="scroll"><table><thead><tr><td></td><th>Video</th><th class="num">Views</th><th class="num">Likes</th></tr></thead><tbody>${videos.map(videoRow(world))}</tbody></table></div>`}
    <h2 id="profile">Profile</h2>
    <form method="post" action="/social/accounts/${one.id}">
      ${area('bio', 'Bio (put the code here)', one.bio)}
      ${area('bioLinks', 'Links in the bio, one per line', one.bioLinks.join('\n'), 2)}
      ${check('isPublic', 'The account is public', one.isPublic)}${check('ageRestricted', 'Age-restricted', one.ageRestricted)}${check('isGone', 'Deleted or banned', one.isGone)}
      ${check('paidLabelConsent', 'Reelfair may read its paid-content label (counts on YouTube)', one.paidLabelConsent)}
      <div class="row">${field('username', 'Username', one.username, html`required`)}${field('followers', 'Followers', one.followers, html`type="number" min="0"`)}
      ${field('averageViews', 'Average views (empty: unknown)', one.averageViews, html`type="number" min="0"`)}
      ${field('rpmCents', 'RPM in cents (empty: unknown)', one.rpmCents, html`type="number" min="0"`)}</div>
      <div class="row">${select('language', 'Audience', options(['', ...LANGUAGES], { '': 'unknown', wait: 'being analysed', post: 'not enough content' }, one.language ?? ''))}
      ${field('category', 'Category', one.category)}${field('country', 'Country', one.country)}${field('city', 'City', one.city)}<button>Save</button></div>
    </form>${consentsView(world, one.id)}`
  return { title: `@${one.username}`, body: sheet(body) }
}

export function videoView(world: World, id: string, message: () => Html | ''): View {
  const one = videoOf(world, id)
  const owner = accountOf(world, one.accountId)
  const nights = Array.from({ length: 15 }, (_, day) => day * 86_400_000).filter((age) => one.publishedMs + age <= world.nowMs())
  const now = figuresOf(one, world.nowMs())
  const body = html`<p><a href="/social/accounts/${owner.id}">@${owner.username}</a>, ${NAMES[owner.network]}</p>
    <h1>${one.deletedMs === null ? 'Video' : 'Deleted video'}</h1>${message()}
    <div class="row" style="align-items:start"><div style="flex:0 0 180px"><div style="inline-size:180px;block-size:320px;overflow:hidden;border-radius:4px;border:1px solid var(--rule)">${thumbnail(one)}</div></div>
    <div><pre>${one.caption || 'No caption'}</pre>
    <p class="small">${time(one.publishedMs)} UTC · ${one.width}×${one.height}, ${one.durationS.toFixed(1)} s${one.file !== null && html` · ${one.file}`} · logo ${logoWords(one)}</p>
    <dl><div><dt>Views</dt><dd>${count(now.views)}</dd></div><div><dt>Likes</dt><dd>${count(now.likes)}</dd></div><div><dt>Comments</dt><dd>${count(now.comments)}</dd></div></dl></div></div>
    <h2>Day by day</h2><div class="scroll"><table><tbody>${nights.map((age) => html`<tr><td>${time(one.publishedMs + age)} UTC</td><td class="num">${count(figuresOf(one, one.publishedMs + age).views)} views</td><td class="num">${count(figuresOf(one, one.publishedMs + age).likes)} likes</td></tr>`)}</tbody></table></div>
    ${
      one.deletedMs === null &&
      html`<h2>Edit</h2><form method="post" action="/social/videos/${one.id}">${area('caption', 'Caption', one.caption)}
    <div class="row">${select('paidLabel', 'Paid partnership label', options(['yes', 'no', 'unknown'], { yes: 'set', no: 'not set', unknown: 'unknown' }, one.paidLabel === 'unknown' ? 'unknown' : one.paidLabel ? 'yes' : 'no'))}
    ${select('logo', 'Brand logo', options(['', ...Object.keys(LOGO_CHOICES)], { '': 'unchanged', ...LOGO_CHOICES }))}<button>Save</button></div></form>
    <form method="post" action="/social/videos/${one.id}/delete" class="apart"><button class="plain">Delete the video</button> <span class="small">This can’t be undone. Views already counted stay counted.</span></form>`
    }`
  return { title: one.caption.slice(0, 40) || 'Video', body: sheet(body) }
}
