/** CONVERT's units: how much of its base unit each is, and which may carry a prefix. */

interface Unit {
  group: string
  factor: number
  /** Which prefixes it takes: k, M, m…; and Ki, Mi… */
  prefixes?: 'decimal' | 'binary'
  power?: number
}

const UNITS = new Map<string, Unit>()

function add(group: string, units: Record<string, number>, prefixed = '', power = 1): void {
  const taking = new Set(prefixed.split(' '))
  for (const [names, factor] of Object.entries(units))
    for (const name of names.split(' '))
      UNITS.set(name, { group, factor, ...(taking.has(name) ? { prefixes: 'decimal' as const, power } : {}) })
}

const INCH = 0.0254
const FOOT = 0.3048
const YARD = 0.9144
const MILE = 1609.344
const SURVEY_MILE = 6_336_000 / 3937
const POUND = 453.59237
const PINT = 473.176473e-6
const UK_PINT = 568.26125e-6
const CALORIE = 4.184
const BTU = 1055.05585262
const LIGHT_YEAR = 9.4607304725808e15
const PARSEC = 3.085677581491367e16

add(
  'weight',
  {
    g: 1,
    sg: 14593.902937,
    lbm: POUND,
    u: 1.6605390666e-24,
    ozm: POUND / 16,
    grain: POUND / 7000,
    'cwt shweight': POUND * 100,
    'uk_cwt lcwt hweight': POUND * 112,
    stone: POUND * 14,
    ton: POUND * 2000,
    'uk_ton LTON brton': POUND * 2240,
  },
  'g u',
)
add(
  'distance',
  {
    m: 1,
    mi: MILE,
    Nmi: 1852,
    in: INCH,
    ft: FOOT,
    yd: YARD,
    ang: 1e-10,
    ell: 45 * INCH,
    ly: LIGHT_YEAR,
    'parsec pc': PARSEC,
    'Picapt Pica': INCH / 72,
    pica: INCH / 6,
    survey_mi: SURVEY_MILE,
  },
  'm ang ly parsec pc',
)
add('time', { yr: 31_557_600, 'day d': 86_400, hr: 3600, 'mn min': 60, 'sec s': 1 }, 'sec s')
add(
  'pressure',
  { 'Pa p': 1, 'atm at': 101_325, mmHg: 133.322, psi: 6894.757293168361, Torr: 101_325 / 760 },
  'Pa p atm at mmHg',
)
add('force', { N: 1, 'dyn dy': 1e-5, lbf: 4.4482216152605, pond: 9.80665e-3 }, 'N dyn dy pond')
add(
  'energy',
  {
    J: 1,
    e: 1e-7,
    c: CALORIE,
    cal: 4.1868,
    'eV ev': 1.602176634e-19,
    'HPh hh': 2_684_519.537696172,
    'Wh wh': 3600,
    flb: 1.3558179483314003,
    'BTU btu': BTU,
  },
  'J e c cal eV ev Wh wh',
)
add('power', { 'HP h': 745.6998715822702, PS: 735.49875, 'W w': 1 }, 'W w')
add('magnetism', { T: 1, ga: 1e-4 }, 'T ga')
add(
  'volume',
  {
    tsp: PINT / 96,
    tspm: 5e-6,
    tbs: PINT / 32,
    oz: PINT / 16,
    cup: PINT / 2,
    'pt us_pt': PINT,
    uk_pt: UK_PINT,
    qt: PINT * 2,
    uk_qt: UK_PINT * 2,
    gal: PINT * 8,
    uk_gal: UK_PINT * 8,
    'l L lt': 1e-3,
    barrel: PINT * 8 * 42,
    bushel: 0.03523907016688,
    regton: 100 * FOOT ** 3,
    MTON: 40 * FOOT ** 3,
  },
  'l L lt',
)
const LENGTHS: Record<string, number> = {
  ang: 1e-10,
  ft: FOOT,
  in: INCH,
  ly: LIGHT_YEAR,
  m: 1,
  mi: MILE,
  Nmi: 1852,
  Pica: INCH / 72,
  Picapt: INCH / 72,
  yd: YARD,
}
for (const [name, length] of Object.entries(LENGTHS)) {
  const takes = name === 'm' || name === 'ang'
  add('area', { [`${name}2 ${name}^2`]: length ** 2 }, takes ? `${name}2 ${name}^2` : '', 2)
  add('volume', { [`${name}3 ${name}^3`]: length ** 3 }, takes ? `${name}3 ${name}^3` : '', 3)
}
add(
  'area',
  { uk_acre: 4840 * YARD ** 2, us_acre: SURVEY_MILE ** 2 / 640, ar: 100, ha: 10_000, Morgen: 2500 },
  'ar',
)
add('information', { bit: 1, byte: 8 }, 'bit byte')
for (const name of ['bit', 'byte']) {
  const unit = UNITS.get(name)
  if (unit !== undefined) UNITS.set(name, { ...unit, prefixes: 'binary' })
}
add(
  'speed',
  { 'm/s m/sec': 1, 'm/h m/hr': 1 / 3600, mph: MILE / 3600, kn: 1852 / 3600, admkn: 0.514773333 },
  'm/s m/sec m/h m/hr',
)

