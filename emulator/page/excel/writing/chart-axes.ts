/** The axes of a chart for Excel, and its titles. */
import type { sheets_v4 } from '@googleapis/sheets'
import { escapeXml } from '../xml-text.ts'
import { value } from './chart-series.ts'
import { element } from './markup.ts'

type Basic = sheets_v4.Schema$BasicChartSpec

const [LABEL_AXIS, VALUE_AXIS, RIGHT_AXIS, RIGHT_LABELS] = [111, 112, 113, 114]

/** The axes that a group of series is drawn on. */
export const axisIds = (isRight: boolean): string =>
  isRight
    ? value('c:axId', RIGHT_LABELS) + value('c:axId', RIGHT_AXIS)
    : value('c:axId', LABEL_AXIS) + value('c:axId', VALUE_AXIS)

export function titleXml(text: string): string {
  if (text === '') return ''
  const lines = text
    .split('\n')
    .map(
      line =>
        `<a:p><a:pPr><a:defRPr/></a:pPr><a:r><a:rPr lang="en-US"/><a:t>${escapeXml(line)}</a:t></a:r></a:p>`,
    )
  const rich = element('c:rich', {}, `<a:bodyPr/><a:lstStyle/>${lines.join('')}`)
  return element('c:title', {}, element('c:tx', {}, rich) + value('c:overlay', 0))
}

export function axesXml(chart: Basic, hasRight: boolean): string {
  const titled = (position: string) => chart.axis?.find(it => it.position === position)
  const isBar = chart.chartType === 'BAR'
  const isPoints = chart.chartType === 'SCATTER'
  const labels = titled(isBar ? 'LEFT_AXIS' : 'BOTTOM_AXIS')
  const values = titled(isBar ? 'BOTTOM_AXIS' : 'LEFT_AXIS')
  const first = axisXml(isPoints ? 'c:valAx' : 'c:catAx', {
    id: LABEL_AXIS,
    crosses: VALUE_AXIS,
    side: isBar ? 'l' : 'b',
    given: labels,
  })
  const second = axisXml('c:valAx', {
    id: VALUE_AXIS,
    crosses: LABEL_AXIS,
    side: isBar ? 'b' : 'l',
    given: values,
    hasLines: true,
  })
  if (!hasRight) return first + second
  const right = {
    id: RIGHT_AXIS,
    crosses: RIGHT_LABELS,
    side: 'r',
    given: titled('RIGHT_AXIS'),
    isRight: true,
  }
  return (
    first +
    second +
    axisXml('c:catAx', {
      id: RIGHT_LABELS,
      crosses: RIGHT_AXIS,
      side: 'b',
      given: undefined,
      isHidden: true,
    }) +
    axisXml('c:valAx', right)
  )
}

interface Axis {
  id: number
  crosses: number
  side: string
  given: sheets_v4.Schema$BasicChartAxis | undefined
  hasLines?: boolean
  isRight?: boolean
  isHidden?: boolean
}

function axisXml(name: string, { id, crosses, side, given, hasLines, isRight, isHidden }: Axis): string {
  const { viewWindowMin: min, viewWindowMax: max } = given?.viewWindowOptions ?? {}
  const scaling =
    value('c:orientation', 'minMax') +
    (max == null ? '' : value('c:max', max)) +
    (min == null ? '' : value('c:min', min))
  return element(
    name,
    {},
    [
      value('c:axId', id),
      element('c:scaling', {}, scaling),
      value('c:delete', isHidden ? 1 : 0),
      value('c:axPos', side),
      hasLines ? element('c:majorGridlines') : '',
      titleXml(given?.title ?? ''),
      value('c:majorTickMark', 'out'),
      value('c:minorTickMark', 'none'),
      value('c:tickLblPos', 'nextTo'),
      value('c:crossAx', crosses),
      value('c:crosses', isRight ? 'max' : 'autoZero'),
    ].join(''),
  )
}
