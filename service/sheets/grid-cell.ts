/** A cell as it is read for describing tabs. */
export interface GridCell {
  value: number | string | boolean | null
  /** As the user sees it. */
  shown: string
  error: string | null
  formula: string | null
  /** Google's number format type, for example CURRENCY or DATE. */
  formatType: string | null
  pattern: string | null
  /** #rrggbb that a person gave it. */
  fill?: string
  note?: string
  /** What it accepts, in words. */
  accepts?: string
}
