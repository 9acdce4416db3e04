import { setImmediate as turn } from 'node:timers/promises'
import { times } from '@reelfair/testkit'
import type { ClientSession, Connection } from 'mongoose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Overloaded } from '../data/faults.ts'
import { UnitOfWork } from '../data/unit-of-work.ts'
import { batched } from './batched.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import { createSemaphore } from './semaphore.ts'

function stopTime(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())
}

describe('keyed mutex', () => {
  test('runs work for one key in the order it arrives, even after a failure, and does not delay other keys', async () => {
    const mutex = createKeyedMutex<string>()
    const opened = Promise.withResolvers<void>()
    const done: number[] = []
    let running = 0
    const all = times(20, (index) =>
      mutex.runExclusive('a', async () => {
        running += 1
        expect(running).toBe(1)
        await opened.promise
        running -= 1
        done.push(index)
        if (index === 3) throw new Error('three')
        return index
      }),
    )
    const outcomes = Promise.allSettled(all)
    expect(await mutex.runExclusive('b', async () => 'immediately')).toBe('immediately')
    expect(done).toEqual([])
    opened.resolve()
    const results = await outcomes
    expect(done).toEqual(times(20, (index) => index))
    expect(results[3]).toMatchObject({ status: 'rejected', reason: { message: 'three' } })
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
  })

  test('rejects callers only while the queue for their key is full', async () => {
    const mutex = createKeyedMutex<string>({ maxWaiting: 2, onFull: () => new Error('full') })
    const release = await mutex.acquire('a')
    const waiting = times(2, () => mutex.runExclusive('a', async () => 'done'))
    await expect(mutex.acquire('a')).rejects.toThrow('full')
    expect(await mutex.runExclusive('b', async () => 'other key')).toBe('other key')
    release()
    expect(await Promise.all(waiting)).toEqual(['done', 'done'])
    expect(await mutex.runExclusive('a', async () => 'again')).toBe('again')
  })

  test('throws Overloaded by default when the queue is full', async () => {
    const mutex = createKeyedMutex<string>({ maxWaiting: 0 })
    const release = await mutex.acquire('a')
    await expect(mutex.acquire('a')).rejects.toBeInstanceOf(Overloaded)
    release()
  })

  test('releases a key only once, even if its holder calls release twice', async () => {
    const mutex = createKeyedMutex<string>()
    const first = await mutex.acquire('a')
    first()
    const second = await mutex.acquire('a')
    first()
    let isThird = false
    const third = mutex.acquire('a').then((release) => {
      isThird = true
      return release
    })
    await turn()
    expect(isThird).toBe(false)
    second()
    const release = await third
    release()
  })

  describe('with a limited wait', () => {
    stopTime()

    test('starts a caller at its time limit despite a slow predecessor, and makes the next caller wait', async () => {
      const mutex = createKeyedMutex<string>({ maxWaitMs: 200 })
      const started: string[] = []
      const acquire = async (name: string) => {
        const release = await mutex.acquire('a')
        started.push(name)
        return release
      }
      const first = await acquire('first')
      const second = acquire('second')
      await vi.advanceTimersByTimeAsync(199)
      expect(started).toEqual(['first'])
      await vi.advanceTimersByTimeAsync(1)
      expect(started).toEqual(['first', 'second'])
      const third = acquire('third')
      first()
      await turn()
      expect(started).toEqual(['first', 'second'])
      const releaseSecond = await second
      releaseSecond()
      const releaseThird = await third
      expect(vi.getTimerCount()).toBe(0)
      releaseThird()
    })
  })
})

