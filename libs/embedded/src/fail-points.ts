/** `configureFailPoint: 'failCommand'` makes commands fail on purpose, for example in the drivers' own test suites. */
import { setTimeout as sleep } from 'node:timers/promises'
import { MongoError, refuse } from './errors.ts'
import { type Doc, isDoc, isNum, toNumber, type Value } from './values.ts'

/** Thrown to close the connection without sending a reply. */
export class CutConnection extends Error {}

export class FailPoints {
  private left = 0
  private data: Doc = new Map()

  configure(body: Doc): Record<string, Value> {
    if (body.get('configureFailPoint') !== 'failCommand') refuse('CommandNotSupported', 'only failCommand is supported')
    const mode = body.get('mode')
    const times = isDoc(mode) ? mode.get('times') : undefined
    this.left = mode === 'alwaysOn' ? Number.POSITIVE_INFINITY : isNum(times ?? null) ? toNumber(times as number) : 0
    const data = body.get('data')
    this.data = isDoc(data) ? data : new Map()
    return { count: 0 }
  }

  /**
   * The error to throw before the command runs. Undefined with `afterwards`, because the command then runs and only its
   * reply is lost.
   */
  async injectedError(name: string): Promise<MongoError | undefined> {
    const error = this.take(name, false)
    const milliseconds = this.data.get('blockTimeMS')
    if (error && this.data.get('blockConnection') === true && isNum(milliseconds ?? null)) await sleep(toNumber(milliseconds as number))
    if (!error || error === 'nothing') return undefined
    if (error === 'cut') throw new CutConnection('cut by a fail point')
    return error
  }

  /**
   * With `afterwards: true`, an extension of this engine, `closeConnection` drops the reply after the command has run.
   */
  dropsReply(name: string): boolean {
    return this.take(name, true) === 'cut'
  }

  private take(name: string, afterwards: boolean): MongoError | 'cut' | 'nothing' | undefined {
    const commands = this.data.get('failCommands')
    if (this.left <= 0 || !Array.isArray(commands) || !commands.includes(name) || (this.data.get('afterwards') === true) !== afterwards)
      return undefined
    this.left--
    if (this.data.get('closeConnection') === true) return 'cut'
    const code = this.data.get('errorCode')
    if (!isNum(code ?? null)) return 'nothing'
    const error = new MongoError(toNumber(code as number), 'Failing command via failCommand failpoint')
    const labels = this.data.get('errorLabels')
    if (Array.isArray(labels)) for (const label of labels) error.labels.push(String(label))
    return error
  }
}
