/**
 * Addresses that stand in cells. An agent could put an address together from the sheet's contents, write
 * it into a cell and have it opened from there; so cells that it may have filled or moved do not count.
 */
import { overlaps, parseRange } from '../../sheets/a1.ts'
import type { ToolContext } from '../tool.ts'
import { type CellValue, isFormula, readGrid } from './cells.ts'
import { Refusal } from './refusal.ts'
import { cellsOf, resolveTarget, type Target } from './target.ts'

const MOST_CELLS = 5

export async function addressesIn(context: ToolContext, range: string): Promise<string[]> {
  if (!asksToOpen(context.turn.prompt)) {
    throw new Refusal(
      "Addresses in cells are opened only where the user's message asks for reading pages or sites, and this one does not. Search with query, or ask the user.",
    )
  }
  const target = await resolveTarget(context, range)
  if (cellsOf(target) > MOST_CELLS)
    throw new Refusal(`urls_in takes at most ${MOST_CELLS} cells. For more rows use bulk_search.`)
  const cells = (await readGrid(context, target, 'FORMULA')).flat().filter(cell => cell !== '')
  const unasked = cells.filter(cell => !context.turn.prompt.includes(String(cell)))
  if (unasked.length > 0 && (unasked.some(isFormula) || (await mayBeOwn(context, target)))) {
    await context.permit({ effect: 'open_pages', urls: unasked.map(String) })
  }
  const addresses = cells.map((cell: CellValue) => String(cell))
  countOpened(context.turn.id, addresses)
  return addresses
}

/**
 * Which of many addresses is opened tells something to whoever owns them: an instruction in the sheet could
 * have its contents told digit by digit. So the user has to want pages read, and a turn opens only a few.
 */
const PAGES =
  /\b(?:web|site|sites|website|websites|webpage|webpages|page|pages|url|urls|link|links|address|addresses|homepage|homepages|seite|seiten|webseite|webseiten|adresse|adressen|sitio|sitios|página|páginas|enlace|enlaces|lien|liens|adresses|https?)\b|サイト|ページ|リンク|アドレス/iu

export const asksToOpen = (prompt: string): boolean => PAGES.test(prompt)

const MOST_OPENED_A_TURN = 10
const MOST_TURNS = 1_000
const openedBy = new Map<string, Set<string>>()

function countOpened(turnId: string, addresses: readonly string[]): void {
  const opened = new Set([...(openedBy.get(turnId) ?? []), ...addresses])
  if (opened.size > MOST_OPENED_A_TURN) {
    throw new Refusal(
      `A turn opens at most ${MOST_OPENED_A_TURN} addresses from cells. Go on with what was read, or use bulk_search for a fact per row.`,
    )
  }
  openedBy.set(turnId, opened)
  if (openedBy.size > MOST_TURNS) openedBy.delete(openedBy.keys().next().value!)
}

/** Whether this conversation wrote to the cells, as far as its journal can tell; in doubt it did. */
async function mayBeOwn(context: ToolContext, target: Target): Promise<boolean> {
  const { rows } = await context.db.query<{ kind: string; range: string | null; after: string | null }>(
    `select c.kind, c.range, left(c.after, 200) as after from call_notes c join turns t on t.id = c.turn_id
     where t.agent_id = $1 and c.spreadsheet_id = $2 and c.sheet_id = $3 and c.kind in ('values', 'structure')`,
    [context.turn.agentId, context.spreadsheet.id, target.tab.sheetId],
  )
  const written = rows.filter(row => row.kind === 'values')
  const isOwnTab = rows.some(
    row => row.kind === 'structure' && /"(?:added|duplicated)_tab"/.test(row.after ?? ''),
  )
  const wasMoved = rows.some(row => row.kind === 'structure' && row.range !== null)
  return isOwnTab || (wasMoved && written.length > 0) || written.some(row => touches(row.range, target))
}

function touches(range: string | null, target: Target): boolean {
  const parsed = range === null ? null : parseRange(range)
  return parsed === null || overlaps(parsed.box, target.box)
}
