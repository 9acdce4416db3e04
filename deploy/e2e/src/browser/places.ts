/** Pages of four demo users; the soak inspects them after the sign-up and payment tests have added data. */
import type { Page } from 'playwright-core'
import type { Role } from './site.ts'

export interface Place {
  readonly name: string
  readonly path: string
  readonly as?: Role
  /** Steps that put the page in this state, in either language. */
  readonly steps?: (page: Page) => Promise<unknown>
  readonly expected?: RegExp
  /** On phones, this state does not exist. */
  readonly wide?: boolean
  /** Only `npm run soak` inspects this state, because another place already covers its page or a similar state. */
  readonly inSoak?: boolean
}

/** Forces the click, because a disabled button still explains why it is disabled. */
const submitEmpty = (page: Page) => page.locator('main form button[type=submit]').click({ force: true })
/** Makes requests fail with 503, as if the service were unavailable, and reloads the page. */
const down = (path: string) => (page: Page) =>
  page
    .route(`**/api/${path}`, (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ code: 'unavailable', detail: '…' }) }),
    )
    .then(() => page.reload())

const answerWith = (path: string, body: object) => (page: Page) =>
  page.route(`**/api/${path}`, (route) => route.fulfill({ json: body })).then(() => page.reload())

const ORDER = '0198c0de-0000-7000-8000-000000000001'
const ordered = (status: 'open' | 'processing' | 'paid' | 'failed' | 'expired', payment?: 'none' | 'received') =>
  answerWith(`payouts/credit-orders/${ORDER}`, {
    id: ORDER,
    package: 'growth',
    credits: 50_000,
    priceCents: 1_400,
    status,
    ...(payment && { payment }),
    createdAt: '2026-11-21T10:00:00.000Z',
    ...(status === 'open' && { url: 'https://checkout.stripe.com/c/pay/1' }),
  })

/** All wizard steps except the first, which is inspected empty. */
const STEPS = ['audience', 'media', 'link', 'summary', 'payment'] as const

/** Opens a step with a complete draft; its banner is pale enough to trigger a warning. */
const inWizard = (step: (typeof STEPS)[number], viewsGoal: number) => async (page: Page) => {
  // Stores the step in the draft, because a tab at another step would overwrite it.
  const number = STEPS.indexOf(step) + 2
  await page.evaluate(
    async ([goal, step]) => {
      const picture = new OffscreenCanvas(1072, 250)
      const drawing = picture.getContext('2d')
      if (drawing) {
        drawing.fillStyle = '#f5dac6'
        drawing.fillRect(0, 0, 1072, 250)
      }
      const body = await picture.convertToBlob({ type: 'image/png' })
      const kept = await (await fetch('/api/campaigns/drafts/current')).json()
      const sent = () => fetch('/api/campaigns/media', { method: 'POST', headers: { 'content-type': 'image/png' }, body })
      const mediaId = kept.draft?.mediaId ?? (await (await sent()).json()).id
      const what = { name: 'Fridge door', category: 'Food_Cooking', network: 'instagram', link: 'https://kefiro.example/winter' }
      const draft = { step, ...what, viewsGoal: goal, mediaId }
      const method = 'PUT'
      await fetch('/api/campaigns/drafts/current', { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(draft) })
    },
    [viewsGoal, number] as const,
  )
  await page.goto(`/brand-dashboard/new-campaign/${step}`)
  await page.locator('form.brand-step').waitFor()
}

const emptyWizard = async (page: Page) => {
  await page.evaluate(() => fetch('/api/campaigns/drafts/current', { method: 'DELETE' }))
  await page.goto('/brand-dashboard/new-campaign/goal')
  await submitEmpty(page)
}

/** Sets the navigation state that the sign-up page would set. */
const waitsForMail = async (page: Page) => {
  await page.evaluate(() =>
    history.replaceState({ usr: { email: 'ida@olmo.example', role: 'brand', resendAt: Date.now() + 60_000 }, key: 'mail', idx: 0 }, ''),
  )
  await page.reload()
}

const writeToUs = async (page: Page) => {
  const [name, email] = await page.locator('main form input:not([type=radio])').all()
  await name?.fill('Ada Lovelace')
  await email?.fill('ada@olmo.example')
  await page.locator('main form textarea').fill('Alpine Oats?')
  await page.locator('main form button[type=submit]').click()
  await page.getByRole('status').getByText('ada@olmo.example').waitFor()
}

