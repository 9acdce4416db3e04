// @vitest-environment jsdom

import { Route, useLocation } from '@reelfair/web-kit'
import { fakeStreams, fill, Routes, showPage, stubApi } from '@reelfair/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RegistrationPage } from './registration-page.tsx'

let isSaved = false
let isHeldBack = true
const brand = () => ({ id: crypto.randomUUID(), complete: isSaved, contactEmail: 'ida@alpine.example' })
const me = () => ({ id: 'b1', role: 'brand', email: 'ida@alpine.example', complete: isSaved && !isHeldBack, locale: 'en' })
stubApi({
  'PUT /identity/brand': () => {
    isSaved = true
    return brand()
  },
  'GET /identity/brand': brand,
  'GET /identity/session': () => ({ me: me() }),
})

const streams = fakeStreams()
const arrivals: string[] = []
function Arrived() {
  const { pathname } = useLocation()
  arrivals.push(pathname)
  return <p>arrived</p>
}

test('redirects only after the session reports the brand as complete', async () => {
  showPage(
    <Routes>
      <Route path="/brand/form" element={<RegistrationPage />} />
      <Route path="*" element={<Arrived />} />
    </Routes>,
    { address: '/brand/form?redirect=%2Fbrand-dashboard%2Fpurchase' },
  )
  for (const label of ['Brand name', 'First name', 'Last name']) fill(await screen.findByLabelText(label), 'Alpine')
  await userEvent.click(screen.getByLabelText(/I accept the Terms/))
  await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save and continue' })).toBeNull())
  expect(arrivals).toEqual([])
  isHeldBack = false
  streams.at(-1)?.emit('changed', { topic: 'session' })
  await screen.findByText('arrived')
  expect(new Set(arrivals)).toEqual(new Set(['/brand-dashboard/purchase']))
})
