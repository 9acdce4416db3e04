export * from './bus/bus.ts'
export { openDeadLetters } from './bus/dead-letters.ts'
export { inProcessBus } from './bus/in-process.ts'
export { rabbitBus } from './bus/rabbit.ts'
export * from './clock.ts'
export { batched } from './concurrency/batched.ts'
export { createKeyedMutex } from './concurrency/keyed-mutex.ts'
export { createSemaphore } from './concurrency/semaphore.ts'
export { ConfigError, type ConfigOf, defineConfig, hasDatabase } from './config.ts'
export { defineCollection, found, type Stored } from './data/collection.ts'
export { internalCollections } from './data/database.ts'
export { isDuplicate, isUnavailable } from './data/faults.ts'
export { inBatches } from './data/in-batches.ts'
export { childrenOf, dataExport, owned } from './data-export.ts'
export {
  defineCommand,
  definePipe,
  defineService,
  everyBusinessDay,
  on,
  routesOf,
  textOf,
  webhook,
  worker,
} from './define.ts'
export { keyFor } from './derived-key.ts'
export { describeService } from './describe/describe-service.ts'
export { nameRoute } from './http/app.ts'
export { hostOf, LOOPBACK_HOSTS } from './http/host.ts'
export { localeOf as acceptedLocale } from './http/locale.ts'
export { networkOf } from './http/network-of.ts'
export { rateLimit } from './http/rate-limit.ts'
export { idSource } from './ids.ts'
export { joinInOrder } from './join-in-order.ts'
export { createLog } from './log.ts'
export { type Picture, PictureFault, PictureType, pictureAnswer, readPicture } from './picture.ts'
export { randomPostCode } from './post-code.ts'
export { defineQueue, released } from './queue/queue.ts'
export { type Queued, queueFields } from './queue/queue-state.ts'
export { type Line, readLines } from './read-lines.ts'
export { refreshCopy, settlementConfig } from './refresh-copy.ts'
export { runAsProcess } from './run-as-process.ts'
export { allCommands, type CommandOptions, runCommand, streamCommand } from './run-command.ts'
export { seal, unseal } from './sealed-text.ts'
export { hashOfSecret, newSecret } from './secret.ts'
export * from './service.ts'
export { initialOf, settingId, settingReader, settingsCopy } from './settings-copy.ts'
export { settleDays, settleGroups } from './settle-groups.ts'
export { startService } from './start-service.ts'
export { makeSessionKeys, mintToken, PrivateKey } from './token.ts'
export { changes, keeps, removes, userDeletion } from './user-deletion.ts'
export { withTimeout } from './with-timeout.ts'
