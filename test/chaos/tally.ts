/** What a run of chaos counts. All but the first three are to be 0. */
export interface Tally {
  cases: number
  kills: number
  freezes: number
  turns: number
  lost: number
  doubled: number
  falseSuccess: number
  internalErrors: number
  /** Money that is in the ledger and not in the turn, or the other way round. */
  ledgerDiffers: number
  /** Milliseconds from a kill until the turn was taken over. */
  recoveriesMs: number[]
  /** Words for what went wrong, with the seed of its case. */
  findings: string[]
}

export const newTally = (): Tally => ({
  cases: 0,
  kills: 0,
  freezes: 0,
  turns: 0,
  lost: 0,
  doubled: 0,
  falseSuccess: 0,
  internalErrors: 0,
  ledgerDiffers: 0,
  recoveriesMs: [],
  findings: [],
})

export const isClean = (tally: Tally): boolean =>
  tally.lost + tally.doubled + tally.falseSuccess + tally.internalErrors + tally.ledgerDiffers === 0

export function told(name: string, tally: Tally): string {
  const sorted = tally.recoveriesMs.toSorted((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
  const recovery =
    sorted.length > 0 ? `, recovery of ${sorted.length}: median ${at(0.5)} ms, worst ${at(1)} ms` : ''
  return [
    `${name}: ${tally.cases} fault cases, ${tally.kills} kills, ${tally.freezes} freezes, ${tally.turns} turns${recovery}`,
    `  lost ${tally.lost}  doubled ${tally.doubled}  false success ${tally.falseSuccess}  INTERNAL_ERROR ${tally.internalErrors}  ledger differs ${tally.ledgerDiffers}`,
    ...tally.findings.slice(0, 20).map(finding => `  ! ${finding}`),
  ].join('\n')
}
