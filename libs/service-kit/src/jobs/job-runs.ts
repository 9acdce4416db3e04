import type { Connection, mongo } from 'mongoose'
import type { CollectionSpec } from '../data/collection-spec.ts'

export interface JobRun {
  /** `job:day`, so a job has at most one run per day. */
  readonly _id: string
  readonly job: string
  readonly day: string
  readonly state: 'running' | 'done'
  readonly owner: string
  /** Machine time. If a running job's lease has expired, its process is dead. */
  readonly leaseUntil: Date
  readonly attempts: number
}

export const jobRunsSpec: CollectionSpec = { name: 'job_runs', indexes: [{ name: 'job_1_day_-1', key: { job: 1, day: -1 } }] }

export const jobRunsOf = (connection: Connection): mongo.Collection<JobRun> =>
  connection.getClient().db(connection.name).collection<JobRun>(jobRunsSpec.name)
