// @vitest-environment jsdom
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { NightsChart } from '../charts/nights-chart.tsx'
import { NotCharged } from '../charts/not-charged.tsx'
import { ViewsOverTime } from '../charts/views-over-time.tsx'
import type { Locale } from '../format.ts'
import { UiProvider } from '../provider/ui-provider.tsx'
import { type Column, Table } from '../table/table.tsx'
import { Frame } from './frame.tsx'
import { MoneyPath } from './money-path.tsx'
import { NextStep } from './next-step.tsx'
import { ReasonChip } from './reason-chip.tsx'
import { Receipt, type ReceiptProps } from './receipt.tsx'
import { TierBar } from './tier-bar.tsx'
import { TierTable } from './tier-table.tsx'
import { Tiles } from './tiles.tsx'
import { ViewBar } from './view-bar.tsx'

const show = (children: ReactNode, locale: Locale = 'en') => render(<UiProvider locale={locale}>{children}</UiProvider>)
const textOf = (node: Element) => node.textContent?.replaceAll('\u00a0', ' ')

describe('view bar', () => {
  test('describes all its figures in one sentence', () => {
    show(<ViewBar goal={120_000} qualified={74_318} inReview={6_940} excluded={5_127} />)
    const sentence = '74,318 of 120,000 views qualified; 6,940 in review; 38,742 remaining; 5,127 excluded, not charged'
    expect(screen.getByRole('img', { name: sentence })).toBeTruthy()
  })

  test('shows creators their own views, formatted in French', () => {
    show(<ViewBar goal={120_000} qualified={48_230} others={26_088} inReview={0} excluded={0} />, 'fr')
    expect(screen.getAllByRole('listitem').map(textOf)).toEqual([
      'Vos vues attribuées 48 230',
      'Autres créateurs 26 088',
      'Restantes 45 682',
    ])
  })

  test('uses the creators’ wording in the collapsed key', () => {
    show(<ViewBar goal={120_000} qualified={48_230} others={26_088} inReview={6_940} excluded={0} />)
    expect(screen.getByRole('button', { name: '48,230 allocated, 6,940 in review' })).toBeTruthy()
  })

  test('collapses its key into one line that expands with the keyboard', async () => {
    show(<ViewBar goal={120_000} qualified={74_318} inReview={6_940} excluded={5_127} />)
    const line = screen.getByRole('button', { name: '74,318 qualified, 6,940 in review' })
    expect(line.getAttribute('aria-expanded')).toBe('false')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(line.getAttribute('aria-expanded')).toBe('true')
  })
})

const TIERS = [0, 25, 50, 75, 100].map((tier) => ({ tier, views: tier * 100, cents: tier * 2 }))

describe('tier bar', () => {
  const bar = (qualified: number, locale?: Locale) =>
    show(<TierBar goal={10_000} qualified={qualified} inReview={0} excluded={0} tiers={TIERS} />, locale)
  const heads = () =>
    within(screen.getByRole('list', { name: /tier|palier/ }))
      .getAllByRole('listitem')
      .map(textOf)

  test('shows the pay of each tier and which are reached', () => {
    bar(5_000)
    expect(heads()).toEqual(['25% €0.50reached', '50% €1.00reached', '75% €1.50next tier', '100% €2.00the whole goal'])
  })

  test.each([
    [4_999, '4,999 of 10,000 views qualified; 1 to the 50% tier', '1 to go'],
    [5_000, '5,000 of 10,000 views qualified; 2,500 to the 75% tier', '2,500 to go'],
  ])('shows the gap between %i views and the next tier', (qualified, sentence, gap) => {
    bar(qualified)
    expect(screen.getByRole('img', { name: sentence })).toBeTruthy()
    expect(screen.getByText(gap)).toBeTruthy()
  })

  test('shows no gap once the goal is reached', () => {
    bar(12_000, 'fr')
    expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/^12.000 vues qualifiées sur 10.000$/)
    expect(screen.queryByText(/^encore/)).toBeNull()
  })
})

