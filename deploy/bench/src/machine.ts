/** Measures the machine's CPU load and our share of the load from /proc (Linux only). */
import { readdirSync, readFileSync } from 'node:fs'

/** CPU time since boot across all cores, in jiffies (hundredths of a second on Linux). */
export interface Load {
  /** CPU time used by our process tree, including children that have exited. */
  readonly own: number
  /** CPU time used by all processes, plus time stolen by the host. */
  readonly busy: number
  readonly all: number
}

export interface Machine {
  now(): number
  load(): Load
}

export interface ThisMachine extends Machine {
  /** Counts a process outside our process tree as ours. */
  adopt(pid: number): void
}

export const JIFFIES_PER_SECOND = 100

interface ProcessTimes {
  readonly parent: number
  readonly jiffies: number
}

/** The first line of /proc/stat sums all cores. Guest time is skipped, because user and nice already include it. */
export function parseMachineStat(text: string): { busy: number; all: number } {
  const line = /^cpu +([\d ]+)$/m.exec(text)?.[1]
  if (line === undefined) throw new Error('/proc/stat has no line for all cores')
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = line.split(' ').map(Number)
  const busy = user + nice + system + irq + softirq + steal
  return { busy, all: busy + idle + iowait }
}

/** The program name in /proc/PID/stat is in parentheses and may itself contain spaces and parentheses. */
export function parseProcessStat(text: string): ProcessTimes {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number)
  const times = { parent: Number(fields[1]), jiffies: utime! + stime! + cutime! + cstime! }
  if (!Number.isFinite(times.parent + times.jiffies)) throw new Error(`Not a line from /proc/PID/stat: ${text}`)
  return times
}

export function treeJiffies(roots: readonly number[], processes: ReadonlyMap<number, ProcessTimes>): number {
  const belongs = (pid: number): boolean => {
    if (roots.includes(pid)) return true
    const parent = processes.get(pid)?.parent
    return parent !== undefined && parent !== pid && belongs(parent)
  }
  let sum = 0
  for (const [pid, { jiffies }] of processes) if (belongs(pid)) sum += jiffies
  return sum
}

/** Undefined without /proc, because our load is then indistinguishable from other programs' load. */
export function thisMachine(): ThisMachine | undefined {
  if (process.platform !== 'linux') return undefined
  const roots = [process.pid]
  return {
    now: () => performance.now(),
    load: () => ({ own: treeJiffies(roots, readProcesses()), ...parseMachineStat(readFileSync('/proc/stat', 'utf8')) }),
    adopt: (pid) => roots.push(pid),
  }
}

function readProcesses(): Map<number, ProcessTimes> {
  const processes = new Map<number, ProcessTimes>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      processes.set(Number(name), parseProcessStat(readFileSync(`/proc/${name}/stat`, 'utf8')))
    } catch (error) {
      // A process may exit after it has been listed and before its file is read.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return processes
}
