/** Shows a start's progress: a live list on a terminal, otherwise one line per finished step. */
import type { WriteStream } from 'node:tty'

export interface Progress {
  /** Steps may run concurrently. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  print(line: string): void
}

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100

export const silent: Progress = { step: (_name, work) => work(), print: () => {} }

export function progressOn(out: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean }): Progress {
  const running = new Map<string, number>()
  let drawn = 0
  let frame = 0
  let timer: NodeJS.Timeout | undefined
  const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

  const draw = (line?: string) => {
    if (out.isTTY && drawn > 0) out.write(`\x1b[${drawn}A\x1b[J`)
    if (line !== undefined) out.write(`${line}\n`)
    drawn = 0
    if (!out.isTTY) return
    for (const [name, since] of running) {
      out.write(`${SPINNER[frame % SPINNER.length]} ${name} … ${seconds(since)}\n`)
      drawn++
    }
  }
  return {
    print: draw,
    step: async (name, work) => {
      const since = performance.now()
      running.set(name, since)
      if (out.isTTY)
        timer ??= setInterval(() => {
          frame++
          draw()
        }, FRAME_MS)
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
