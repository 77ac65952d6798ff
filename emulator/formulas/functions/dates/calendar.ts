/** What functions of dates share: the serial numbers of days that can be, and the parts of a day. */
import { wrongNumber } from '../../values.ts'

export const DATE = { format: 'm/d/yyyy' }

export const MAX_SERIAL = 2_958_465

export function day(name: string, index: number, value: number): number {
  const whole = Math.floor(value)
  if (whole < 0 || whole > MAX_SERIAL)
    throw wrongNumber(
      `Function ${name} parameter ${index} value is ${value}. It should be greater than or equal to 0.`,
    )
  return whole
}

/** Sunday is 0. */
export function weekdayOf(serial: number): number {
  return (serial + 6) % 7
}
