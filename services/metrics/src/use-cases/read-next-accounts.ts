import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '@reelfair/contracts'
import { isUnavailable, released, type Scope, type Tx } from '@reelfair/service-kit'
import { SocialFault } from '@reelfair/social'
import { awaitsFinalReading } from '../domain/assignment.ts'
import { ASKED_AT_ONCE, afterAnswer, afterFault, claim, finished, isDoubtful, isFinal, TAKEN_AT_ONCE } from '../domain/schedule.ts'
import type { Work } from '../ports.ts'
import { accountsOf } from '../store/accounts.ts'
import { codesOfSignUps, openOfAccounts, type StoredAssignment } from '../store/assignments.ts'
import { addGains, type BrandGain, inLane } from '../store/nights.ts'
import { type StoredTask, saveTask, taskQueue, tasksOf } from '../store/tasks.ts'
import { type StoredVideo, videosOfAll } from '../store/videos.ts'
import { askNetwork, type Said } from './ask-network.ts'
import { recordReading } from './record-reading.ts'

/** What was said waits no longer for what others say. */
const KEPT_EVERY_MS = 2_000

/** A fault of ours is as good as none of theirs: tried again, and given up in the end. */
const OUR_FAULT = new SocialFault('unreadable')

/** The network answered, but not for a video whose final reading is due. */
const SILENT = new SocialFault('unreachable')

/** One 404 proves nothing: ask again. */
const DOUBTFUL = { kind: 'not_found', status: 404, passing: true } as const

interface Answered {
  readonly claimed: StoredTask
  readonly said: Said | SocialFault | undefined
}

/**
 * The worker: takes due accounts, asks the network, keeps what it says. It may be cut off anywhere: the try was counted when the account was claimed, and it is
 * free again when the lease expires; a reader that lost its lease keeps nothing.
 * @returns whether there were any
 */
export async function readNextAccounts(ctx: Work): Promise<boolean> {
  // Mostly there is nothing to do; finding that out takes no transaction.
  if ((await taskQueue.due(ctx, ctx.now(), 1)).length === 0) return false
  const claimed = await inTurn(ctx.connection, () => taskQueue.claim(ctx, TAKEN_AT_ONCE, claim))
  const known = await whatIsKnown(ctx, claimed)
  const answered: Answered[] = []
  const asking = askAll(claimed, known, answered, ctx)
  for (let isOver = false; !isOver; ) {
    isOver = await Promise.race([asking, pause(KEPT_EVERY_MS, false, { ref: false })])
    await record(answered.splice(0), known, ctx)
  }
  return claimed.length > 0
}

const claiming = new WeakMap<Scope['connection'], Promise<unknown>>()

/** The workers of one process claim one after the other: all at once they would want the same tasks, and all but one begin again. */
function inTurn<T>(connection: Scope['connection'], work: () => Promise<T>): Promise<T> {
  const before = claiming.get(connection) ?? Promise.resolve()
  const mine = before.then(work, work)
  claiming.set(connection, mine)
  return mine
}

interface KnownOfAccounts {
  readonly assignments: ReadonlyMap<string, StoredAssignment[]>
  readonly videos: ReadonlyMap<string, readonly StoredVideo[]>
}

/** Open sign-ups by account, and their videos. */
async function whatIsKnown(scope: Scope, claimed: readonly StoredTask[]): Promise<KnownOfAccounts> {
  const open = await openOfAccounts(
    scope,
    claimed.map(({ accountKey }) => accountKey),
  )
  const videos = await videosOfAll(
    scope,
    open.map(({ id }) => id),
  )
  return { assignments: Map.groupBy(open, ({ accountKey }) => accountKey), videos }
}

/** The sign-ups that a task is for: a final reading's one, or all of its account that do not await theirs. */
const assignmentsFor = ({ accountKey, assignmentId }: StoredTask, { assignments }: KnownOfAccounts, now: Date) =>
  (assignments.get(accountKey) ?? []).filter((one) =>
    assignmentId === undefined ? !awaitsFinalReading(one, now) : one.id === assignmentId,
  )

/** @returns true: all have answered */
async function askAll(claimed: readonly StoredTask[], known: KnownOfAccounts, answered: Answered[], ctx: Work): Promise<true> {
  const waiting = claimed.values()
  const lane = async () => {
    for (const task of waiting) answered.push({ claimed: task, said: await ask(task, known, ctx) })
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, lane))
  return true
}