const DECIMAL: Record<string, number> = {
  Y: 24,
  Z: 21,
  E: 18,
  P: 15,
  T: 12,
  G: 9,
  M: 6,
  k: 3,
  h: 2,
  da: 1,
  e: 1,
  d: -1,
  c: -2,
  m: -3,
  u: -6,
  n: -9,
  p: -12,
  f: -15,
  a: -18,
  z: -21,
  y: -24,
}
const BINARY: Record<string, number> = { Yi: 80, Zi: 70, Ei: 60, Pi: 50, Ti: 40, Gi: 30, Mi: 20, ki: 10 }

function find(text: string): { group: string; factor: number } | undefined {
  const plain = UNITS.get(text)
  if (plain !== undefined) return plain
  for (const length of [2, 1]) {
    const [prefix, name] = [text.slice(0, length), text.slice(length)]
    const unit = UNITS.get(name)
    if (unit?.prefixes === undefined) continue
    const power = unit.power ?? 1
    if (prefix in DECIMAL)
      return { group: unit.group, factor: unit.factor * 10 ** ((DECIMAL[prefix] ?? 0) * power) }
    if (unit.prefixes === 'binary' && prefix in BINARY)
      return { group: unit.group, factor: unit.factor * 2 ** (BINARY[prefix] ?? 0) }
  }
  return undefined
}

/** To kelvin and back: temperatures have no common zero. */
const TEMPERATURES: Record<string, [toKelvin: (x: number) => number, fromKelvin: (x: number) => number]> = {
  C: [x => x + 273.15, x => x - 273.15],
  cel: [x => x + 273.15, x => x - 273.15],
  F: [x => ((x - 32) * 5) / 9 + 273.15, x => ((x - 273.15) * 9) / 5 + 32],
  fah: [x => ((x - 32) * 5) / 9 + 273.15, x => ((x - 273.15) * 9) / 5 + 32],
  K: [x => x, x => x],
  kel: [x => x, x => x],
  Rank: [x => (x * 5) / 9, x => (x * 9) / 5],
  Reau: [x => x * 1.25 + 273.15, x => (x - 273.15) * 0.8],
}

export function convert(value: number, from: string, to: string): number | undefined {
  const [heat, toHeat] = [TEMPERATURES[from], TEMPERATURES[to]]
  if (heat !== undefined && toHeat !== undefined)
    return from === to ? value : Number(toHeat[1](heat[0](value)).toPrecision(14))
  const [source, target] = [find(from), find(to)]
  if (source === undefined || target === undefined || source.group !== target.group) return undefined
  return source.factor === target.factor ? value : (value * source.factor) / target.factor
}
