/** The picture of a range: what is drawn of cells and charts, and that looking changes nothing. */
import { expect, test } from 'vitest'
import { insertChart } from '../../../service/tools/charts/insert-chart.ts'
import { styleTable } from '../../../service/tools/style-table.ts'
import type { ChartData } from '../../../service/tools/view/chart-data.ts'
import { chartPicture } from '../../../service/tools/view/chart-picture.ts'
import { gridPicture, layoutOf } from '../../../service/tools/view/grid-picture.ts'
import { viewRange } from '../../../service/tools/view-range.ts'
import { expectOnlyChanged, refused, succeeded, useWorkbench } from './workbench.ts'

const { openBench, openTab } = useWorkbench()

const rows = [
  ['Month', 'Revenue', 'Cost'],
  ['January & Co', 1200.5, 800],
  ['February', 1350, 910],
  ['Март', -200, 1000],
]

/** Width, height, and the colour of a point, read from a PNG by the library that draws none. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

test('a range is drawn with its charts, kept as a picture of the turn, and nothing changes', async () => {
  const bench = await openTab('Sales', rows)
  succeeded(await bench.run(styleTable, { range: 'Sales!A1:C' }))
  succeeded(
    await bench.run(insertChart, { type: 'column', data_range: 'Sales!A1:C4', title: 'By month', at: 'E2' }),
  )
  const before = await bench.snapshot()
  const output = succeeded(await bench.run(viewRange, { range: 'Sales!A1:M24' }))
  expect(output).toMatchObject({
    range: "'Sales'!A1:L24",
    picture: 'in the next message',
    charts: [{ title: 'By month' }],
  })
  expectOnlyChanged(before, await bench.snapshot(), [])
  const { rows: kept } = await bench.context.db.query<{ content: string; media_type: string }>(
    `select content, media_type from attachments where turn_id = $1`,
    [bench.context.turn.id],
  )
  expect(kept).toHaveLength(1)
  expect(kept[0]!.media_type).toBe('image/png')
  const png = Buffer.from((JSON.parse(kept[0]!.content) as { base64: string }).base64, 'base64')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  const [width = 0, height = 0] = sizeOf(png)
  expect(width).toBeGreaterThan(1_000)
  expect(height).toBeGreaterThan(400)
  if (process.env.KEEP_PICTURE) (await import('node:fs')).writeFileSync(process.env.KEEP_PICTURE, png)
})

test('a model that takes no pictures is told how to look otherwise', async () => {
  const bench = await openBench({ tabs: [{ title: 'Sales', rows }], takesPictures: false })
  expect(refused(await bench.run(viewRange, { range: 'A1:C4' }))).toMatch(
    /takes no pictures.*read_spreadsheet_fields/,
  )
})

const box = { startRow: 1, endRow: 3, startColumn: 1, endColumn: 3 }

test('cells are drawn with letters, numbers, fills and texts that fit', () => {
  const layout = layoutOf(box, { columnMetadata: [{ pixelSize: 60 }, { pixelSize: 40 }] })
  expect(layout).toMatchObject({ lefts: [40, 100, 140], tops: [22, 43, 64] })
  const svg = gridPicture(
    box,
    layout,
    [
      {
        values: [
          { formattedValue: 'A <b> & more that runs on', effectiveFormat: { backgroundColor: { red: 1 } } },
          { formattedValue: '1,234,567.00', effectiveValue: { numberValue: 1_234_567 } },
        ],
      },
    ],
    [],
  )
  expect(svg).toContain('>B</text>')
  expect(svg).toContain('>3</text>')
  expect(svg).toContain('fill="#ff0000"')
  // Cut by its neighbour, escaped; a number that does not fit is ### as in Google's grid.
  expect(svg).toMatch(/>A &lt;b&gt;[^<]*<\/text>/)
  expect(svg).not.toContain('runs on')
  expect(svg).toContain('>###</text>')
})

const chart: ChartData = {
  kind: 'column',
  title: 'Sales & more',
  xTitle: '',
  yTitle: 'EUR',
  hasLegend: true,
  stacked: false,
  domain: ['Jan', 'Feb'],
  series: [
    { name: 'Plan', type: 'column', values: [1, 2] },
    { name: 'Actual', type: 'line', color: '#123456', values: [2, null] },
  ],
}
const frame = { x: 0, y: 0, width: 600, height: 371 }

test('a combined chart is drawn with its title, legend, colours and axis title', () => {
  const svg = chartPicture({ ...chart, kind: 'combo' }, frame)
  for (const part of ['Sales &amp; more', '>Plan<', '>Actual<', '>EUR<', '#123456', '<polyline', '>Jan<'])
    expect(svg).toContain(part)
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
})

test.each(['column', 'bar', 'line', 'area', 'scatter', 'pie', 'unknown'] as const)(
  'a %s chart without numbers is drawn without a mistake',
  kind => {
    const type = kind === 'pie' || kind === 'unknown' ? 'column' : kind
    const series = chart.series.map(each => ({ ...each, type, values: [null, null] }))
    expect(chartPicture({ ...chart, kind, series }, frame)).not.toMatch(/NaN|Infinity|undefined/)
    const flat = chart.series.map(each => ({ ...each, type, values: [0, 0] }))
    expect(chartPicture({ ...chart, kind, series: flat }, frame)).not.toMatch(/NaN|Infinity|undefined/)
  },
)
