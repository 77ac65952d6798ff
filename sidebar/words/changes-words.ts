/** What a turn changed, and what became of taking it back, in sentences. */
import type { Content, Summary, Undo } from '../conversation/changes.ts'
import { joined, t } from './texts.ts'

const MAX_NAMED_TABS = 2

/** "Changed 240 cells in Orders, 1 new tab" */
export function summarySentence(summary: Summary): string {
  const { cells, newTabs, deletedTabs, structure } = summary
  const tabs = summary.tabs.filter(tab => tab.cells > 0).map(tab => tab.sheetName)
  const others = structure - newTabs - deletedTabs
  const where = tabs.length > MAX_NAMED_TABS ? t('changes.manyTabs', { n: tabs.length }) : joined(tabs)
  const parts = [
    ...(cells > 0
      ? [where === '' ? t('changes.cells', { n: cells }) : t('changes.cellsIn', { n: cells, where })]
      : []),
    ...(newTabs > 0 ? [t('changes.newTabs', { n: newTabs })] : []),
    ...(deletedTabs > 0 ? [t('changes.deletedTabs', { n: deletedTabs })] : []),
    ...(others > 0 ? [t('changes.structure', { n: others })] : []),
  ]
  return parts.length === 0 ? t('changes.other') : parts.join(', ')
}

export interface Effect {
  text: string
  /** open: not known, or not known yet. */
  kind: 'good' | 'plain' | 'bad' | 'open'
}

/** What it did to the rest of the workbook, and whether that was looked at. */
export function effectsOf({ state, newErrors, changedValues, sideEffectsChecked, proof }: Summary): Effect[] {
  const effects: Effect[] = []
  const say = (text: string, kind: Effect['kind'] = 'plain') => effects.push({ text, kind })
  if (state === 'recording') say(t('changes.checking'), 'open')
  if (newErrors > 0) say(t('changes.newErrors', { n: newErrors }), 'bad')
  if (changedValues > 0) say(t('changes.newValues', { n: changedValues }))
  if (state === 'recording') return effects
  if (!sideEffectsChecked) say(t('changes.effectsUnchecked'), 'open')
  const note = proof.note === null ? '' : ` ${proof.note}`
  if (proof.state === 'unchanged') say(t('changes.proved', { n: proof.checked }) + note, 'good')
  if (proof.state === 'changed_elsewhere') say(t('changes.others', { n: proof.others }) + note)
  if (proof.state === 'not_checked') say(t('changes.unproved') + note, 'open')
  return effects
}

export function undoSentence(undo: Undo): string {
  if (undo.status === 'failed') return undo.message
  const n = undo.cells > 0 ? undo.cells : undo.changes
  const key = undo.kind === 'undo' ? 'undo' : 'redo'
  const done =
    undo.cells > 0 ? t(`${key}.cells`, { n }) : n > 0 ? t(`${key}.changes`, { n }) : t(`${key}.none`)
  return undo.keptTotal > 0 ? `${done} ${t('undo.kept', { n: undo.keptTotal })}` : done
}

/** One side of "before → after". */
export const contentWords = ({ shown }: Content): string =>
  shown === null || shown === '' ? t('changes.empty') : shown
