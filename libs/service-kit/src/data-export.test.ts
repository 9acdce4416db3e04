import { type DataExportPart, DataExportRequested, type DataOf, UserDeleted } from '@reelfair/contracts'
import { expireLeases, movableClock, startService, times } from '@reelfair/testkit'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { exportTasks } from './export-tasks.ts'
import { childrenOf, dataExport, defineCollection, defineConfig, defineService, keeps, owned, userDeletion } from './index.ts'

const profiles = defineCollection('profiles', { name: String, passwordHash: String })
const books = defineCollection('books', { readerId: String, title: String, readAt: Date, secret: String }).index({
  readerId: 1,
  readAt: -1,
  id: -1,
})
const pages = defineCollection('pages', { bookId: String, text: String }).index({ bookId: 1, id: 1 })
const locks = defineCollection('locks', { since: Date })

const deletion = userDeletion([profiles, books, pages, locks].map((one) => keeps(one, 'a test')))
const userExport = dataExport('metrics', {
  deletion,
  sections: [
    { name: 'profile', collection: 'profiles', page: owned(profiles, { owner: 'id', sort: {}, fields: ['name'] }) },
    { name: 'books', collection: 'books', page: owned(books, { owner: 'readerId', sort: { readAt: -1 }, fields: ['title', 'readAt'] }) },
    {
      name: 'pages',
      role: 'creator',
      collection: 'pages',
      page: childrenOf(books, 'readerId', (scope, { id }, asked) => pages.page(scope, { bookId: id }, { sort: { id: 1 }, ...asked }), [
        'text',
      ]),
    },
  ],
  notExported: { locks: 'locks' },
})
const definition = defineService({
  name: 'metrics',
  config: defineConfig({}),
  collections: [profiles, books, pages, locks],
  userDeletion: deletion,
  userExport,
})
const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(definition, { clock, workers: false })
const turn = () => userExport.worker.run(app.context())

type Part = DataOf<typeof DataExportPart>

async function request(userId: string, role: 'creator' | 'brand' = 'creator', copies = 1): Promise<string> {
  const exportId = crypto.randomUUID()
  for (const _ of times(copies, () => 0)) await app.deliver(DataExportRequested.of({ exportId, userId, role }))
  return exportId
}

async function partsOf(exportId: string): Promise<Part[]> {
  const all: Part[] = await app.emitted('data-export.part')
  return all.filter((part) => part.exportId === exportId)
}

const joined = (parts: readonly Part[]) =>
  JSON.parse(
    parts
      .toSorted((a, b) => a.index - b.index)
      .map(({ json }) => json)
      .join(''),
  )

async function aReader(bookCount: number, pagesPerBook = 0, text = 'x') {
  const userId = crypto.randomUUID()
  await app.context().transact(async (tx) => {
    await profiles.insert(tx, { id: userId, name: 'Léa', passwordHash: 'SECRET' })
    for (const number of times(bookCount, (n) => n)) {
      const readAt = new Date(clock.now().getTime() - number)
      const book = await books.insert(tx, { id: crypto.randomUUID(), readerId: userId, title: `Book ${number}`, readAt, secret: 'SECRET' })
      for (const page of times(pagesPerBook, (n) => n))
        await pages.insert(tx, { id: crypto.randomUUID(), bookId: book.id, text: `${page} ${text}` })
    }
  })
  return userId
}

test('exports the listed fields of the user’s own documents, and nothing of other users', async () => {
  await aReader(3, 1)
  const exportId = await request(await aReader(2, 2))
  while (await turn()) {}
  const parts = await partsOf(exportId)
  expect(parts).toMatchObject([{ service: 'metrics', index: 0, last: true }])
  expect(joined(parts)).toEqual({
    profile: [{ name: 'Léa' }],
    books: [
      { title: 'Book 0', readAt: clock.now().toISOString() },
      { title: 'Book 1', readAt: expect.any(String) },
    ],
    pages: times(4, () => ({ text: expect.stringMatching(/^[01] x$/) })),
  })
})

test('omits the sections of other roles, and sends empty sections for a user without data', async () => {
  const nobody = await request(crypto.randomUUID(), 'brand')
  while (await turn()) {}
  expect(joined(await partsOf(nobody))).toEqual({ profile: [], books: [] })
})

