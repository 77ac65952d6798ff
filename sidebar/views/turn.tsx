/** One turn: its entries, and under them how it stands or how it ended. */
import { useRef } from 'preact/hooks'
import type { Usage } from '../conversation/agent.ts'
import { tabOfRange, tabsOf } from '../conversation/calls.ts'
import type { Turn, TurnState } from '../conversation/thread.ts'
import type { Reference } from '../markdown/references.ts'
import type { App } from '../state/app.ts'
import { explainTurn } from '../words/errors.ts'
import { formatDollars, formatSeconds, t } from '../words/texts.ts'
import { extentOf, placeWords } from '../words/tool-words.ts'
import { ChangesView } from './changes.tsx'
import { EntryView } from './entry.tsx'
import { ErrorCard, RequestError } from './error-card.tsx'
import { FoldView } from './fold.tsx'
import { showOpened } from './into-view.ts'
import type { References } from './markdown.tsx'
import { Permissions } from './permission-card.tsx'

export function TurnView({ app, turn, skip }: { app: App; turn: Turn; skip: number }) {
  const references = useRef(referencesOf(app, turn)).current
  const lines = turn.lines.value
  const { state } = turn.status.value
  return (
    <section class={state === 'starting' || state === 'active' ? 'turn' : 'turn turn-over'}>
      {(skip > 0 ? lines.slice(skip) : lines).map(line =>
        line.type === 'fold' ? (
          <FoldView key={line.key} app={app} turn={turn} cells={line.cells} />
        ) : (
          <EntryView key={line.key} app={app} turn={turn} cell={line.cell} references={references} />
        ),
      )}
      <Permissions app={app} turn={turn} />
      <ChangesView app={app} turn={turn} />
      <TurnEnd app={app} turn={turn} />
    </section>
  )
}

/** What the words of this turn's answers lead to. */
function referencesOf(app: App, turn: Turn): References {
  const entries = () => turn.cells.peek().map(({ entry }) => entry.peek())
  const placeFor = ({ tab, range }: Reference) =>
    app.placeNow(turn, {
      sheetName: tab ?? tabOfRange(entries(), range),
      range: range.replaceAll('$', ''),
    })
  return {
    tabs: () => tabsOf(entries(), app.context.peek()?.tab.name),
    titleOf: reference => t('tool.select', { range: placeWords(placeFor(reference)) }),
    select(reference) {
      const { sheetName, range } = placeFor(reference)
      void app.selectRange(sheetName, range)
    },
  }
}

function TurnEnd({ app, turn }: { app: App; turn: Turn }) {
  const status = turn.status.value
  switch (status.state) {
    case 'rejected':
      return (
        <RequestError
          app={app}
          error={status.error}
          onRetry={() => void app.sendAgain(status.submission)}
          onEdit={() => app.editRejected(turn)}
        />
      )
    case 'failed':
      return <FailedEnd app={app} turn={turn} status={status} />
    case 'stopped':
      return (
        <>
          <p class="quiet">
            {t('turn.stoppedText')} {t(`changed.${extentIn(turn)}`)}
          </p>
          <Cost app={app} turn={turn} label={t('turn.stopped')} usage={status.usage} />
        </>
      )
    case 'done':
      return (
        <>
          <DoPlan app={app} turn={turn} />
          <Cost app={app} turn={turn} label={t('turn.done')} usage={status.usage} />
        </>
      )
    default:
      return null
  }
}

/** Under a plan that was just made, also one from before the sidebar was opened. */
function DoPlan({ app, turn }: { app: App; turn: Turn }) {
  const { thread, summary, agent } = app.conversation
  if (thread.turns.value.at(-1) !== turn) return null
  const wasPlan = turn.mode === 'plan' || summary.value?.planTurn === agent.value?.turns
  if (!wasPlan) return null
  return (
    <div class="do-plan">
      <button type="button" class="button" disabled={app.busy.value} onClick={() => void app.doPlan()}>
        {t('plan.doIt')}
      </button>
      <p class="quiet">{t('plan.change')}</p>
    </div>
  )
}

const extentIn = (turn: Turn) => extentOf(turn.cells.value.map(({ entry }) => entry.value))

type Failed = Extract<TurnState, { state: 'failed' }>

function FailedEnd({ app, turn, status }: { app: App; turn: Turn; status: Failed }) {
  const goesOn = ['STEP_LIMIT_REACHED', 'TIME_LIMIT_REACHED', 'SPENDING_LIMIT_REACHED'].includes(
    status.code ?? '',
  )
  return (
    <>
      <ErrorCard
        app={app}
        explanation={explainTurn(status.code, status.message, extentIn(turn))}
        retryLabel={t(goesOn ? 'next.goOn' : 'next.retry')}
        onRetry={() => app.retryTurn(turn, goesOn)}
      />
      <Cost app={app} turn={turn} label="" usage={status.usage} />
    </>
  )
}

interface CostProps {
  app: App
  turn: Turn
  label: string
  usage: Usage | null
}

function Cost({ app, turn, label, usage }: CostProps) {
  const time = durationOf(turn)
  const head = [label, time].filter(Boolean).join(' · ')
  if (usage === null) return head === '' ? null : <p class="turn-end">{head}</p>
  const isLast = app.conversation.thread.turns.value.at(-1) === turn
  const total = usage.totalNano === 0 ? t('turn.free') : formatDollars(usage.totalNano)
  return (
    <details class="turn-end" onToggle={event => event.currentTarget.open && showOpened(event.currentTarget)}>
      <summary>
        {head === '' ? '' : `${head} · `}
        {total}
        <span class="hidden"> · {t('turn.costDetails')}</span>
      </summary>
      <dl class="split">
        <div>
          <dt>{t('turn.costAgent')}</dt>
          <dd>{formatDollars(usage.agentNano)}</dd>
        </div>
        <div>
          <dt>{t('turn.costTools')}</dt>
          <dd>{formatDollars(usage.toolNano)}</dd>
        </div>
        {isLast ? <ConversationSum app={app} /> : null}
      </dl>
    </details>
  )
}

function ConversationSum({ app }: { app: App }) {
  const summary = app.conversation.summary.value
  if (!summary) return null
  const sum = formatDollars(summary.spentNano)
  return (
    <div class="whole">
      <dt>{t('turn.costSum')}</dt>
      <dd>{summary.spentIsComplete ? sum : t('turn.costAtLeast', { sum })}</dd>
    </div>
  )
}

/** From the first entry to the last sign of life, by the service's clock. */
function durationOf(turn: Turn): string | null {
  const cells = turn.cells.value
  const start = cells[0]?.entry.value.createdAt ?? null
  let end = start
  for (const { entry } of cells) {
    const { value } = entry
    const at = value.type === 'tool' ? (value.endedAt ?? value.createdAt) : value.createdAt
    if (at !== null && (end === null || at > end)) end = at
  }
  return start === null || end === null || end <= start ? null : formatSeconds(end - start)
}
