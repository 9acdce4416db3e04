import { Refusal } from '@reelfair/contracts'
import { createKeyedMutex, createSemaphore, isUnavailable, released, type Scope, type Tx, withTimeout } from '@reelfair/service-kit'
import { SocialFault } from '@reelfair/social'
import { awaitsFinalReading } from '../domain/assignment.ts'
import {
  afterAnswer,
  afterFault,
  CLAIM_BATCH_SIZE,
  claim,
  finished,
  isDoubtful,
  isFinal,
  isPatient,
  MAX_CONCURRENT_READINGS,
  type Run,
} from '../domain/schedule.ts'
import type { Work } from '../ports.ts'
import { accessesOf, isDisconnected, type StoredAccess } from '../store/accesses.ts'
import { accountsOf } from '../store/accounts.ts'
import { codesInUse, openOfAccounts, type StoredAssignment } from '../store/assignments.ts'
import { addGains, type BrandGain, inLane } from '../store/nights.ts'
import { settings } from '../store/settings.ts'
import { type StoredTask, saveTask, taskQueue, tasksOf } from '../store/tasks.ts'
import { type StoredVideo, videosOfAll } from '../store/videos.ts'
import { emitVisibility } from './emit-events.ts'
import { type LentAccess, lendAccess, requestAccess } from './lend-access.ts'
import { disconnectedReading, type NetworkReading, readNetwork } from './read-network.ts'
import { recordReading } from './record-reading.ts'

/** How often to record responses, so that responses for fast accounts do not wait for slower ones. */
const KEPT_EVERY_MS = 2_000

/** An internal error counts as an unreadable response: the account is retried and eventually abandoned. */
const OUR_FAULT = new SocialFault('unreadable')

/** The network responded, but without a video whose final reading is due. */
const SILENT = new SocialFault('unreachable')

const NOT_CONNECTED = new SocialFault('needs_consent')

/** A single 404 proves nothing, so the worker asks the network again. */
const DOUBTFUL = { kind: 'not_found', status: 404, isTransient: true } as const

interface Answered {
  readonly claimed: StoredTask
  readonly answer: NetworkReading | SocialFault | undefined
  /** Version of the access token that the network has refused. */
  readonly refusedVersion?: number | undefined
}

/**
 * Claims due accounts, asks the network and records the responses. The process may be killed at any point: claiming
 * counts as an attempt, an expired lease makes the account available again, and a worker that has lost its lease
 * records nothing.
 * @returns whether any accounts were due
 */
export async function readNextAccounts(ctx: Work): Promise<boolean> {
  const claimed = await claiming.runExclusive(ctx.connection, () => taskQueue.claim(ctx, CLAIM_BATCH_SIZE, claim))
  if (claimed.length === 0) return false
  const known = await loadKnown(ctx, claimed)
  const answered: Answered[] = []
  const asking = askAll(claimed, known, await loadAccesses(ctx, claimed), answered, ctx)
  for (let isOver = false; !isOver; ) {
    isOver = await withTimeout(asking, KEPT_EVERY_MS, () => false)
    await record(answered.splice(0), known, ctx)
  }
  return true
}

/** Concurrent claims in one process would compete for the same tasks, and all but one would have to retry. */
const claiming = createKeyedMutex<Scope['connection']>()

interface KnownOfAccounts {
  readonly assignments: ReadonlyMap<string, StoredAssignment[]>
  readonly videos: ReadonlyMap<string, readonly StoredVideo[]>
}

/** Copies of access tokens, only if a network is read through its own API. */
async function loadAccesses(ctx: Work, claimed: readonly StoredTask[]): Promise<ReadonlyMap<string, StoredAccess>> {
  const keys = ctx.ports.accessKey ? claimed.map(({ accountKey }) => accountKey) : []
  return accessesOf(ctx, keys)
}