async function ask(task: StoredTask, known: KnownOfAccounts, ctx: Work): Promise<Said | SocialFault | undefined> {
  const assignments = assignmentsFor(task, known, ctx.now())
  if (assignments.length === 0) return undefined
  // Includes videos past their window: creators must learn of a loss before the final reading.
  const before = assignments.flatMap(({ id }) => known.videos.get(id) ?? []).filter(({ final }) => !final)
  try {
    return await askNetwork(ctx.ports.social, task, assignments, before, (codes) => codesOfSignUps(ctx, codes), ctx.now())
  } catch (error) {
    if (error instanceof SocialFault) return error
    ctx.log.error({ err: error, account: task.accountKey, run: task.run }, 'an account could not be asked for')
    return OUR_FAULT
  }
}

/**
 * All in one transaction, for speed; if one of them cannot be kept, each by itself, and the others are. What was read before the network was asked mostly still
 * holds, and is not read twice: each document is written as of its version, so one that has changed meanwhile is noticed, and all are looked at again.
 */
async function record(answered: readonly Answered[], known: KnownOfAccounts, ctx: Work): Promise<void> {
  if (answered.length === 0) return
  try {
    return await recordAll(answered, ctx, known).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'conflict') return recordAll(answered, ctx)
      throw error
    })
  } catch (error) {
    if (isUnavailable(error)) throw error
    ctx.log.warn({ error: String(error), accounts: answered.length }, 'readings could not be kept together; each is kept by itself')
  }
  for (const one of answered)
    await recordAll([one], ctx).catch(async (error: unknown) => {
      if (isUnavailable(error)) throw error
      ctx.log.error({ err: error, account: one.claimed.accountKey, run: one.claimed.run }, 'a reading could not be kept')
      await taskQueue.attempt(ctx, one.claimed, () => recordAll([{ ...one, said: OUR_FAULT }], ctx))
    })
}

/** @param before what is still taken to hold; looked at anew when left out */
const recordAll = (answered: readonly Answered[], ctx: Work, before?: KnownOfAccounts): Promise<void> =>
  inLane(ctx.connection, (lane) =>
    ctx.transact(async (tx) => {
      if (before) return recordIn(tx, answered, before, lane, ctx)
      const mine = await stillMine(tx, answered)
      const known = await whatIsKnown(
        tx,
        mine.map(({ claimed }) => claimed),
      )
      await recordIn(tx, mine, known, lane, ctx)
    }),
  )

/** Those that nobody has gone on with, with their tasks as they are now. */
async function stillMine(tx: Tx, answered: readonly Answered[]): Promise<Answered[]> {
  const now = await tasksOf(
    tx,
    answered.map(({ claimed }) => claimed.id),
  )
  const tasks = new Map(now.map((task) => [task.id, task]))
  return answered.flatMap(({ claimed, said }) => {
    const task = tasks.get(claimed.id)
    return task !== undefined && taskQueue.isMine(task, claimed) ? [{ claimed: task, said }] : []
  })
}

async function recordIn(tx: Tx, answered: readonly Answered[], known: KnownOfAccounts, lane: number, ctx: Work): Promise<void> {
  const gains: BrandGain[] = []
  const copies = await accountsOf(tx, [...known.assignments.keys()])
  for (const one of answered) {
    const { task, said, fault } = judgeAnswer(one, ctx.now())
    const onFault = afterFault(task, fault ?? SILENT, ctx.now())
    const isLastTry = onFault.state === 'failed'
    if (fault) report(onFault, fault, ctx)
    if (fault && !(isLastTry && isFinal(task.run))) {
      await saveTask(tx, released(onFault))
      continue
    }
    const recorded = {
      run: task.run,
      said,
      assignments: assignmentsFor(task, known, ctx.now()),
      videosBefore: known.videos,
      copy: copies.get(task.accountKey),
      isLastTry,
    }
    const { gains: more, isSilent } = await recordReading(tx, recorded, ctx)
    await saveTask(tx, released(fault || isSilent ? onFault : finished(task)))
    for (const gain of more) gains.push(gain)
  }
  await addGains(tx, gains, lane)
}

/** An answer is a reading, or a fault after which the network is asked again; the fault of a final reading's last try decides like no answer. */
function judgeAnswer({ claimed, said }: Answered, now: Date) {
  if (said instanceof SocialFault) return { task: claimed, said: undefined, fault: said }
  const task = said ? afterAnswer(claimed, !said.account, now) : claimed
  return said && isDoubtful(task, now) ? { task, said: undefined, fault: DOUBTFUL } : { task, said, fault: undefined }
}

function report(
  { run, accountKey, assignmentId, tries, state }: StoredTask,
  { kind, status }: Pick<SocialFault, 'kind' | 'status'>,
  { log }: Work,
): void {
  const about = { run, account: accountKey, assignmentId, fault: kind, status, tries }
  if (state === 'failed') log.error(about, 'an account could not be read')
  else log.warn(about, 'an account is read again later')
}
