/** The page of what a space spent. */
import { formatDollars } from '../../accounts/money.ts'
import type { AgentUsage, DayUsage, NamedUsage } from '../../accounts/usage.ts'
import type { SpaceAsk } from '../page-routes.ts'
import { keysPath, spacePath } from '../paths.ts'
import type { Page } from '../respond.ts'
import { chart, dayTable, totalOf } from './chart.ts'
import { type Html, html, time } from './html.ts'
import { card, empty } from './parts.ts'

export interface UsageModel {
  ask: SpaceAsk
  days: number
  periods: readonly number[]
  byDay: DayUsage[]
  byAgent: AgentUsage[]
  byModel: NamedUsage[]
  byPerson: NamedUsage[]
}

const periodLinks = ({ ask, days, periods }: UsageModel) =>
  html`<nav class="segments" aria-label="Period"><ul>${periods.map(
    period =>
      html`<li><a href="${spacePath(ask.space.id)}/usage?days=${period}"${period === days ? html` aria-current="page"` : ''}>${period} days</a></li>`,
  )}</ul></nav>`

const table = (label: string, head: Html, rows: Html[]) =>
  html`<div class="table" tabindex="0" role="region" aria-label="Table: ${label}"><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>`

const agentsCard = ({ ask, byAgent }: UsageModel) =>
  card({
    id: 'agents',
    title: 'By agent',
    lead: 'An agent is one conversation about one spreadsheet. The costliest come first.',
    body: table(
      'Spending by agent',
      html`<tr><th scope="col">Agent</th><th scope="col" class="number">Spent</th><th scope="col" class="number">Turns</th>${ask.role === 'owner' ? html`<th scope="col">Person</th>` : ''}<th scope="col">Last active</th></tr>`,
      byAgent.map(
        agent =>
          html`<tr><th scope="row"><code title="${agent.agentId}">${agent.agentId.slice(0, 8)}</code></th>
            <td class="number">${formatDollars(agent.spentNano, 'spent')}</td><td class="number">${agent.turns}</td>
            ${ask.role === 'owner' ? html`<td>${agent.email ?? 'someone who left'}</td>` : ''}
            <td>${agent.lastActivityAt ? time(agent.lastActivityAt) : 'deleted'}</td></tr>`,
      ),
    ),
  })

/** "managed:bulk:openai/gpt-5" reads better as "openai/gpt-5 (bulk)". */
const modelName = (id: string) => id.replace(/^managed:(\w+):(.+)$/, '$2 ($1)')

const namedCard = (id: string, title: string, column: string, rows: NamedUsage[]) =>
  card({
    id,
    title,
    body: table(
      title,
      html`<tr><th scope="col">${column}</th><th scope="col" class="number">Spent</th></tr>`,
      rows.map(
        row =>
          html`<tr><th scope="row">${modelName(row.name)}</th><td class="number">${formatDollars(row.spentNano, 'spent')}</td></tr>`,
      ),
    ),
  })

export function usageView(model: UsageModel): Page {
  const { ask, byDay, byAgent, byModel, byPerson, days } = model
  const total = totalOf(byDay)
  const spending =
    total === 0n
      ? empty(
          'Nothing spent',
          html`Nothing was spent in the last ${days} days. Once a <a href="${keysPath(ask.space.id)}">key</a> is used with a priced model, its costs show here.`,
        )
      : html`${chart(byDay)}${dayTable(byDay)}`
  return {
    title: 'Usage',
    section: 'usage',
    body: html`<div class="heading"><h1>Usage</h1>${periodLinks(model)}</div>
      ${card({
        id: 'spending',
        title: `${formatDollars(total, 'spent')} in ${days} days`,
        lead:
          ask.role === 'owner'
            ? 'Everyone in this space. Days begin at midnight UTC.'
            : 'Your own part of this space’s spending. Days begin at midnight UTC.',
        body: spending,
      })}
      ${byAgent.length > 0 ? agentsCard(model) : ''}
      ${byModel.length > 0 ? namedCard('models', 'By model', 'Model', byModel) : ''}
      ${byPerson.length > 1 ? namedCard('people', 'By person', 'Person', byPerson) : ''}`,
  }
}
