import { z } from 'zod'
import { defineCommand } from '../define.ts'
import type { AnyQueue, Command } from '../service.ts'

const LISTED = 20

export function queueCommands(service: string, queues: readonly AnyQueue[]): readonly Command[] {
  if (queues.length === 0) return []
  const name = z.enum(queues.map(({ name }) => name))
  const list = defineCommand({
    name: `${service}-queue-dead`,
    description: `Lists up to ${LISTED} items that each ${service} queue has set aside after repeated failures.`,
    args: {},
    run: async (_, ctx) => {
      const lines: string[] = []
      for (const queue of queues)
        for (const { id, queue: state } of await queue.dead(ctx, LISTED))
          lines.push(`${state?.deadAt?.toISOString() ?? '-'}  ${queue.name}  ${id}  ${state?.problem ?? ''}`)
      return lines.length === 0 ? 'No items set aside.' : lines.join('\n')
    },
  })
  const retry = defineCommand({
    name: `${service}-queue-retry`,
    description: `Puts items that ${service} has set aside back in their queue: all of them, or one. Fix the cause first.`,
    args: { queue: name.describe('the queue'), item: z.string().optional().describe('the item') },
    run: async ({ queue, item }, ctx) => {
      const chosen = queues.find((one) => one.name === queue)
      return `${(await chosen?.retry(ctx, item)) ?? 0} put back.`
    },
  })
  const discardable = queues.filter(({ isDiscardable }) => isDiscardable)
  if (discardable.length === 0) return [list, retry]
  const discard = defineCommand({
    name: `${service}-queue-discard`,
    description: `Deletes one item that ${service} has set aside, if retrying cannot help. This can’t be undone.`,
    args: { queue: z.enum(discardable.map((one) => one.name)).describe('the queue'), item: z.string().describe('the item') },
    run: async ({ queue, item }, ctx) => {
      const chosen = discardable.find((one) => one.name === queue)
      return (await chosen?.discard(ctx, item)) ? 'Deleted.' : 'No such item is set aside.'
    },
  })
  return [list, retry, discard]
}
