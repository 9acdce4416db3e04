// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { Button, UiProvider } from './index.ts'
import { Combobox, ConfirmDialog, Dialog, MultiSelect, matchingOptions, RichProvider } from './rich.ts'

const ZONES = ['Île-de-France', 'Bretagne', 'Hauts-de-France'].map((label) => ({ value: label, label }))

beforeAll(() => {
  // Floating elements need these APIs, which jsdom lacks.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Element.prototype.scrollIntoView = () => undefined
  window.matchMedia ??= (media: string) =>
    ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
})

const Zones = () => {
  const [values, setValues] = useState<string[]>(['Bretagne'])
  return <MultiSelect label="Zones" options={ZONES} values={values} onValues={setValues} max={2} />
}

const Region = () => {
  const [value, setValue] = useState<string>()
  return <Combobox label="Region" options={ZONES} value={value} onValue={setValue} />
}

const Rename = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Rename the campaign">
        <input aria-label="Name" data-autofocus />
      </Dialog>
    </>
  )
}

const show = (children: ReactNode) =>
  render(
    <UiProvider locale="en">
      <RichProvider>{children}</RichProvider>
    </UiProvider>,
  )

test('names a dialog by its title, closes it on Escape and returns focus', async () => {
  show(<Rename />)
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(await screen.findByRole('dialog', { name: 'Rename the campaign' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename' })))
})

test('keeps a busy confirmation open, ignores clicks and shows errors in the dialog', async () => {
  const close = vi.fn()
  const confirm = vi.fn()
  show(
    <ConfirmDialog
      open
      busy
      danger
      onClose={close}
      title="Remove this video?"
      confirm="Remove"
      error={new Error('503')}
      onConfirm={confirm}
    />,
  )
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Remove, In progress' }))
  expect(close).not.toHaveBeenCalled()
  expect(confirm).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toContain('nothing has been lost')
})

test('ignores accents, case and word order when searching', () => {
  expect(matchingOptions(ZONES, 'ile').map((zone) => zone.value)).toEqual(['Île-de-France'])
  expect(matchingOptions(ZONES, 'france haut').map((zone) => zone.value)).toEqual(['Hauts-de-France'])
  expect(matchingOptions(ZONES, '  ')).toHaveLength(3)
  expect(matchingOptions(ZONES, 'corse')).toEqual([])
})

test('filters combobox options while typing, selects one with Enter and clears the selection', async () => {
  show(<Region />)
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Region' })
  await userEvent.type(input, 'bret')
  expect(await screen.findAllByRole('option')).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  expect(input.value).toBe('Bretagne')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(input.value).toBe('')
})

test('limits the number of selected options and removes the last one with Backspace', async () => {
  show(<Zones />)
  const input = screen.getByRole('combobox', { name: 'Zones' })
  await userEvent.click(input)
  await userEvent.click(await screen.findByRole('option', { name: 'Île-de-France' }))
  expect(screen.getByText('2 / 2')).toBeTruthy()
  await userEvent.click(screen.getByRole('option', { name: 'Hauts-de-France' }))
  expect(screen.getByText('2 / 2')).toBeTruthy()
  await userEvent.type(input, '{Backspace}')
  expect(screen.getByText('1 / 2')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove Île-de-France' })).toBeNull()
})