describe('semaphore', () => {
  test('grants at most the configured number of permits per key, and queues the rest in the order they arrive', async () => {
    const semaphore = createSemaphore<string>(2)
    const granted: number[] = []
    const acquire = (index: number) =>
      semaphore.acquire('a').then((permit) => {
        granted.push(index)
        return permit
      })
    const all = times(5, acquire)
    await turn()
    expect(granted).toEqual([0, 1])
    expect(semaphore.tryAcquire('b')).toBeDefined()
    for (const [index, permit] of all.entries()) {
      const { release } = await permit
      release()
      // Has no effect: the permit already belongs to the next caller.
      release()
      // A new caller does not overtake those already waiting.
      if (index < 3) expect(semaphore.tryAcquire('a')).toBeUndefined()
      await turn()
      expect(granted).toEqual(times(Math.min(index + 3, 5), (at) => at))
    }
  })

  test('returns undefined while all permits are in use, and returns a permit after a release', () => {
    const semaphore = createSemaphore(1)
    const permit = semaphore.tryAcquire()
    expect(semaphore.tryAcquire()).toBeUndefined()
    permit?.release()
    expect(semaphore.tryAcquire()).toBeDefined()
  })

  test('numbers permits from 0 and reuses the number of a released permit', () => {
    const semaphore = createSemaphore(3)
    const [first, second, third] = times(3, () => semaphore.tryAcquire())
    expect([first?.slot, second?.slot, third?.slot]).toEqual([0, 1, 2])
    second?.release()
    first?.release()
    expect(times(2, () => semaphore.tryAcquire()?.slot).toSorted()).toEqual([0, 1])
  })

  test('passes the number of a released permit to the waiting caller', async () => {
    const semaphore = createSemaphore(2)
    const [, second] = times(2, () => semaphore.tryAcquire())
    const waiting = semaphore.acquire()
    second?.release()
    expect(await waiting).toMatchObject({ slot: 1 })
  })

  test('rejects a caller when too many are waiting', async () => {
    const semaphore = createSemaphore(1, { maxWaiting: 1, onFull: () => new Error('full') })
    const { release } = await semaphore.acquire()
    const waiting = semaphore.acquire()
    await expect(semaphore.acquire()).rejects.toThrow('full')
    release()
    await waiting
  })

  describe('with a deadline', () => {
    stopTime()

    test('rejects a caller at its deadline and frees its place in the queue', async () => {
      const semaphore = createSemaphore(1, { maxWaiting: 1 })
      const permit = await semaphore.acquire()
      const late = semaphore.acquire(undefined, performance.now() + 100).catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(100)
      expect(await late).toBeInstanceOf(Overloaded)
      const waiting = semaphore.acquire(undefined, performance.now() + 100)
      permit.release()
      expect(await waiting).toMatchObject({ slot: 0 })
      expect(vi.getTimerCount()).toBe(0)
    })

    test('does not grant a permit after the deadline, even if the timer fires late', async () => {
      const semaphore = createSemaphore(1, { onTimeout: () => new Error('late') })
      const permit = await semaphore.acquire()
      const late = semaphore.acquire(undefined, performance.now() + 100)
      const patient = semaphore.acquire()
      const now = performance.now()
      vi.spyOn(performance, 'now').mockReturnValue(now + 100)
      permit.release()
      await expect(late).rejects.toThrow('late')
      expect(await patient).toMatchObject({ slot: 0 })
      expect(vi.getTimerCount()).toBe(0)
    })
  })
})

describe('batched', () => {
  /** Returns a batched read and the list of its queries. Each result combines the connection's name and the key. */
  function recording() {
    const received: { asked: readonly string[]; unit: unknown }[] = []
    const ask = batched(async ({ connection, unit }, asked: readonly string[]) => {
      received.push({ asked: [...asked], unit })
      if (asked.includes('wrong')) throw new Error('query failed')
      return asked.map((one) => `${connection.name}: ${one}`)
    })
    return { ask, received }
  }
  const scope = (name = 'first') => ({ connection: { name } as Connection })

  test('combines the reads of one turn into one query and returns each result', async () => {
    const { ask, received } = recording()
    const one = scope()
    expect(await Promise.all(['a', 'b', 'a'].map((asked) => ask(one, asked)))).toEqual(['first: a', 'first: b', 'first: a'])
    expect(received.map(({ asked }) => asked)).toEqual([['a', 'b', 'a']])
  })

  test('runs a new query for later reads, even during an earlier query', async () => {
    const { ask, received } = recording()
    const one = scope()
    const first = ask(one, 'a')
    await turn()
    const second = ask(one, 'a')
    expect(await Promise.all([first, second])).toEqual(['first: a', 'first: a'])
    expect(received).toHaveLength(2)
  })

  test('rejects all reads of a failed query and queries again in the next turn', async () => {
    const { ask } = recording()
    const one = scope()
    const answers = await Promise.allSettled([ask(one, 'a'), ask(one, 'wrong')])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await ask(one, 'a')).toBe('first: a')
  })

  test('runs a separate query for each database', async () => {
    const { ask, received } = recording()
    const [one, other] = [scope('one'), scope('other')]
    expect(await Promise.all([ask(one, 'a'), ask(other, 'b'), ask(one, 'c')])).toEqual(['one: a', 'other: b', 'one: c'])
    expect(received.map(({ asked }) => asked)).toEqual([['a', 'c'], ['b']])
  })

  test('runs a separate query for each read inside a transaction', async () => {
    const { ask, received } = recording()
    const unit = new UnitOfWork({} as ClientSession)
    const inside = { ...scope(), unit }
    expect(await Promise.all([ask(inside, 'a'), ask(inside, 'b')])).toEqual(['first: a', 'first: b'])
    expect(received).toEqual([
      { asked: ['a'], unit },
      { asked: ['b'], unit },
    ])
  })

  test.each([
    ['fewer', []],
    ['more', ['one', 'other', 'third']],
  ])('rejects all reads when the query returns %s results than keys, even inside a transaction', async (_, answers) => {
    const ask = batched(async (_scope, _asked: readonly string[]) => answers)
    const one = scope()
    const together = await Promise.allSettled([ask(one, 'a'), ask(one, 'b')])
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(ask({ ...scope(), unit: new UnitOfWork({} as ClientSession) }, 'a')).rejects.toThrow('expected 1 results')
  })
})
