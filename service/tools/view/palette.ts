/** Where a chart stands on the picture, and the colours of its series. */
export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

const PALETTE = ['#4285f4', '#ea4335', '#fbbc04', '#34a853', '#ff6d01', '#46bdc6', '#7baaf7', '#f07b72']

export const colorOf = (own: string | undefined, at: number): string => own ?? PALETTE[at % PALETTE.length]!
