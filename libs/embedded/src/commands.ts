import { aggregate } from './commands/aggregate.ts'
import { bulkWrite } from './commands/bulk-write.ts'
import { collMod, drop, dropDatabase, renameCollection } from './commands/collections.ts'
import { answer, boolField, type Command } from './commands/command.ts'
import { count } from './commands/count.ts'
import { create } from './commands/create.ts'
import { getMore, killCursors } from './commands/cursors.ts'
import { remove } from './commands/delete.ts'
import { buildInfo, collStats, dbStats, getParameter, serverStatus } from './commands/diagnostics.ts'
import { distinct } from './commands/distinct.ts'
import { explain, explainCommand } from './commands/explain.ts'
import { find } from './commands/find.ts'
import { findAndModify } from './commands/find-and-modify.ts'
import { createIndexes, dropIndexes } from './commands/indexes.ts'
import { insert } from './commands/insert.ts'
import { listCollections, listDatabases, listIndexes } from './commands/lists.ts'
import { abortTransaction, commitTransaction, endSessions, killAllSessions } from './commands/sessions.ts'
import { update } from './commands/update.ts'

const MODIFY = [
  'query',
  'sort',
  'remove',
  'update',
  'new',
  'fields',
  'upsert',
  'arrayFilters',
  'hint',
  'collation',
  'let',
  'bypassDocumentValidation',
]

const TABLE: Readonly<Record<string, Command>> = {
  find: {
    fields: [
      'filter',
      'projection',
      'sort',
      'hint',
      'skip',
      'limit',
      'batchSize',
      'singleBatch',
      'let',
      'collation',
      'noCursorTimeout',
      'allowDiskUse',
      'allowPartialResults',
      'tailable',
      'awaitData',
      'returnKey',
      'showRecordId',
      'oplogReplay',
      'min',
      'max',
    ],
    transactional: true,
    run: find,
  },
  getMore: { fields: ['collection', 'batchSize'], transactional: true, run: getMore },
  killCursors: { fields: ['cursors'], transactional: true, run: killCursors },
  // MongoDB rejects the count command in transactions. The driver's countDocuments uses aggregate instead.
  count: { fields: ['query', 'skip', 'limit', 'hint', 'collation', 'fields'], run: count },
  distinct: { fields: ['key', 'query', 'hint', 'collation'], transactional: true, run: distinct },
  aggregate: {
    fields: ['pipeline', 'cursor', 'explain', 'hint', 'let', 'collation', 'allowDiskUse', 'bypassDocumentValidation'],
    transactional: true,
    run: (request) => (boolField(request, 'explain') ? explainCommand(request) : aggregate(request)),
  },
  explain: { fields: ['verbosity'], run: explain },
  insert: { fields: ['documents', 'ordered', 'bypassDocumentValidation'], transactional: true, retryable: true, run: insert },
  update: { fields: ['updates', 'ordered', 'let', 'bypassDocumentValidation'], transactional: true, retryable: true, run: update },
  delete: { fields: ['deletes', 'ordered', 'let'], transactional: true, retryable: true, run: remove },
  bulkWrite: {
    fields: ['ops', 'nsInfo', 'ordered', 'errorsOnly', 'let', 'bypassDocumentValidation', 'cursor'],
    transactional: true,
    run: bulkWrite,
  },
  findAndModify: { fields: MODIFY, transactional: true, retryable: true, run: findAndModify },
  findandmodify: {
    fields: MODIFY,
    transactional: true,
    retryable: true,
    run: (request) => findAndModify({ ...request, name: 'findandmodify' }),
  },
  create: {
    fields: [
      'validator',
      'validationLevel',
      'validationAction',
      'collation',
      'capped',
      'size',
      'max',
      'timeseries',
      'expireAfterSeconds',
      'viewOn',
      'pipeline',
      'clusteredIndex',
      'encryptedFields',
      'changeStreamPreAndPostImages',
    ],
    transactional: true,
    run: create,
  },
  drop: { fields: [], run: drop },
  dropDatabase: { fields: [], run: dropDatabase },
  renameCollection: { fields: ['to', 'dropTarget'], run: renameCollection },
  collMod: {
    fields: ['index', 'validator', 'validationLevel', 'validationAction', 'viewOn', 'pipeline', 'changeStreamPreAndPostImages'],
    run: collMod,
  },
  listCollections: { fields: ['filter', 'nameOnly', 'cursor', 'authorizedCollections'], run: listCollections },
  listDatabases: { fields: ['filter', 'nameOnly', 'authorizedDatabases'], run: listDatabases },
  createIndexes: { fields: ['indexes', 'commitQuorum'], transactional: true, run: createIndexes },
  listIndexes: { fields: ['cursor'], run: listIndexes },
  dropIndexes: { fields: ['index'], run: dropIndexes },
  collStats: { fields: [], run: collStats },
  dbStats: { fields: [], run: dbStats },
  ping: { fields: [], run: () => answer() },
  buildInfo: { fields: [], run: buildInfo },
  buildinfo: { fields: [], run: buildInfo },
  serverStatus: { fields: ['repl', 'metrics', 'locks'], run: serverStatus },
  getParameter: {
    fields: ['featureCompatibilityVersion', 'transactionLifetimeLimitSeconds', 'ttlMonitorSleepSecs', 'enableTestCommands'],
    run: getParameter,
  },
  endSessions: { fields: [], run: endSessions },
  killAllSessions: { fields: [], run: killAllSessions },
  commitTransaction: { fields: ['recoveryToken'], transactional: true, run: commitTransaction },
  abortTransaction: { fields: ['recoveryToken'], transactional: true, run: abortTransaction },
}

export const COMMANDS: ReadonlyMap<string, Command> = new Map(Object.entries(TABLE))