const balanceWith = (status: 'none' | 'active') => async (page: Page) => {
  await page.route('**/api/payouts/payout-account', (route) => route.fulfill({ json: { status, requirements: [], nextStep: '…' } }))
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const holding = { id: ORDER, amount: 1_240, subject: 'Fridge door', reason: 'final_checks', until }
  const stations = { accruing: 618, held: 1_240, payable: 4_137, inTransfer: 2_500, paid: 0 }
  await answerWith('payouts/balance', { ...stations, earned: 8_495, minimumTransfer: 100, holdings: [holding] })(page)
}

/** Changes the user in the session that the gateway writes into the page, and in those that the page fetches. */
async function changeMe(page: Page, path: string, fields: object): Promise<void> {
  const changed = JSON.stringify(fields).slice(1, -1)
  await page.route(new RegExp(`(?:${path}|/api/identity/session)$`), async (route) => {
    const response = await route.fetch()
    const withFields = (_: string, quote: string) => changed.replaceAll('"', quote)
    const body = (await response.text()).replace(/(&quot;|")complete\1:true/, withFields)
    await route.fulfill({ response, body })
  })
  await page.goto(path)
}

const mustAcceptTerms = (page: Page) =>
  changeMe(page, '/terms/accept', { complete: true, termsToAccept: { version: '1.1', accepted: '1.0' } }).then(() =>
    page.getByRole('checkbox').waitFor(),
  )

const mustSetUpTwoSteps = (page: Page) => changeMe(page, '/account', { complete: false }).then(() => page.locator('.rf-next').waitFor())

/** Opens the page again, because the first visit removed Google's parameters from the address. */
const returnsFromGoogle = (body: object) => async (page: Page) => {
  await page.route('**/api/identity/google/callbacks', (route) => route.fulfill({ json: body }))
  await page.goto('/auth/google?state=of-a-test&code=of-a-test')
  await page.locator('main form').waitFor()
}

/** A creator's accounts on networks that offer or require a connection: connected, not connected, and ended. */
const accountsWith = (connect: 'offered' | 'required') => {
  const at = '2026-11-21T10:00:00.000Z'
  const account = (id: string, username: string, connection?: object, network = 'instagram') => {
    const figures = { followers: 48_200, averageViews: 14_800, statsAt: at, nextStatsAt: at }
    return { id, network, username, status: 'verified', createdAt: at, verifiedAt: at, ...figures, ...(connection && { connection }) }
  }
  const ended = (endedBy: string) => ({ since: at, endedAt: at, endedBy })
  const networks = ['instagram', 'tiktok', 'youtube'].map((network) => {
    return { network, connect, attemptsLeft: 10, attemptsLimit: 10, code: 'ABCDEFG', codeExpiresAt: '2100-01-01T00:00:00.000Z' }
  })
  const items = [
    account('a1', 'lea.films', { since: at }),
    account('a2', 'lea.kitchen', ended('network')),
    account('a3', 'lea.sings', undefined, 'youtube'),
    account('a4', 'lea.runs', ended('interrupted'), 'tiktok'),
    account('a5', 'lea.cooks', ended('creator'), 'tiktok'),
  ]
  return answerWith('verification/accounts', { items, limitPerNetwork: 3, networks })
}

/** Opens the page again, because the first visit removed the network's parameters from the address. */
const returnsFromNetwork = (status: number, body: object) => async (page: Page) => {
  await page.route('**/api/verification/connections/callbacks', (route) =>
    route.fulfill({ status, contentType: status < 400 ? 'application/json' : 'application/problem+json', body: JSON.stringify(body) }),
  )
  await accountsWith('required')(page)
  await page.evaluate(() => sessionStorage.setItem('reelfair.connect', 'instagram'))
  await page.goto('/profile/connect?state=of-a-test&code=of-a-test')
  await page.locator('main .rf-next').waitFor()
}

const ask = (name: RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

const openRow = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name }).click()

const scansCode = async (page: Page) => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const url = `otpauth://totp/Reelfair:mia@example.org?secret=${secret}&issuer=Reelfair`
  await page.route('**/api/identity/second-factor/enrolments', (route) => route.fulfill({ json: { enrolment: 'sealed', secret, url } }))
  await openRow(page, /Two-step|deux étapes/)
  await page.locator('main form input').fill('correct horse')
  await page.locator('main form button[type=submit]').click()
  await page.getByRole('img', { name: /QR/ }).waitFor()
  await submitEmpty(page)
}

