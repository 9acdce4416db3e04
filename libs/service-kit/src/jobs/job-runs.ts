/** Which business day of which job ran, or runs in which process. */
import type { Connection, mongo } from 'mongoose'
import type { CollectionSpec } from '../data/collection-spec.ts'

export interface JobRun {
  /** `job:day`: no day of a job has two runs. */
  readonly _id: string
  readonly job: string
  readonly day: string
  readonly state: 'running' | 'done'
  readonly owner: string
  /** By the machine's clock: a running one after this has no process any more. */
  readonly leaseUntil: Date
  readonly attempts: number
}

export const jobRunsSpec: CollectionSpec = { name: 'job_runs', indexes: [{ name: 'job_1_day_-1', key: { job: 1, day: -1 } }] }

export const jobRunsOf = (connection: Connection): mongo.Collection<JobRun> =>
  connection.getClient().db(connection.name).collection<JobRun>(jobRunsSpec.name)
