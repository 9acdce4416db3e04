// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parseNumber } from './form/parse-number.ts'
import {
  AccountButton,
  applyTheme,
  Button,
  CopyButton,
  Countdown,
  ErrorText,
  FileDrop,
  Masthead,
  NumberField,
  PasswordField,
  ReadingLine,
  Section,
  Stepper,
  setServerClock,
  showToast,
  Tabs,
  TextField,
  Toasts,
  UiProvider,
} from './index.ts'
import { setTheme } from './provider/theme.ts'
import type { LinkComponent } from './provider/ui-provider.tsx'
import { dismissToast } from './toasts/toasts.ts'

const List = () => {
  const [value, setValue] = useState('active')
  return (
    <Tabs
      label="Campaigns"
      value={value}
      onValue={setValue}
      tabs={[
        { id: 'active', label: 'Active', count: 1234 },
        { id: 'done', label: 'Completed', count: 0 },
      ]}
    >
      {value}
    </Tabs>
  )
}

const Goal = () => {
  const [value, setValue] = useState<number | undefined>(2000)
  return <NumberField label="Vues" value={value} onValue={setValue} min={1000} max={15_000} step={1000} />
}

const Link: LinkComponent = (props) => <a data-router {...props} />

describe('buttons and links', () => {
  test('keeps focus on a busy button, announces its state and ignores its clicks', async () => {
    const press = vi.fn()
    render(
      <Button busy onClick={press}>
        Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Save, In progress' })
    button.focus()
    await userEvent.click(button)
    await userEvent.keyboard('{Enter}')
    expect(press).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  test('renders every link with the provider’s link component', () => {
    render(
      <UiProvider locale="en" link={Link}>
        <Masthead home="/" nav={[{ href: '/campaigns', label: 'Campaigns', current: true }]} />
        <Stepper label="Steps" steps={[{ label: 'Link', href: '/link' }, { label: 'Done' }]} current={1} />
      </UiProvider>,
    )
    for (const name of ['Reelfair', 'Campaigns', 'Link']) expect(screen.getByRole('link', { name }).hasAttribute('data-router')).toBe(true)
    expect(screen.getByRole('link', { name: 'Campaigns' }).getAttribute('aria-current')).toBe('page')
  })

  test('confirms that text was copied, or explains how to copy it by hand if the browser denies access', async () => {
    const user = userEvent.setup()
    render(
      <>
        <CopyButton text="RF-7K2QD" label="Copy the code" />
        <Toasts />
      </>,
    )
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(screen.getByRole('button', { name: 'Copy the code' }))
    expect(write).toHaveBeenCalledWith('RF-7K2QD')
    expect(await screen.findByText('Copied', { selector: '[role=status]' })).toBeTruthy()
    write.mockRejectedValueOnce(new Error('denied'))
    await user.click(screen.getByRole('button', { name: 'Copy the code' }))
    expect((await screen.findAllByText(/copy it manually/)).length).toBeGreaterThan(0)
    for (const close of screen.getAllByRole('button', { name: 'Close' })) await user.click(close)
  })
})

describe('masthead', () => {
  test('opens the menu with its button and closes it on Escape or when a link is clicked', async () => {
    const user = userEvent.setup()
    render(<Masthead home="#" nav={[{ href: '#credits', label: 'Credits' }]} account={<a href="#me">Kéfiro</a>} />)
    const button = screen.getByRole('button', { name: 'Menu' })
    await user.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    const menu = screen.getByRole('navigation', { name: 'Menu' })
    expect(within(menu).getByRole('link', { name: 'Credits' })).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull()
    expect(document.activeElement).toBe(button)
    await user.click(button)
    await user.click(within(screen.getByRole('navigation', { name: 'Menu' })).getByRole('link'))
    expect(button.getAttribute('aria-expanded')).toBe('false')
  })

  test('marks the masthead as scrolled after more than 10 px', () => {
    render(<Masthead home="#" />)
    const header = screen.getByRole('banner')
    const scroll = (y: number) => {
      Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
      act(() => void window.dispatchEvent(new Event('scroll')))
    }
    scroll(10)
    expect(header.hasAttribute('data-scrolled')).toBe(false)
    scroll(11)
    expect(header.hasAttribute('data-scrolled')).toBe(true)
    scroll(0)
  })

  test('reports a language change to the provider and saves the theme for the next visit', async () => {
    const change = vi.fn()
    localStorage.clear()
    render(
      <UiProvider locale="en" onLocaleChange={change}>
        <Masthead home="#" />
      </UiProvider>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Français' }))
    await waitFor(() => expect(change).toHaveBeenCalledWith('fr'))
    await userEvent.click(screen.getByRole('button', { name: 'Dark theme' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    delete document.documentElement.dataset.theme
    applyTheme()
    expect(document.documentElement.dataset.theme).toBe('dark')
    act(() => setTheme('system'))
    expect(document.documentElement.dataset.theme).toBeUndefined()
  })
})

describe('forms', () => {
  test('connects a field’s label, error and hint to its control', () => {
    render(<TextField label="Phone" hint="With the country." error="Two digits are missing." />)
    const input = screen.getByLabelText('Phone')
    const described = input
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    expect(described).toEqual(['Two digits are missing.', 'With the country.'])
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })

  test('shows the password when the button is clicked', async () => {
    render(<PasswordField label="Password" autoComplete="current-password" />)
    const input = screen.getByLabelText('Password')
    expect(input.getAttribute('type')).toBe('password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input.getAttribute('type')).toBe('text')
  })

  test.each([
    ['12 000', 'fr', 12_000],
    ['12\u00a0000,5', 'fr', 12_000.5],
    ['12.5', 'fr', 12.5],
    ['12,000.5', 'en', 12_000.5],
    ['', 'en', undefined],
    ['twelve', 'en', Number.NaN],
    ['1,2,3', 'fr', Number.NaN],
    ['\u22125', 'en', -5],
  ] as const)('parses %j in locale %s as %s', (text, locale, wanted) => {
    expect(parseNumber(text, locale)).toEqual(wanted)
  })

  test.each([
    ['en', 1234.5, '1,234.50'],
    ['fr', 1234.5, '1\u00a0234,50'],
    ['fr', -0.5, '\u22120,50'],
    ['en', Number.NaN, ''],
  ] as const)('in %s: shows %s with two decimals as %j', (locale, value, text) => {
    render(
      <UiProvider locale={locale}>
        <NumberField label="Euros" value={value} onValue={vi.fn()} decimals={2} />
      </UiProvider>,
    )
    expect(screen.getByLabelText<HTMLInputElement>('Euros').value).toBe(text)
  })

  test('accepts any typed text, formats the number on blur and steps within the limits', async () => {
    render(
      <UiProvider locale="fr">
        <Goal />
      </UiProvider>,
    )
    const input = screen.getByLabelText<HTMLInputElement>('Vues')
    await userEvent.clear(input)
    await userEvent.type(input, '14500')
    expect(input.value).toBe('14500')
    await userEvent.tab()
    expect(input.value).toBe('14\u00a0500')
    await userEvent.type(input, '{ArrowUp}')
    expect(input.value).toBe('15\u00a0000')
  })

  test('shows a known error’s message, and advises a retry after an unknown error', () => {
    const sentence = (error: unknown) => (error === 'limit' ? 'Five campaigns are active.' : undefined)
    const { rerender } = render(
      <UiProvider locale="en" errorMessage={sentence}>
        <ErrorText error="limit" />
      </UiProvider>,
    )
    expect(screen.getByRole('alert').textContent).toBe('Five campaigns are active.')
    rerender(
      <UiProvider locale="fr" errorMessage={sentence}>
        <ErrorText error={new TypeError('x is undefined')} />
      </UiProvider>,
    )
    expect(screen.getByRole('alert').textContent).toContain('Réessayez dans une minute')
    expect(screen.getByRole('alert').textContent).not.toContain('undefined')
    rerender(<ErrorText error={new TypeError('x is undefined')} otherwise="Your name wasn’t saved." />)
    expect(screen.getByRole('alert').textContent).toBe('Your name wasn’t saved.')
  })
})

describe('files', () => {
  const png = (size: number) => new File([new Uint8Array(size)], 'banner.png', { type: 'image/png' })
  const zone = () => {
    const found = document.querySelector('.rf-file-zone')
    if (!found) throw new Error('drop zone not found')
    return found
  }

  const errorTexts = { wrongKind: 'Not this kind.', tooLarge: 'Not this size.' }

  test('accepts a dropped file, and explains why it rejects a file that is too large or of the wrong type', () => {
    const take = vi.fn()
    render(<FileDrop label="Banner" accept="image/png,video/*" maxBytes={2000} errorTexts={errorTexts} onFile={take} />)
    fireEvent.drop(zone(), { dataTransfer: { files: [new File(['a'], 'notes.txt', { type: 'text/plain' })] } })
    expect(screen.getByRole('alert').textContent).toBe('Not this kind.')
    fireEvent.drop(zone(), { dataTransfer: { files: [png(2001)] } })
    expect(screen.getByRole('alert').textContent).toBe('Not this size.')
    expect(take).not.toHaveBeenCalled()
    fireEvent.drop(zone(), { dataTransfer: { files: [png(2000)] } })
    expect(take).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  test('keeps the page open when a file is dropped outside the zone', () => {
    render(<FileDrop label="Banner" errorTexts={errorTexts} onFile={vi.fn()} />)
    expect(fireEvent.drop(document.body)).toBe(false)
    cleanup()
    expect(fireEvent.drop(document.body)).toBe(true)
  })

  test('shows upload progress with a cancel button and ignores a second file', async () => {
    const take = vi.fn()
    const stop = vi.fn()
    render(<FileDrop label="Banner" file={{ name: 'banner.png' }} progress={0.4} errorTexts={errorTexts} onFile={take} onCancel={stop} />)
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.4)
    fireEvent.drop(zone(), { dataTransfer: { files: [png(10)] } })
    expect(take).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the upload' }))
    expect(stop).toHaveBeenCalled()
  })

  test.each([
    ['en', 'Uploading, 40%'],
    ['fr', 'Envoi, 40\u00a0%'],
  ] as const)('formats the upload progress in %s', (locale, text) => {
    const { container } = render(
      <UiProvider locale={locale}>
        <FileDrop label="Banner" file={{ name: 'banner.png' }} progress={0.4} errorTexts={errorTexts} onFile={vi.fn()} />
      </UiProvider>,
    )
    expect(container.querySelector('.rf-note')?.textContent).toBe(text)
  })

  test('names the current file on the button that removes it', async () => {
    const remove = vi.fn()
    render(
      <FileDrop
        label="Banner"
        file={{ name: 'banner.png', detail: '184 KB' }}
        errorTexts={errorTexts}
        onFile={vi.fn()}
        onRemove={remove}
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Remove banner.png' }))
    expect(remove).toHaveBeenCalled()
  })
})

test('selects tabs with the arrow keys and wraps around at the ends', async () => {
  render(<List />)
  const [active, done] = screen.getAllByRole('tab')
  expect(active!.textContent).toBe('Active1,234')
  active!.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(done)
  expect(done!.getAttribute('aria-selected')).toBe('true')
  expect(active!.tabIndex).toBe(-1)
  expect(screen.getByRole('tabpanel', { name: /Completed/ }).textContent).toBe('done')
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(active)
})

test('names a section after its title and uses the given heading level', () => {
  render(
    <Section title="Your views" level={1} note="1 credit is 1 qualified view.">
      figures
    </Section>,
  )
  expect(screen.getByRole('region', { name: 'Your views' }).textContent).toContain('figures')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your views')
})

describe('time', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T14:42:00Z') }))
  afterEach(() => void vi.useRealTimers())

  test('shows the times of the last and next readings, and a reading in progress', () => {
    render(<ReadingLine last="2026-11-20T23:47:00Z" next="2026-11-22T00:00:00Z" />)
    expect(document.body.textContent).toBe('Last reading 00:47, next in 9\u00a0h\u00a018\u00a0min')
    act(() => void vi.advanceTimersByTime(10 * 3_600_000))
    expect(screen.getByText('Last reading 00:47, reading in progress')).toBeTruthy()
  })

  test('shows the time until the first reading', () => {
    render(<ReadingLine next="2026-11-22T00:00:00Z" />)
    expect(document.body.textContent).toBe('Next reading in 9\u00a0h\u00a018\u00a0min')
  })

  test('counts down, then shows that the time is up', () => {
    render(<Countdown to="2026-11-21T14:44:00Z" wrap={(left) => `${left} left`} />)
    expect(document.body.textContent).toBe('2\u00a0min left')
    act(() => void vi.advanceTimersByTime(60_000))
    expect(document.body.textContent).toBe('1\u00a0min left')
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.getByText('ended')).toBeTruthy()
  })

  test('follows the server clock immediately, ignoring differences of a few seconds', () => {
    onTestFinished(() => setServerClock(new Date().toUTCString()))
    render(<Countdown to="2026-11-23T14:42:00Z" />)
    expect(document.body.textContent).toBe('2\u00a0d')
    act(() => setServerClock('Sun, 22 Nov 2026 14:42:00 GMT'))
    expect(document.body.textContent).toBe('1\u00a0d')
    for (const unusable of [null, 'yesterday', 'Sun, 22 Nov 2026 14:42:04 GMT']) act(() => setServerClock(unusable))
    expect(document.body.textContent).toBe('1\u00a0d')
    act(() => setServerClock('Sat, 21 Nov 2026 14:42:01 GMT'))
    expect(document.body.textContent).toBe('2\u00a0d')
  })

  test('hides toasts after 4 s and problems after 5 s, but waits while the pointer is over the list', () => {
    render(<Toasts />)
    act(() => {
      showToast('Saved.')
      showToast('Not read.', { kind: 'problem' })
    })
    const list = screen.getByRole('list')
    const shown = () =>
      within(list)
        .queryAllByRole('listitem')
        .map((item) => item.querySelector('p')?.textContent)
    act(() => void vi.advanceTimersByTime(3000))
    fireEvent.pointerEnter(list)
    act(() => void vi.advanceTimersByTime(60_000))
    expect(shown()).toEqual(['Saved.', 'Not read.'])
    fireEvent.pointerLeave(list)
    act(() => void vi.advanceTimersByTime(999))
    expect(shown()).toEqual(['Saved.', 'Not read.'])
    act(() => void vi.advanceTimersByTime(1))
    expect(shown()).toEqual(['Not read.'])
    act(() => void vi.advanceTimersByTime(1000))
    expect(shown()).toEqual([])
  })

  test('shows at most 20 toasts, merges repeated ones and announces the newest', () => {
    render(<Toasts />)
    const ids: number[] = []
    act(() => {
      for (let index = 0; index < 25; index += 1) ids.push(showToast(`Toast ${index}`))
      ids.push(showToast('Toast 24'))
    })
    expect(screen.getAllByRole('listitem')).toHaveLength(20)
    expect(screen.getByRole('status').textContent).toBe('Toast 24')
    act(() => {
      for (const id of ids) dismissToast(id)
    })
    expect(screen.queryAllByRole('listitem')).toHaveLength(0)
  })
})

test('shows a brand’s picture in the masthead, or its first letter if no picture loads', () => {
  const marks = () => document.querySelector('.rf-account')?.firstElementChild
  const { rerender } = render(<AccountButton name="kéfiro" solid />)
  expect(marks()?.textContent).toBe('K')
  rerender(<AccountButton name="kéfiro" solid picture="/one.png" />)
  const image = marks() ?? expect.unreachable()
  expect([image.getAttribute('src'), image.getAttribute('alt')]).toEqual(['/one.png', ''])
  fireEvent.error(image)
  expect(marks()?.textContent).toBe('K')
  rerender(<AccountButton name="kéfiro" solid picture="/two.png" />)
  expect(marks()?.getAttribute('src')).toBe('/two.png')
})
