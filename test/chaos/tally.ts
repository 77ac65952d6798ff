/** What a run of chaos counts. */

/** All of these are to be 0. */
const WRONGS = ['lost', 'doubled', 'falseSuccess', 'internalErrors', 'ledgerDiffers'] as const
export type Wrong = (typeof WRONGS)[number]

/** What was done to the service. */
export type Deed =
  | 'googleFaults'
  | 'tokenFaults'
  | 'modelFaults'
  | 'kills'
  | 'freezes'
  | 'rollingRestarts'
  | 'databaseKills'
  | 'outages'
  | 'fullDisks'
  | 'clockJumps'

export interface Tally extends Record<Wrong, number> {
  deeds: Partial<Record<Deed, number>>
  turns: number
  /** What is outside of what anybody promises: counted by name, wrong for nobody. */
  accepted: Record<string, number>
  /** Milliseconds from a kill until its turns were taken over, where another process was there to do it. */
  takeoversMs: number[]
  /** The same where no other was there: the time of a process' start is in it. */
  restartsMs: number[]
  /** Words for what went wrong. */
  findings: string[]
}

export const newTally = (): Tally => ({
  deeds: {},
  turns: 0,
  lost: 0,
  doubled: 0,
  falseSuccess: 0,
  internalErrors: 0,
  ledgerDiffers: 0,
  accepted: {},
  takeoversMs: [],
  restartsMs: [],
  findings: [],
})

export function did(tally: Tally, deed: Deed, times = 1): void {
  tally.deeds[deed] = (tally.deeds[deed] ?? 0) + times
}

export function found(tally: Tally, wrong: Wrong, why: string): void {
  tally[wrong] += 1
  tally.findings.push(`${wrong}: ${why}`)
}

export const faultCasesOf = ({ deeds }: Tally): number =>
  (deeds.googleFaults ?? 0) + (deeds.tokenFaults ?? 0) + (deeds.modelFaults ?? 0)

export const isClean = (tally: Tally): boolean => WRONGS.every(wrong => tally[wrong] === 0)

/** Of several runs, or of several parts of one. */
export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = newTally()
  for (const tally of tallies) {
    for (const wrong of WRONGS) sum[wrong] += tally[wrong]
    for (const [deed, times] of Object.entries(tally.deeds)) did(sum, deed as Deed, times)
    for (const [name, times] of Object.entries(tally.accepted))
      sum.accepted[name] = (sum.accepted[name] ?? 0) + times
    sum.turns += tally.turns
    sum.takeoversMs.push(...tally.takeoversMs)
    sum.restartsMs.push(...tally.restartsMs)
    sum.findings.push(...tally.findings)
  }
  return sum
}

function spread(name: string, list: readonly number[]): string[] {
  if (list.length === 0) return []
  const sorted = list.toSorted((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)]!)
  return [
    `  ${name}, ${list.length} times: median ${at(0.5)} ms, nine of ten ${at(0.9)} ms, worst ${at(1)} ms`,
  ]
}

const MOST_FINDINGS = 20

export function told(name: string, tally: Tally): string {
  const deeds = Object.entries(tally.deeds).map(([deed, times]) => `${deed} ${times}`)
  return [
    `${name}: ${faultCasesOf(tally)} fault cases, ${tally.turns} turns (${deeds.join(', ')})`,
    `  lost ${tally.lost}  doubled ${tally.doubled}  false success ${tally.falseSuccess}  INTERNAL_ERROR ${tally.internalErrors}  ledger differs ${tally.ledgerDiffers}`,
    ...spread('taken over by another process', tally.takeoversMs),
    ...spread('taken up by the next process', tally.restartsMs),
    ...Object.entries(tally.accepted).map(([what, times]) => `  accepted: ${what}, ${times} times`),
    ...tally.findings.slice(0, MOST_FINDINGS).map(finding => `  ! ${finding}`),
  ].join('\n')
}
