import type { Campaign, CurrentDraft, DraftInput, Locale, Media, Network } from '@reelfair/contracts'
import { Link, Route, useLocation, useNavigate } from '@reelfair/web-kit'
import { errorResponse, Routes, showPage, simulateUploads } from '@reelfair/web-kit/testing'
import { vi } from 'vitest'
import { NewCampaignPage } from '../pages/new-campaign/new-campaign-page.tsx'

export const banner: Media = {
  id: '0b9a1f0e-6a2b-4c3d-8e4f-5a6b7c8d9e0f',
  kind: 'image',
  type: 'image/png',
  bytes: 184_000,
  width: 1072,
  height: 250,
  createdAt: '2026-11-21T10:00:00.000Z',
}

export const filled: DraftInput = {
  step: 6,
  name: 'Winter breakfast',
  viewsGoal: 10_000,
  category: 'Food_Cooking',
  zones: [],
  network: 'instagram',
  link: 'https://kefiro.example/winter',
  duration: '1w',
  mediaId: banner.id,
}

type Answer = (body: unknown) => Response | undefined | Promise<Response>
type Draft = NonNullable<CurrentDraft['draft']>

/** `answers` maps `METHOD /path` to a response that replaces the simulated one. */
export class SimulatedServices {
  draft: Draft | undefined
  available = 50_000
  publicNetworks: readonly Network[] = ['instagram']
  campaign: Campaign | undefined
  readonly answers: Record<string, Answer> = {}
  readonly requests: { readonly what: string; readonly body: unknown; readonly key: string | undefined }[] = []
  #clock = Date.parse('2026-11-21T10:00:00.000Z')

  /** A direct call from a test acts like a save from another window. */
  save({ basedOn: _, ...draft }: DraftInput): Draft {
    this.#clock += 60_000
    this.draft = { ...draft, savedAt: new Date(this.#clock).toISOString(), ...(draft.mediaId === banner.id && { media: banner }) }
    return this.draft
  }

  bodies = (what: string) => this.requests.filter((one) => one.what === what).map(({ body }) => body)

  async answer(url: string, { method = 'GET', body, headers }: RequestInit): Promise<Response> {
    const what = `${method} ${url.replace('/api', '').replace(/\?.*/, '')}`
    const sent: unknown = body === undefined ? undefined : JSON.parse(String(body))
    this.requests.push({ what, body: sent, key: (headers as Record<string, string>)['idempotency-key'] })
    const own = await this.answers[what]?.(sent)
    if (own) return own
    switch (what) {
      case 'GET /campaigns/drafts/current':
        return Response.json({ draft: this.draft, publicNetworks: this.publicNetworks })
      case 'PUT /campaigns/drafts/current': {
        const given = sent as DraftInput
        if (given.basedOn !== undefined && given.basedOn !== (this.draft?.savedAt ?? null)) return errorResponse('conflict', 'en')
        const { media: _, ...draft } = this.save(given)
        return Response.json({ draft, publicNetworks: this.publicNetworks })
      }
      case 'DELETE /campaigns/drafts/current':
        this.draft = undefined
        return new Response(null, { status: 204 })
      case 'GET /identity/public-settings':
        return Response.json({ rateCard: { campaignCentsPer1000: 10, partnershipCentsPer1000: 20 } })
      case 'GET /payouts/credits':
        return Response.json({ available: this.available, held: 0, spent: 0 })
      case 'POST /campaigns/campaigns':
        this.draft = undefined
        this.campaign = { ...(sent as Campaign), ...requestedCampaign }
        return Response.json(this.campaign, { status: 201 })
      case `GET /campaigns/campaigns/${requestedCampaign.id}`:
        return Response.json(this.campaign)
      default:
        return Response.json({ items: [] })
    }
  }
}

const requestedCampaign = {
  id: '7c1d2e3f-0000-4000-8000-000000000001',
  status: 'funding',
  phase: 'funding',
  logo: { mediaId: banner.id, kind: 'image', type: 'image/png' },
} as const

export function simulateServices(): SimulatedServices {
  const services = new SimulatedServices()
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => services.answer(url, init))
  simulateUploads()
  return services
}

function Place() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output data-testid="place">{pathname.replace('/brand-dashboard', '') + search}</output>
      <button type="button" data-testid="back" onClick={() => void navigate(-1)} />
      <Link to="/brand-dashboard" data-testid="leave" />
      <Link to="/brand-dashboard/new-campaign" data-testid="enter" />
    </>
  )
}

/** @param step last URL segment; if empty, the wizard chooses the step */
export const openWizard = (step = '', locale: Locale = 'en') =>
  showPage(
    <>
      <Place />
      <Routes>
        <Route path="/brand-dashboard/new-campaign/:step?" element={<NewCampaignPage />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { address: `/brand-dashboard/new-campaign${step && `/${step}`}`, locale },
  )