test('sends a large export in parts of at most 60 KB, each read with bounded queries, without gaps or repetitions', async () => {
  const exportId = await request(await aReader(150, 3, 'é'.repeat(700)))
  const page = vi.spyOn(books, 'page')
  let turns = 0
  for (let reads = 0; await turn(); reads = page.mock.calls.length, turns += 1)
    expect(page.mock.calls.length - reads).toBeLessThanOrEqual(100)
  page.mockRestore()
  const parts = await partsOf(exportId)
  expect(parts).toHaveLength(turns)
  expect(turns).toBeGreaterThan(8)
  for (const { json } of parts) expect(Buffer.byteLength(json)).toBeLessThan(61_000)
  expect(parts.filter(({ last }) => last).map(({ index }) => index)).toEqual([turns - 1])
  const all = joined(parts)
  expect(all.books.map(({ title }: { title: string }) => title)).toEqual(times(150, (n) => `Book ${n}`))
  expect(all.pages).toHaveLength(450)
})

test('sends an oversized record in a part of its own', async () => {
  const exportId = await request(await aReader(1, 3, 'x'.repeat(100_000)))
  while (await turn()) {}
  const parts = await partsOf(exportId)
  expect(Math.max(...parts.map(({ json }) => json.length))).toBeLessThan(101_000)
  expect(joined(parts).pages).toHaveLength(3)
})

test('sends each part once, even if the request arrives twice and a process dies between two parts', async () => {
  const exportId = await request(await aReader(2, 40, 'x'.repeat(3_000)), 'creator', 2)
  expect(await turn()).toBe(true)
  const transact = vi.fn().mockRejectedValue(new Error('the process died'))
  const dying = app.context()
  // Claims the task, but dies before sending its part.
  await userExport.worker.run({ ...dying, transact: transact.mockImplementationOnce(dying.transact) }).catch(() => undefined)
  expect(await turn()).toBe(false)
  await expireLeases(app)
  await Promise.all(times(4, turn))
  while (await turn()) {}
  const parts = await partsOf(exportId)
  expect(parts.length).toBeGreaterThan(3)
  expect(parts.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(times(parts.length, (n) => n))
  expect(joined(parts).pages).toHaveLength(80)
})

test('sends short exports between the parts of a long one', async () => {
  const long = await request(await aReader(2, 100, 'x'.repeat(3_000)))
  await turn()
  clock.advance({ seconds: 1 })
  const short = await request(await aReader(1))
  clock.advance({ seconds: 1 })
  await turn()
  await turn()
  expect(await partsOf(short)).toMatchObject([{ last: true }])
  expect((await partsOf(long)).some(({ last }) => last)).toBe(false)
  while (await turn()) {}
})

test('rejects a service whose export omits a collection, names an unknown one or names one twice', () => {
  const diaries = defineCollection('diaries', { text: z.string() })
  const notExported = { books: 'also exported', shelves: 'unknown' }
  const faulty = dataExport('metrics', {
    deletion,
    sections: [{ name: 'books', collection: 'books', page: async () => ({ items: [] }) }],
    notExported,
  })
  expect(() => defineService({ name: 'toy', config: {}, collections: [books, diaries], userExport: faulty })).toThrow(
    'The service toy is invalid: duplicate entry in the data export for books; ' +
      'the data export neither contains nor excludes diaries; the data export names the unknown collection shelves.',
  )
})

test('sends nothing about a deleted user, whether the request arrives before or after the deletion', async () => {
  const [userId, other] = [await aReader(1), await aReader(1)]
  const early = await request(userId)
  await app.deliver(UserDeleted.of({ userId, role: 'creator' }))
  while (await deletion.worker.run(app.context())) {}
  const [late, others] = [await request(userId), await request(other)]
  while (await turn()) {}
  expect([await partsOf(early), await partsOf(late)]).toEqual([[], []])
  expect(await exportTasks.find(app.context(), { userId }, { limit: 5 })).toEqual([])
  expect(await partsOf(others)).toMatchObject([{ last: true }])
})
