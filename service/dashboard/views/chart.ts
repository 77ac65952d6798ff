/**
 * Spending by day as bars: one picture with a name for screen readers, and the same as a table. The
 * drawing stretches with the page, so its labels stand beside it, not in it.
 */
import { formatDollars } from '../../accounts/money.ts'
import type { DayUsage } from '../../accounts/usage.ts'
import { dayText, type Html, html } from './html.ts'

const HEIGHT = 100
const BAR = 7
const STEP = 10

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
export const totalOf = (days: readonly DayUsage[]) =>
  days.reduce((sum, day) => sum + day.agentNano + day.toolNano, 0n)

function bars(days: readonly DayUsage[], maxNano: bigint): Html[] {
  // Numbers are exact enough for a drawing.
  const height = (nano: bigint) => (maxNano === 0n ? 0 : (Number(nano) / Number(maxNano)) * HEIGHT)
  return days.map((day, i) => {
    const agent = height(day.agentNano)
    const tool = height(day.toolNano)
    const x = i * STEP + (STEP - BAR) / 2
    const label = `${dayText(dateOf(day.day))}: ${formatDollars(day.agentNano + day.toolNano, 'spent')}`
    return html`<g><title>${label}</title><rect class="bar-area" x="${i * STEP}" y="0" width="${STEP}" height="${HEIGHT}"></rect>
      <rect class="bar-agent" x="${x}" y="${(HEIGHT - agent).toFixed(2)}" width="${BAR}" height="${agent.toFixed(2)}"></rect>
      <rect class="bar-tool" x="${x}" y="${(HEIGHT - agent - tool).toFixed(2)}" width="${BAR}" height="${tool.toFixed(2)}"></rect></g>`
  })
}

function summary(days: readonly DayUsage[], maxNano: bigint): string {
  const most = days.find(day => day.agentNano + day.toolNano === maxNano)
  const total = formatDollars(totalOf(days), 'spent')
  if (!most || maxNano === 0n) return `Nothing was spent in ${days.length} days.`
  return `${total} in ${days.length} days; the most on ${dayText(dateOf(most.day))}, ${formatDollars(maxNano, 'spent')}.`
}

export function chart(days: readonly DayUsage[]): Html {
  const maxNano = days.reduce((max, day) => {
    const sum = day.agentNano + day.toolNano
    return sum > max ? sum : max
  }, 0n)
  const first = days[0]
  const last = days.at(-1)
  return html`<figure class="chart">
    <div class="chart-max" aria-hidden="true">${formatDollars(maxNano, 'spent')}</div>
    <svg viewBox="0 0 ${days.length * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Spending by day. ${summary(days, maxNano)}">
      ${bars(days, maxNano)}</svg>
    <div class="chart-days" aria-hidden="true"><span>${first ? dayText(dateOf(first.day)) : ''}</span><span>${last ? dayText(dateOf(last.day)) : ''}</span></div>
    <ul class="legend" aria-hidden="true"><li class="legend-agent">Agents’ own model calls</li><li class="legend-tool">Tools: bulk runs and searches</li></ul>
  </figure>`
}

export function dayTable(days: readonly DayUsage[]): Html {
  const spent = days.filter(day => day.agentNano + day.toolNano > 0n).reverse()
  return html`<details class="more"><summary>Show as a table</summary>
    <div class="table" tabindex="0" role="region" aria-label="Spending by day"><table>
      <thead><tr><th scope="col">Day</th><th scope="col" class="number">Agents</th><th scope="col" class="number">Tools</th></tr></thead>
      <tbody>${spent.map(
        day =>
          html`<tr><th scope="row">${dayText(dateOf(day.day))}</th><td class="number">${formatDollars(day.agentNano, 'spent')}</td><td class="number">${formatDollars(day.toolNano, 'spent')}</td></tr>`,
      )}</tbody></table></div>
    <p class="hint">Days without spending are left out.</p></details>`
}