async function loadKnown(scope: Scope, claimed: readonly StoredTask[]): Promise<KnownOfAccounts> {
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

/**
 * An `end` or `checks` reading covers a single sign-up. Other readings cover all of the account's sign-ups that are not
 * waiting for their final reading.
 */
const assignmentsFor = ({ accountKey, assignmentId }: StoredTask, { assignments }: KnownOfAccounts, now: Date) =>
  (assignments.get(accountKey) ?? []).filter((one) =>
    assignmentId === undefined ? !awaitsFinalReading(one, now) : one.id === assignmentId,
  )

async function askAll(
  claimed: readonly StoredTask[],
  known: KnownOfAccounts,
  accesses: ReadonlyMap<string, StoredAccess>,
  answered: Answered[],
  ctx: Work,
): Promise<true> {
  // One semaphore per batch, because a batch's lease is too short to wait for another batch.
  const semaphore = createSemaphore(MAX_CONCURRENT_READINGS)
  await Promise.all(
    claimed.map(async (task) => {
      const permit = await semaphore.acquire()
      try {
        const { accessKey: key, needsConsent } = ctx.ports
        const waits = needsConsent(task.network) || isPatient(task, ctx.now())
        const lent = key && lendAccess(accesses.get(task.accountKey), { key, now: ctx.now, waits })
        const answer = await ask(task, known, lent, ctx)
        answered.push({ claimed: task, answer, refusedVersion: lent?.refusedVersion() })
      } finally {
        permit.release()
      }
    }),
  )
  return true
}

async function ask(
  task: StoredTask,
  known: KnownOfAccounts,
  lent: LentAccess | undefined,
  ctx: Work,
): Promise<NetworkReading | SocialFault | undefined> {
  const assignments = assignmentsFor(task, known, ctx.now())
  if (assignments.length === 0) return undefined
  // Includes videos past their counting window, because creators must learn of a loss before the final reading.
  const before = assignments.flatMap(({ id }) => known.videos.get(id) ?? []).filter(({ final }) => !final)
  try {
    const network = { social: ctx.ports.social, accessOf: lent?.accessOf }
    return await readNetwork(network, task, assignments, before, (codes) => codesInUse(ctx, codes), ctx.now())
  } catch (error) {
    if (error instanceof SocialFault) return error
    ctx.log.error({ error, account: task.accountKey, run: task.run }, 'account reading failed with an internal error')
    return OUR_FAULT
  }
}

/**
 * Records all responses in one transaction, for speed. If that fails, records each response separately, so that one
 * failure does not affect the others. Reuses the state loaded before the network was asked; if a document has changed
 * since, a version conflict occurs and everything is loaded again.
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
    ctx.log.warn({ error: String(error), accounts: answered.length }, 'readings could not be stored together; storing each separately')
  }
  for (const one of answered)
    await recordAll([one], ctx).catch(async (error: unknown) => {
      if (isUnavailable(error)) throw error
      ctx.log.error({ error, account: one.claimed.accountKey, run: one.claimed.run }, 'reading could not be stored')
      await taskQueue.attempt(ctx, one.claimed, () => recordAll([{ ...one, answer: OUR_FAULT }], ctx))
    })
}

const recordAll = (answered: readonly Answered[], ctx: Work, before?: KnownOfAccounts): Promise<void> =>
  inLane(ctx.connection, (lane) =>
    ctx.transact(async (tx) => {
      if (before) return recordIn(tx, answered, before, lane, ctx)
      const mine = await stillClaimed(tx, answered)
      const known = await loadKnown(
        tx,
        mine.map(({ claimed }) => claimed),
      )
      await recordIn(tx, mine, known, lane, ctx)
    }),
  )

async function stillClaimed(tx: Tx, answered: readonly Answered[]): Promise<Answered[]> {
  const now = await tasksOf(
    tx,
    answered.map(({ claimed }) => claimed.id),
  )
  const tasks = new Map(now.map((task) => [task.id, task]))
  return answered.flatMap((one) => {
    const task = tasks.get(one.claimed.id)
    return task !== undefined && taskQueue.isMine(task, one.claimed) ? [{ ...one, claimed: task }] : []
  })
}

async function recordIn(tx: Tx, answered: readonly Answered[], known: KnownOfAccounts, lane: number, ctx: Work): Promise<void> {
  const gains: BrandGain[] = []
  const copies = await accountsOf(tx, [...known.assignments.keys()])
  const { value: reviewHours } = await settings.at(tx, 'review_hours', ctx.now())
  const awaiting = answered.filter(({ answer }) => answer instanceof SocialFault && answer.kind === 'awaiting_access')
  await requestAccess(tx, new Map(awaiting.map(({ claimed, refusedVersion }) => [claimed.accountKey, refusedVersion])), ctx.now())
  const disconnected = await disconnectedOf(tx, answered, ctx)
  for (const one of answered) {
    const assignments = assignmentsFor(one.claimed, known, ctx.now())
    const unread = assignments.flatMap(({ id }) => known.videos.get(id) ?? []).filter(({ final }) => !final)
    const isOutOfSight = disconnected.has(one.claimed.accountKey)
    const { task, answer, fault } = isOutOfSight
      ? { task: one.claimed, answer: disconnectedReading(unread, ctx.now()), fault: undefined }
      : judgeAnswer(one, ctx.now())
    // The final reading waits for a connection as it waits for a silent network.
    const awaits = isOutOfSight && task.run === 'checks' ? NOT_CONNECTED : fault
    const onFault = afterFault(task, awaits ?? SILENT, ctx.now())
    const isLastTry = onFault.state === 'failed'
    if (awaits) report(onFault, awaits, ctx)
    emitVisibility(tx, answer?.account, copies.get(task.accountKey), ctx.now())
    const recorded = { answer, assignments, videosBefore: known.videos, copy: copies.get(task.accountKey), isLastTry, reviewHours }
    const record = async (run: Run) => {
      const { gains: more, isSilent } = await recordReading(tx, { ...recorded, run }, ctx)
      for (const gain of more) gains.push(gain)
      return isSilent
    }
    if (awaits && !(isLastTry && isFinal(task.run))) {
      // Warns once. The run differs from others, because it names the observations.
      if (isOutOfSight && unread.some(({ faults }) => !faults.includes('account_disconnected'))) await record(`waiting-${task.tries}`)
      await saveFailed(tx, task, onFault)
      continue
    }
    const isSilent = await record(task.run)
    if (fault || isSilent) await saveFailed(tx, task, onFault)
    else await saveTask(tx, released(finished(task)))
  }
  await addGains(tx, gains, lane)
}

/** The accounts whose owners have ended the connection without which the network shows us nothing. */
async function disconnectedOf(tx: Tx, answered: readonly Answered[], { ports }: Work): Promise<ReadonlySet<string>> {
  const refused = answered.filter(
    ({ claimed, answer }) => ports.needsConsent(claimed.network) && answer instanceof SocialFault && answer.kind === 'needs_consent',
  )
  const found = await accessesOf(
    tx,
    refused.map(({ claimed }) => claimed.accountKey),
  )
  return new Set([...found.values()].filter(isDisconnected).map(({ accountKey }) => accountKey))
}

async function saveFailed(tx: Tx, task: StoredTask, onFault: StoredTask): Promise<void> {
  const isCalm = isExpected(onFault)
  if (onFault.state === 'open' && !isCalm) {
    await taskQueue.postpone(tx, task, onFault)
    return
  }
  if (!isCalm) taskQueue.countFailure(tx)
  await saveTask(tx, released(onFault))
}

/**
 * After a fault, the network is asked again. On the last attempt at a final reading, a fault counts as a missing
 * response.
 */
function judgeAnswer({ claimed, answer }: Answered, now: Date) {
  if (answer instanceof SocialFault) return { task: claimed, answer: undefined, fault: answer }
  const task = answer ? afterAnswer(claimed, !answer.account, now) : claimed
  return answer && isDoubtful(task, now) ? { task, answer: undefined, fault: DOUBTFUL } : { task, answer, fault: undefined }
}

/** Not an outage: the creator has ended the connection, or verification is renewing the access token. */
const isExpected = ({ state, fault }: Pick<StoredTask, 'state' | 'fault'>): boolean =>
  fault === 'needs_consent' || (fault === 'awaiting_access' && state === 'open')

function report(
  { run, accountKey, assignmentId, tries, state }: StoredTask,
  { kind, status }: Pick<SocialFault, 'kind' | 'status'>,
  { log }: Work,
): void {
  const about = { run, account: accountKey, assignmentId, fault: kind, status, attempts: tries }
  if (isExpected({ state, fault: kind })) log.info(about, 'account not read; its owner’s access is missing')
  else if (state === 'failed') log.error(about, 'account could not be read')
  else log.warn(about, 'account could not be read; will retry later')
}
