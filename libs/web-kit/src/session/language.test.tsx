// @vitest-environment jsdom
import type { Locale, Me } from '@reelfair/contracts'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { currentLocale, setLocale, showLocale } from '../i18n/i18n.ts'
import { WebKitProvider } from '../provider.tsx'
import { fakeStreams } from '../testing/fake-stream.ts'
import { stubApi } from '../testing/stub-api.ts'
import { useGoogleStep, useSignIn } from './session.ts'

fakeStreams()
const SAVE = 'PUT /identity/account/language'
const api = stubApi({ [SAVE]: () => new Response(null, { status: 204 }) })
const meIn = (locale: Locale): Me => ({ id: crypto.randomUUID(), email: 'a@b.example', role: 'creator', complete: true, locale })
const wrapper = ({ children }: { children: ReactNode }) => <WebKitProvider>{children}</WebKitProvider>

beforeEach(() => {
  localStorage.clear()
  showLocale('en')
})

const waysIn = {
  password: async (me: Me) => {
    api.answer({ 'POST /identity/sessions': me })
    const { result } = renderHook(useSignIn, { wrapper })
    await result.current.mutateAsync({ email: me.email, password: 'correct horse' })
  },
  google: async (me: Me) => {
    api.answer({ 'POST /identity/google/callbacks': { outcome: 'signed-in', me } })
    const { result } = renderHook(() => useGoogleStep('/identity/google/callbacks'), { wrapper })
    await result.current.mutateAsync({ state: 's', code: 'c' })
  },
}

test.each(Object.entries(waysIn))('by %s: shows the account’s language in a browser without a choice', async (_, signIn) => {
  await signIn(meIn('fr'))
  await waitFor(() => expect(currentLocale()).toBe('fr'))
  expect(api.sent(SAVE)).toEqual([])
  expect(localStorage.getItem('reelfair.locale'), 'the next user of this browser gets their own language').toBeNull()
})

test.each(Object.entries(waysIn))('by %s: keeps a language chosen in this browser and saves it with the account', async (_, signIn) => {
  setLocale('en')
  await signIn(meIn('fr'))
  await waitFor(() => expect(api.sent(SAVE)).toEqual([{ locale: 'en' }]))
  expect(currentLocale()).toBe('en')
})

test('saves nothing if account and browser agree', async () => {
  setLocale('en')
  await waysIn.password(meIn('en'))
  expect(api.sent(SAVE)).toEqual([])
  expect(currentLocale()).toBe('en')
})
