/**
 * How long the random tests look: what shows a fault usually shows it early. `ROWHAND_LONG=1 npm test` runs
 * each as long as is worth it before a release.
 */
export const often = (usually: number, long: number): number =>
  process.env.ROWHAND_LONG === '1' ? long : usually