const DELETE = /Delete account|Supprimer le compte/

/** Opens the deletion form as if the user had nothing to settle except a balance that could still be transferred. */
const mayDelete = async (page: Page) => {
  for (const service of ['campaigns', 'partnerships'])
    await page.route(`**/api/${service}/deletion-obstacles`, (route) => route.fulfill({ json: { obstacles: [] } }))
  const obstacles = [{ reason: 'balance_payable', amount: 7_100 }]
  await page.route('**/api/payouts/deletion-obstacles', (route) => route.fulfill({ json: { obstacles } }))
  await openRow(page, DELETE)
  await page.locator('main form').waitFor()
  await submitEmpty(page)
}

const downloadsData = async (page: Page) => {
  const latest = { id: ORDER, state: 'ready', requestedAt: '2026-11-21T10:00:00.000Z', arrived: [], isLate: false, bytes: 2_400_000 }
  await answerWith('identity/data-exports/latest', { latest: { ...latest, readyUntil: '2126-11-28T10:00:00.000Z' } })(page)
  await openRow(page, /Download the file|Télécharger le fichier/)
  await submitEmpty(page)
}

/** Opens the page of an e-mailed link as if the link still worked. */
const usableLink = (page: Page) =>
  page.route('**/api/identity/link-checks', (route) => route.fulfill({ status: 204 })).then(() => page.reload())

const submitEmptyOfLink = (page: Page) => usableLink(page).then(() => submitEmpty(page))