describe('tier table', () => {
  const rows = () => screen.getAllByRole('row').slice(1).map(textOf)

  test('shows the range and the pay of each tier, highest first, and nothing below the lowest', () => {
    show(<TierTable tiers={TIERS.toReversed()} />)
    expect(rows()).toEqual([
      '10,000 or more100%€2.00',
      '7,500 to 9,99975%€1.50',
      '5,000 to 7,49950%€1.00',
      '2,500 to 4,99925%€0.50',
      'Below 2,500Below 25%€0.00',
    ])
  })

  test('marks today’s tier and shows how it divides the credits', () => {
    show(<TierTable today={50} tiers={TIERS.map((row) => ({ ...row, consumed: row.views, returned: 10_000 - row.views }))} />, 'fr')
    const today = screen.getAllByRole('row').find((row) => row.getAttribute('aria-current') === 'true')
    expect(textOf(today!)).toBe('5 000 à 7 49950 %5 0005 0001,00 €')
  })
})

test('shows the sum of the tiles', () => {
  show(
    <Tiles
      sumWord="credits in total"
      tiles={[
        { label: 'Spent', value: 377_158, part: { texture: 'spent', word: 'spent' } },
        { label: 'Held', value: 96_196, part: { texture: 'held', word: 'held' } },
        { label: 'Available', value: 276_646, part: { texture: 'available', word: 'available' } },
      ]}
    />,
  )
  expect(screen.getByText('750,000 credits in total').parentElement?.textContent).toBe(
    '377,158 spent + 96,196 held + 276,646 available = 750,000 credits in total',
  )
})

test.each([
  ['en', 'earned.', '€6.18 + €41.37 + €23.52 + €15.00 + €112.40 = €198.47 earned.'],
  ['fr', 'gagnés.', '6,18 € + 41,37 € + 23,52 € + 15,00 € + 112,40 € = 198,47 € gagnés.'],
] as const)('shows the sum of the five stations on the money path in %s', (locale, sumWord, sum) => {
  const at = {
    earned: { cents: 618 },
    held: { cents: 4137 },
    available: { cents: 2352 },
    inTransfer: { cents: 1500 },
    paid: { cents: 11240 },
  }
  const { container } = show(<MoneyPath at={at} sumWord={sumWord} />, locale)
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(textOf(container.querySelector('.rf-money-sum')!)).toBe(sum)
})

