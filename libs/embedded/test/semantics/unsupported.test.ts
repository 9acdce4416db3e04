/** Checks the README's table of operators that MongoDB 7.0 supports but this engine rejects. */
import { readFileSync } from 'node:fs'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCUMULATORS, EXPRESSION_OPERATORS } from '../../src/expressions.ts'
import { QUERY_OPERATORS } from '../../src/filter.ts'
import { MODIFIERS } from '../../src/modifiers.ts'
import { STAGES } from '../../src/pipeline.ts'
import { startServer } from '../scratch.ts'

interface Kind {
  /** First cell of the row in the README table. */
  readonly name: string
  /** Names from the MongoDB 7.0 manual, without the dollar signs. */
  readonly mongodb: string
  readonly accepted: Iterable<string>
  readonly command: (operator: string) => Document
  readonly codes: readonly number[]
}

const aggregate = (...pipeline: Document[]): Document => ({ aggregate: 'c', pipeline, cursor: {} })

const KINDS: readonly Kind[] = [
  {
    name: 'Stages',
    mongodb: `addFields bucket bucketAuto changeStream changeStreamSplitLargeEvent collStats count currentOp densify documents facet fill geoNear
      graphLookup group indexStats limit listLocalSessions listSampledQueries listSearchIndexes listSessions lookup match merge out
      planCacheStats project redact replaceRoot replaceWith sample search searchMeta set setWindowFields shardedDataDistribution skip sort
      sortByCount unionWith unset unwind vectorSearch`,
    accepted: STAGES,
    command: (operator) => aggregate({ [operator]: {} }),
    codes: [40324],
  },
  {
    name: 'Expressions',
    mongodb: `abs acos acosh add allElementsTrue and anyElementTrue arrayElemAt arrayToObject asin asinh atan atan2 atanh avg binarySize bitAnd
      bitNot bitOr bitXor bsonSize ceil cmp concat concatArrays cond convert cos cosh dateAdd dateDiff dateFromParts dateFromString
      dateSubtract dateToParts dateToString dateTrunc dayOfMonth dayOfWeek dayOfYear degreesToRadians divide eq exp filter first firstN floor
      function getField gt gte hour ifNull in indexOfArray indexOfBytes indexOfCP isArray isNumber isoDayOfWeek isoWeek isoWeekYear last lastN
      let literal ln log log10 lt lte ltrim map max maxN median mergeObjects meta millisecond min minN minute mod month multiply ne not
      objectToArray or percentile pow radiansToDegrees rand range reduce regexFind regexFindAll regexMatch replaceAll replaceOne reverseArray
      round rtrim second setDifference setEquals setField setIntersection setIsSubset setUnion sin sinh size slice sortArray split sqrt
      stdDevPop stdDevSamp strLenBytes strLenCP strcasecmp substr substrBytes substrCP subtract sum switch tan tanh toBool toDate toDecimal
      toDouble toInt toLong toLower toObjectId toString toUpper trim trunc tsIncrement tsSecond type unsetField week year zip`,
    accepted: EXPRESSION_OPERATORS,
    command: (operator) => aggregate({ $replaceWith: { x: { [operator]: 1 } } }),
    codes: [168],
  },
  {
    name: 'Accumulators',
    mongodb: `accumulator addToSet avg bottom bottomN count first firstN last lastN max maxN median mergeObjects min minN percentile push
      stdDevPop stdDevSamp sum top topN`,
    accepted: ACCUMULATORS,
    command: (operator) => aggregate({ $group: { _id: null, x: { [operator]: 1 } } }),
    codes: [15952],
  },
  {
    name: 'Query operators',
    mongodb: `all alwaysFalse alwaysTrue and bitsAllClear bitsAllSet bitsAnyClear bitsAnySet comment elemMatch eq exists expr geoIntersects
      geoWithin gt gte in jsonSchema lt lte mod ne near nearSphere nin nor not options or regex sampleRate size text type where`,
    accepted: QUERY_OPERATORS,
    command: (operator) => ({ find: 'c', filter: /geo|near|bits/.test(operator) ? { a: { [operator]: {} } } : { [operator]: {} } }),
    codes: [115],
  },
  {
    name: 'Update operators',
    mongodb: 'addToSet bit currentDate inc max min mul pop pull pullAll push rename set setOnInsert unset',
    accepted: MODIFIERS.keys(),
    command: (operator) => ({ findAndModify: 'c', query: {}, update: { [operator]: { a: 1 } } }),
    codes: [9],
  },
]

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

function listed(name: string): string[] {
  const row = readme.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? ''
  return [...row.matchAll(/`(\$\w+)`/g)].map(([, operator]) => operator as string)
}

describe.skipIf(process.env.MONGODB_URI !== undefined)('unsupported operators', () => {
  let client: MongoClient
  let close: () => Promise<void>
  beforeAll(async () => {
    const server = await startServer()
    close = server.close
    client = await MongoClient.connect(server.uri)
  })
  afterAll(async () => {
    await client.close()
    await close()
  })

  test.for(KINDS)('lists all unsupported operators in the README: $name', ({ name, mongodb, accepted }) => {
    const supported = new Set(accepted)
    const operators = mongodb.split(/\s+/).map((operator) => `$${operator}`)
    expect(listed(name)).toEqual(operators.filter((operator) => !supported.has(operator)))
  })

  test.for(KINDS)('rejects all operators that the README lists as unsupported: $name', async ({ name, command, codes }) => {
    for (const operator of listed(name)) {
      const error = await client
        .db('refusals')
        .command(command(operator))
        .catch((rejection: unknown) => rejection)
      expect(error, operator).toMatchObject({ name: 'MongoServerError' })
      expect(codes, operator).toContain((error as { code: number }).code)
    }
  })
})