export const places: readonly Place[] = [
  { name: 'landing', path: '/' },
  {
    name: 'landing for creators',
    inSoak: true,
    path: '/',
    steps: (page) => page.locator('.landing-sides a').last().click(),
  },
  { name: 'sign-in', path: '/login' },
  { name: 'sign-in, submitted empty', inSoak: true, path: '/login', steps: submitEmpty },
  { name: 'sign-in by link, submitted empty', path: '/sign-in-link', steps: submitEmpty },
  { name: 'sign-in by link, link opened', path: '/auth/sign-in#token=of-a-mail', steps: usableLink, expected: /410/ },
  { name: 'return from Google, expired', inSoak: true, path: '/auth/google?state=of-another-browser&code=used', expected: /410/ },
  {
    name: 'return from Google, new user',
    path: '/auth/google?state=of-a-test&code=of-a-test',
    steps: returnsFromGoogle({ outcome: 'terms', email: 'nina@google.reelfair.example' }),
    expected: /410/,
  },
  {
    name: 'return from Google, unconfirmed address',
    inSoak: true,
    path: '/auth/google?state=of-a-test&code=of-a-test',
    steps: returnsFromGoogle({ outcome: 'password', email: 'bo@google.reelfair.example' }),
    expected: /410/,
  },
  { name: 'forgotten password, submitted empty', path: '/forgot-password', steps: submitEmpty },
  { name: 'password reset, submitted empty', path: '/reset-password#token=of-a-mail', steps: submitEmptyOfLink, expected: /410/ },
  {
    name: 'password reset with an expired link',
    inSoak: true,
    path: '/reset-password#token=of-an-old-mail',
    steps: (page) => page.getByRole('alert').getByText(/30/).waitFor(),
    expected: /410/,
  },
  { name: 'new e-mail address', path: '/auth/change-email#token=of-a-mail', steps: usableLink, expected: /410/ },
  { name: 'account', path: '/account', as: 'brand' },
  {
    name: 'account, password form',
    inSoak: true,
    path: '/account',
    as: 'creator',
    steps: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /Password|Mot de passe/ })
        .click()
        .then(() => submitEmpty(page)),
  },
  { name: 'sign-up', path: '/signup?role=creator' },
  { name: 'sign-up of brands, submitted empty', inSoak: true, path: '/signup?role=brand', steps: submitEmpty },
  { name: 'contact', inSoak: true, path: '/contact' },
  { name: 'contact, submitted empty', path: '/contact?topic=brand', steps: submitEmpty },
  { name: 'contact, message sent', inSoak: true, path: '/contact', steps: writeToUs },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'terms, version 1.0', inSoak: true, path: '/terms/1.0' },
  { name: 'terms, to accept', path: '/terms/accept', as: 'creator', steps: mustAcceptTerms },
  { name: 'campaign terms', inSoak: true, path: '/terms#campaign-legal' },
  { name: 'waiting for the e-mail', inSoak: true, path: '/verify-email' },
  { name: 'waiting for the e-mail that was sent', path: '/verify-email', steps: waitsForMail },
  {
    name: 'confirmation with an expired link',
    inSoak: true,
    path: '/auth/confirm#token=of-an-old-mail',
    steps: (page) => page.getByRole('alert').getByText(/24/).waitFor(),
    expected: /410/,
  },
  { name: 'confirmation', path: '/auth/confirm#token=of-a-mail', steps: usableLink, expected: /410/ },
  {
    name: 'confirmation, submitted empty',
    inSoak: true,
    path: '/auth/confirm#token=of-a-mail',
    steps: submitEmptyOfLink,
    expected: /410/,
  },
  { name: 'confirmation with an incomplete link', inSoak: true, path: '/auth/confirm' },
  { name: 'page not found', path: '/nowhere', as: 'brand' },
  { name: 'brand dashboard', inSoak: true, path: '/brand-dashboard', as: 'brand' },
  {
    name: 'brand dashboard, failed campaigns',
    inSoak: true,
    path: '/brand-dashboard',
    as: 'olmo',
    steps: (page) => page.getByRole('tab').last().click(),
  },
  { name: 'new campaign', path: '/brand-dashboard/new-campaign', as: 'brand' },
  { name: 'new campaign, submitted empty', inSoak: true, path: '/brand-dashboard/new-campaign', as: 'brand', steps: emptyWizard },
  ...STEPS.map((step) => ({
    name: `new campaign, ${step}`,
    path: '/brand-dashboard/new-campaign',
    as: 'brand' as const,
    steps: inWizard(step, 10_000),
  })),
  {
    name: 'new campaign, too few credits',
    inSoak: true,
    path: '/brand-dashboard/new-campaign',
    as: 'brand',
    steps: inWizard('payment', 500_000),
  },
  { name: 'purchase of the missing credits', inSoak: true, path: '/brand-dashboard/purchase?missing=10001&draft=true', as: 'brand' },
  { name: 'purchase', path: '/brand-dashboard/purchase', as: 'brand' },
  ...(['open', 'processing', 'paid', 'failed', 'expired'] as const).map((status) => ({
    name: `purchase, order ${status}`,
    inSoak: status !== 'paid',
    path: `/brand-dashboard/purchase?order=${ORDER}`,
    as: 'brand' as const,
    steps: ordered(status),
    expected: /404/,
  })),
  {
    name: 'purchase, cancelled',
    inSoak: true,
    path: `/brand-dashboard/purchase?order=${ORDER}&cancelled=true`,
    as: 'brand',
    steps: ordered('open', 'none'),
    expected: /404/,
  },
  {
    name: 'purchase, not paid yet',
    inSoak: true,
    path: `/brand-dashboard/purchase?order=${ORDER}`,
    as: 'brand',
    steps: ordered('open', 'none'),
    expected: /404/,
  },
  {
    name: 'purchase, paid but credits not added yet',
    inSoak: true,
    path: `/brand-dashboard/purchase?order=${ORDER}`,
    as: 'brand',
    steps: ordered('processing', 'received'),
    expected: /404/,
  },
  { name: 'purchase, another brand’s order', inSoak: true, path: `/brand-dashboard/purchase?order=${ORDER}`, as: 'brand', expected: /404/ },
  { name: 'find creators', path: '/find-creators', as: 'brand' },
  { name: 'brand profile', inSoak: true, path: '/brand/profile', as: 'brand' },
  {
    name: 'brand profile, submitted empty',
    path: '/brand/profile',
    as: 'olmo',
    steps: (page) => page.locator('main form button[type=submit]').first().click(),
  },
  { name: 'registration', inSoak: true, path: '/brand/form', as: 'newbrand' },
  {
    name: 'registration, submitted empty',
    path: '/brand/form',
    as: 'newbrand',
    steps: (page) =>
      page
        .getByRole('checkbox')
        .check()
        .then(() => submitEmpty(page)),
  },
  { name: 'creator dashboard', inSoak: true, path: '/dashboard', as: 'creator' },
  { name: 'creator dashboard, a service down', path: '/dashboard', as: 'creator', steps: down('verification/accounts'), expected: /503/ },
  { name: 'creator guide', path: '/creator-guide', as: 'creator' },
  { name: 'accounts', path: '/profile', as: 'creator' },
  { name: 'accounts, connection offered', inSoak: true, path: '/profile?network=youtube', as: 'creator', steps: accountsWith('offered') },
  { name: 'accounts, connection required', path: '/profile?network=tiktok', as: 'creator', steps: accountsWith('required') },
  { name: 'dashboard, connection required', inSoak: true, path: '/dashboard', as: 'creator', steps: accountsWith('required') },
  {
    name: 'accounts, disconnection dialog',
    path: '/profile?network=instagram',
    as: 'creator',
    steps: (page) => accountsWith('required')(page).then(() => ask(/^(?:Disconnect|Déconnecter) @/)(page)),
  },
  {
    name: 'connection, declined',
    path: '/profile/connect',
    as: 'creator',
    steps: returnsFromNetwork(200, { outcome: 'declined', network: 'tiktok' }),
  },
  {
    name: 'connection, failed',
    inSoak: true,
    path: '/profile/connect',
    as: 'creator',
    steps: returnsFromNetwork(409, { code: 'connection_failed', detail: '…' }),
    expected: /409/,
  },
  {
    name: 'connection, already done',
    inSoak: true,
    path: '/profile/connect',
    as: 'creator',
    steps: returnsFromNetwork(409, { code: 'connection_invalid', detail: '…' }),
    expected: /409/,
  },
  { name: 'connection, nothing to connect', inSoak: true, path: '/profile/connect', as: 'creator' },
  { name: 'balance', inSoak: true, path: '/balance', as: 'creator' },
  { name: 'balance, money held without a payout account', inSoak: true, path: '/balance', as: 'creator', steps: balanceWith('none') },
  {
    name: 'balance, transfer dialog',
    path: '/balance',
    as: 'creator',
    steps: (page) => balanceWith('active')(page).then(() => ask(/^(?:Transfer|Virer) [€\d]/)(page)),
  },
  { name: 'admin overview', inSoak: true, path: '/admin', as: 'admin' },
  { name: 'transfers', path: '/admin/transfers', as: 'admin' },
  {
    name: 'transfers, queue dialog',
    inSoak: true,
    path: '/admin/transfers',
    as: 'admin',
    steps: ask(/^(?:Process the queue|Traiter la file d’attente)$/),
  },
  // Listed last, so that the places above keep the same looks.
  { name: 'second step of sign-in', path: '/second-factor' },
  { name: 'second step of sign-in, submitted empty', inSoak: true, path: '/second-factor', steps: submitEmpty },
  {
    name: 'second step of sign-in, recovery code',
    inSoak: true,
    path: '/second-factor',
    steps: (page) => openRow(page, /recovery code|code de récupération/).then(() => submitEmpty(page)),
  },
  { name: 'account, QR code for two-step sign-in', path: '/account', as: 'creator', steps: scansCode },
  { name: 'account, two-step sign-in required', inSoak: true, path: '/account', as: 'admin', steps: mustSetUpTwoSteps },
  { name: 'account, deletion form', inSoak: true, path: '/account', as: 'creator', steps: mayDelete },
  {
    name: 'account, data export',
    inSoak: true,
    path: '/account',
    as: 'creator',
    steps: downloadsData,
  },
  { name: 'notifications', path: '/notifications', as: 'creator' },
  {
    name: 'notifications, bell open',
    path: '/dashboard',
    as: 'creator',
    wide: true,
    steps: (page) =>
      page
        .getByRole('button', { name: /^(?:Unread notifications|Notifications)/ })
        .first()
        .click(),
  },
  {
    name: 'unsubscribed with an invalid link',
    path: '/unsubscribe/of-a-test',
    steps: (page) => page.locator('main button').click(),
    expected: /4\d\d/,
  },
  { name: 'settings', path: '/admin/settings', as: 'admin' },
  {
    name: 'settings, change dialog',
    path: '/admin/settings',
    as: 'admin',
    steps: ask(/^(?:Change: Credit packages|Modifier : Forfaits de crédits)/),
  },
  { name: 'audit log', path: '/admin/audit-log', as: 'admin' },
]