test('emphasises the key part of the next step and renders no button without an action', () => {
  show(<NextStep sentence="Nothing to do. *Your views are read tonight.*" consequence="Between 00:00 and 01:00." />)
  expect(screen.getByRole('heading', { name: 'Nothing to do. Your views are read tonight.' }).querySelector('em')?.textContent).toBe(
    'Your views are read tonight.',
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test('puts a no-break space before the French colon of a reason chip', () => {
  show(<ReasonChip kind="out" reason="Lien absent de la bio" views={1861} unit="vues exclues" />, 'fr')
  expect(screen.getByText(/Lien absent/).textContent).toBe('Lien absent de la bio\u00a0: 1\u00a0861\u00a0vues exclues')
})

test('describes the result of the logo check to screen readers', () => {
  show(<Frame logo="held" />)
  expect(screen.getByRole('img', { name: 'Logo in review' })).toBeTruthy()
})

const receipt: ReceiptProps = {
  number: 'R-20391',
  writtenAt: '2026-11-18T23:52:00Z',
  party: '@lina.mrtn',
  title: 'Olmo Bikes',
  total: 4137,
  seen: [
    { id: 'a', label: 'Canal at 6 a.m.', views: 318_406 },
    { id: 'b', label: 'Brakes, explained', views: 119_880 },
  ],
  deducted: [
    { id: 'c', label: 'Before sign-up', views: 4_210 },
    { id: 'd', label: 'Growth flagged', views: 12_960 },
    { id: 'e', label: 'Link not in bio', views: 7_374 },
  ],
  pay: [
    { id: 'rate', label: '413,742 × €0.10', cents: 4137.42, exact: true },
    { id: 'rounding', label: 'Rounded down', cents: -0.42, exact: true },
  ],
}
const value = (line: string) => textOf(screen.getByText(line).parentElement!.querySelector('dd')!)

describe('receipt', () => {
  test('computes its totals from the lines and prints deductions with a minus sign', () => {
    show(<Receipt {...receipt} />)
    expect(screen.getByRole('article', { name: 'Receipt R-20391' })).toBeTruthy()
    expect(value('Seen')).toBe('438,286')
    expect(value('Before sign-up')).toBe('−4,210')
    expect(value('Qualified views')).toBe('413,742')
    expect(value('413,742 × €0.10')).toBe('€41.3742')
    expect(value('Rounded down')).toBe('−€0.0042')
    expect(value('Yours')).toBe('€41.37')
  })

  test('ends with the charged views when the unit is credits', () => {
    const { pay: _, ...credits } = receipt
    show(<Receipt {...credits} unit="credits" total={413_742} />)
    expect(value('Charged')).toBe('413,742')
    expect(screen.queryByText('Yours')).toBeNull()
  })

  test('shows the allocation of qualified views, with and without a pay section', () => {
    const granted = {
      name: 'Granted, night by night',
      lines: [{ id: 'night', label: '22 Nov', text: '+413,742' }],
      sum: { id: 'granted', label: 'Granted', text: '413,742' },
    }
    const { unmount } = show(<Receipt {...receipt} allocation={granted} />)
    expect(value('22 Nov')).toBe('+413,742')
    expect(value('Granted')).toBe('413,742')
    expect(value('Yours')).toBe('€41.37')
    unmount()
    const { pay: _, ...credits } = receipt
    show(<Receipt {...credits} allocation={granted} unit="credits" total={413_742} />)
    expect(value('Qualified views')).toBe('413,742')
    expect(screen.getAllByText('Charged')).toHaveLength(1)
  })

  test('recomputes once per click and announces the result', async () => {
    const recompute = vi.fn()
    const at = '2026-11-19T18:21:00Z'
    const { rerender } = show(<Receipt {...receipt} onRecompute={recompute} />)
    const again = (check: ReceiptProps['check']) =>
      rerender(
        <UiProvider locale="en">
          <Receipt {...receipt} onRecompute={recompute} {...(check ? { check } : {})} />
        </UiProvider>,
      )
    await userEvent.click(screen.getByRole('button', { name: 'Recompute' }))
    again({ state: 'recomputing' })
    await userEvent.click(screen.getByRole('button'))
    expect(recompute).toHaveBeenCalledTimes(1)
    again({ state: 'same', at })
    expect(screen.getByRole('status').textContent).toBe('Recomputed 19 Nov, 19:21. Same to the cent.')
    again({ state: 'differs', at, total: 4138, contact: <a href="#person">Write to a person</a> })
    const answer = screen.getByRole('status')
    expect(textOf(answer)).toContain('On this receipt€41.37')
    expect(textOf(answer)).toContain('€41.38')
    expect(within(answer).getByRole('link')).toBeTruthy()
  })

  test('shows the notes about its lines', () => {
    show(<Receipt {...receipt} notes={[{ line: 'a', title: 'We start from what was seen', text: 'Nothing is estimated.' }]} />)
    expect(screen.getByRole('heading', { name: 'We start from what was seen' })).toBeTruthy()
  })
})

describe('charts', () => {
  const nights = [
    { date: '2026-11-18', qualified: 27_332, inReview: 3_160, excluded: 1_085 },
    { date: '2026-11-19', qualified: 0, inReview: 0, excluded: 0 },
  ]

  test('lists every figure and the reason for an empty night in a table', () => {
    const { container } = show(<NightsChart label="Views" nights={nights} />)
    expect(container.querySelector('title')?.textContent).toBe('18 Nov: 27,332 qualified, 3,160 in review, 1,085 excluded, not charged')
    const rows = screen.getAllByRole('row', { hidden: true }).map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toEqual([
      ['Night', 'Qualified', 'In review', 'Excluded, not charged', 'Note'],
      ['18 Nov', '27,332', '3,160', '1,085', ''],
      ['19 Nov', '0', '0', '0', 'no campaign running'],
    ])
  })

  test('shows a message when there is no data', () => {
    show(<NightsChart label="Views" nights={[]} />)
    expect(screen.getByText('No readings yet.')).toBeTruthy()
  })

  test('abbreviates figures only on the axis', () => {
    const { container } = show(
      <ViewsOverTime
        label="Views"
        goal={120_000}
        readings={[
          { date: '2026-11-18', qualified: 53_596 },
          { date: '2026-11-19', qualified: 74_318, inReview: 6_940 },
        ]}
      />,
      'fr',
    )
    const texts = [...container.querySelectorAll('svg text')].map(textOf)
    expect(texts).toContain('100k')
    expect(texts).toContain('74 318')
    expect(texts).toContain('Objectif 120 000')
  })

  test('stacks labelled areas and never counts excluded views toward the goal', () => {
    const { container } = show(
      <ViewsOverTime
        label="Views"
        goal={10_000}
        readings={[
          { date: '2026-11-18', qualified: 2_000, inReview: 0, excluded: 500 },
          { date: '2026-11-19', qualified: 4_000, inReview: 1_000, excluded: 8_000 },
        ]}
      />,
    )
    expect([...container.querySelectorAll('.rf-chart-label')].map(textOf)).toEqual(['Qualified4,000', 'In review1,000', 'Excluded8,000'])
    const figure = (path: string) =>
      [...(container.querySelector(path)?.getAttribute('d') ?? '').matchAll(/[\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y))
    const [qualified, review, excluded] = ['.rf-chart-qualified', '.rf-chart-review', '.rf-chart-excluded'].map(figure)
    // Each area starts where the area below ends. The excluded area starts 3 px higher.
    expect(Math.min(...qualified!)).toBe(Math.max(...review!.slice(1, 3)))
    expect(Math.max(...excluded!.slice(1, 3))).toBeCloseTo(Math.min(...review!) - 3, 1)
  })

  const figures = [{ date: '2026-11-18', qualified: 3_200 }]
  test.each([
    ['views over time', (from: typeof figures) => <ViewsOverTime label="Views" readings={from} />],
    [
      'views by night',
      (from: typeof figures) => <NightsChart label="Views" nights={from.map((night) => ({ ...night, inReview: 0, excluded: 0 }))} />,
    ],
  ])('measures the container when data arrives late, and adapts to its width: %s', (_, chartOf) => {
    let place = 340
    const measures = new Set<() => void>()
    class FakeResizeObserver {
      readonly #measure: () => void
      constructor(measure: () => void) {
        this.#measure = measure
      }
      observe() {
        measures.add(this.#measure)
      }
      disconnect() {
        measures.delete(this.#measure)
      }
    }
    vi.stubGlobal('ResizeObserver', FakeResizeObserver)
    onTestFinished(() => void vi.unstubAllGlobals())
    const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    measured.mockImplementation(() => ({ width: place }) as DOMRect)
    onTestFinished(() => measured.mockRestore())
    const { container, rerender, unmount } = show(chartOf([]))
    const drawn = () => container.querySelector('svg[role=img]')?.getAttribute('width')
    expect(drawn()).toBeUndefined()
    rerender(<UiProvider locale="en">{chartOf(figures)}</UiProvider>)
    expect(drawn()).toBe('340')
    place = 640
    act(() => {
      for (const measure of measures) measure()
    })
    expect(drawn()).toBe('640')
    unmount()
    expect(measures.size).toBe(0)
  })

  test('lists refused views by reason, largest number first, with a total', () => {
    const { container } = show(
      <NotCharged
        reasons={[
          { reason: 'Mention missing', views: 440 },
          { reason: 'Link not in bio', views: 4_120 },
        ]}
      />,
    )
    expect(screen.getAllByRole('listitem').map(textOf)).toEqual(['Link not in bio4,120', 'Mention missing440'])
    expect(textOf(container.querySelector('.rf-refused-sum')!)).toBe('Not charged4,560')
  })
})

type Video = { id: string; name: string; seen: number }
const videos: Video[] = [
  { id: 'a', name: 'Fridge', seen: 10 },
  { id: 'b', name: 'Lassi', seen: 20 },
  { id: 'c', name: 'Tour', seen: 5 },
]
const columns: Column<Video>[] = [
  { key: 'name', head: 'Video', rowHead: true, cell: ({ name }) => name },
  { key: 'seen', head: 'Seen', align: 'end', cell: ({ seen }) => seen },
]

describe('table', () => {
  test('hides skeleton rows from screen readers and omits the total and the empty message while loading', () => {
    show(
      <Table
        caption="Videos"
        columns={columns}
        rows={[]}
        rowKey={({ id }) => id}
        loading
        skeletonRows={2}
        empty="No video yet."
        sum={{ seen: 0 }}
      />,
    )
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    expect(screen.getAllByRole('row')).toHaveLength(1)
    expect(screen.queryByText('No video yet.')).toBeNull()
  })

  test('shows the given message in an empty table', () => {
    show(<Table caption="Videos" columns={columns} rows={[]} rowKey={({ id }) => id} empty="No video yet." />)
    expect(screen.getByRole('cell', { name: 'No video yet.' })).toBeTruthy()
  })

  test('makes a dense table scrollable with the keyboard', () => {
    show(<Table caption="Videos" dense columns={columns} rows={videos} rowKey={({ id }) => id} />)
    expect(screen.getByRole('region', { name: 'Videos' }).tabIndex).toBe(0)
  })
})
