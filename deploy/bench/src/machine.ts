/** How busy the machine is and how much of that is ours, from /proc (Linux only). */
import { readdirSync, readFileSync } from 'node:fs'

/** CPU time since boot, in jiffies (a hundredth of a second on Linux), over all cores. */
export interface Load {
  /** Spent by our own process tree, also by children that have ended. */
  readonly own: number
  /** Spent by anybody, time stolen by the host included. */
  readonly busy: number
  /** Busy or idle. */
  readonly all: number
}

/** What the harness needs to know of a machine; its tests bring their own. */
export interface Machine {
  /** A clock, in milliseconds. */
  now(): number
  load(): Load
}

export interface ThisMachine extends Machine {
  /** Counts a process outside our tree as ours. */
  adopt(pid: number): void
}

export const JIFFIES_PER_SECOND = 100

interface ProcessTimes {
  readonly parent: number
  readonly jiffies: number
}

/** Reads /proc/stat: its first line sums all cores. The guest columns are left out, since user and nice already hold them. */
export function parseMachineStat(text: string): { busy: number; all: number } {
  const line = /^cpu +([\d ]+)$/m.exec(text)?.[1]
  if (line === undefined) throw new Error('/proc/stat has no line for all cores')
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = line.split(' ').map(Number)
  const busy = user + nice + system + irq + softirq + steal
  return { busy, all: busy + idle + iowait }
}

/** Reads /proc/PID/stat. The program's name is in parentheses and may hold spaces and parentheses itself. */
export function parseProcessStat(text: string): ProcessTimes {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number)
  const times = { parent: Number(fields[1]), jiffies: utime! + stime! + cutime! + cstime! }
  if (!Number.isFinite(times.parent + times.jiffies)) throw new Error(`Not a line of /proc/PID/stat: ${text}`)
  return times
}

/** @returns the time of the given processes and of everything below them. */
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

/** @returns the machine we run on, or undefined where there is no /proc and so no way to tell our load from our neighbours'. */
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
      // A process may end between the listing and the reading.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return processes
}
