/** Shows what a start is doing: a list that ticks on a terminal, a line for each finished step elsewhere. */
import type { WriteStream } from 'node:tty'

export interface Progress {
  /** Runs a step under its name; several may run at once. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  /** A line between the steps. */
  say(line: string): void
}

const WHEEL = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const TURN_MS = 100

export const silent: Progress = { step: (_name, work) => work(), say: () => {} }

/** @example const index = await progressOn(process.stdout).step('Building the pages', build) */
export function progressOn(out: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean }): Progress {
  const running = new Map<string, number>()
  let drawn = 0
  let turn = 0
  let timer: NodeJS.Timeout | undefined
  const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

  /** Wipes the list of what runs, writes `line` above it and draws it again. */
  const draw = (line?: string) => {
    if (out.isTTY && drawn > 0) out.write(`\x1b[${drawn}A\x1b[J`)
    if (line !== undefined) out.write(`${line}\n`)
    drawn = 0
    if (!out.isTTY) return
    for (const [name, since] of running) {
      out.write(`${WHEEL[turn % WHEEL.length]} ${name} … ${seconds(since)}\n`)
      drawn++
    }
  }
  return {
    say: draw,
    step: async (name, work) => {
      const since = performance.now()
      running.set(name, since)
      if (out.isTTY)
        timer ??= setInterval(() => {
          turn++
          draw()
        }, TURN_MS)
      const end = (mark: string) => {
        running.delete(name)
        if (running.size === 0) {
          clearInterval(timer)
          timer = undefined
        }
        draw(`${mark} ${name} (${seconds(since)})`)
      }
      try {
        const result = await work()
        end('✓')
        return result
      } catch (error) {
        end('✗')
        throw error
      }
    },
  }
}
