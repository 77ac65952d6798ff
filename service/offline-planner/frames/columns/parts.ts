/** A new column with parts of texts, or with several texts joined. */
import { type Column, isDate, isTextual } from '../../linking/sheet.ts'
import type { Draft } from '../../reading/draft.ts'
import type { Frame } from '../frame.ts'
import { givenName, guarded } from '../support/adding.ts'
import { newColumn } from '../support/column.ts'
import { textOf } from '../support/formulas.ts'
import { matching } from '../support/met.ts'
import { nameAfter, nameIn } from '../support/names.ts'
import { OTHER_KINDS } from '../support/others.ts'
import { groups } from '../support/query.ts'
import { inList, nameOf, rowsOf } from '../support/table.ts'

interface Part {
  cue: string
  header: string
  formula: (cell: string, sign: string) => string
  sign?: string
}

const PARTS: Part[] = [
  { cue: 'domain', header: 'Domain', formula: cell => `IFERROR(MID(${cell},FIND("@",${cell})+1,255),"")` },
  {
    cue: 'emailpart',
    header: 'Email',
    formula: cell => `IFERROR(REGEXEXTRACT(${cell},"[\\w.+-]+@[\\w-]+\\.[\\w.-]+"),"")`,
  },
  { cue: 'localpart', header: 'Name', formula: cell => `IFERROR(LEFT(${cell},FIND("@",${cell})-1),"")` },
  {
    cue: 'firstname',
    header: 'First name',
    formula: cell => `IFERROR(LEFT(TRIM(${cell}),FIND(" ",TRIM(${cell}))-1),TRIM(${cell}))`,
  },
  {
    cue: 'lastname',
    header: 'Last name',
    formula: cell => `TRIM(RIGHT(SUBSTITUTE(TRIM(${cell})," ",REPT(" ",100)),100))`,
  },
  {
    cue: 'firstpart',
    header: 'First part',
    formula: (cell, sign) => `IFERROR(LEFT(TRIM(${cell}),FIND("${sign}",TRIM(${cell}))-1),TRIM(${cell}))`,
  },
  {
    cue: 'lastpart',
    header: 'Last part',
    formula: (cell, sign) => `TRIM(RIGHT(SUBSTITUTE(TRIM(${cell}),"${sign}",REPT(" ",100)),100))`,
  },
  {
    cue: 'firstletters',
    header: 'First letters',
    formula: (cell, sign) => `LEFT(TRIM(${cell}),${Number(sign) || 1})`,
  },
  {
    cue: 'lastdigits',
    header: 'Last digits',
    formula: (cell, sign) => `RIGHT(TRIM(${cell}),${Number(sign) || 4})`,
  },
  { cue: 'length', header: 'Length', formula: cell => `LEN(${cell})` },
]

export const textPart: Frame = {
  name: 'Parts of texts',
  does: 'Adds a column with the first or last name, the domain of an email, what stands before or after a sign, or first and last letters.',
  examples: [
    'Add a column with the domain of each Email',
    'add a column with the part before the @ of Email',
  ],
  effect: 'add',
  cues: PARTS.map(({ cue }) => cue),
  uses: 'newcolumn add column per row beside write split first last show from keep firstpart lastpart localpart domain only value called by before after copy number lookup',
  prior: 0.3,
  read(draft) {
    if (draft.asks(...OTHER_KINDS, 'hide', 'freeze', 'move', 'rename', 'howmany', 'total')) return null
    const kind = PARTS.find(({ cue }) => draft.has(cue))
    if (!kind || (draft.has('split') && saysBothNames(draft))) return null
    const given = nameIn(draft)
    draft.cue(kind.cue)
    const column =
      draft.columns('text')[0] ??
      (kind.cue === 'domain' || kind.cue === 'localpart'
        ? (draft.scope.index.columns.find(
            each => each.tab === draft.tab && each.samples.some(sample => sample.includes('@')),
          ) ?? null)
        : kind.cue === 'firstname' || kind.cue === 'lastname'
          ? nameColumn(draft)
          : null)
    if (!column) return null
    draft.columns('text')
    const sign = signIn(draft, kind)
    return newColumn(
      draft,
      row => ({
        header: kind.header,
        formula: guarded(draft, [column], row, kind.formula(`${column.column}${row}`, sign)),
        format: null,
      }),
      { name: given, words: `the ${kind.header.toLowerCase()} of ${nameOf(column)}`, bonus: 0.5 },
    )
  },
}

/** "Into first and last name" */
const saysBothNames = ({ nodes }: Draft): boolean =>
  /\bfirst\b.*\b(?:last|sur|family) ?names?\b/i.test(nodes.map(({ text }) => text).join(' '))

/** The column of people's names. */
const nameColumn = (draft: Draft): Column | null => {
  const texts = draft.scope.index.columns.filter(column => column.tab === draft.tab && isTextual(column))
  const rows = matching(draft, [])
  return (
    texts.find(
      column =>
        rows.filter(({ row }) =>
          /^\s*\p{Lu}[\p{L}'-]+\s+\p{Lu}[\p{L}'-]+\s*$/u.test(String(row[column.index] ?? '')),
        ).length >
        rows.length * 0.6,
    ) ?? null
  )
}

function signIn(draft: Draft, { cue }: Part): string {
  if (cue === 'firstletters' || cue === 'lastdigits') return String(draft.number()?.value ?? '')
  return namedSign(draft.nodes.map(({ text }) => text).join(' ')) ?? ' '
}

const namedSign = (words: string): string | null =>
  /dash|hyphen/i.test(words) ? '-' : /slash/i.test(words) ? '/' : /comma/i.test(words) ? ',' : null

export const splitNames: Frame = {
  name: 'Split a column',
  does: 'Cuts the texts of a column at a sign into new columns beside the table; names into first and last.',
  examples: ['Split Customer by comma', 'Split Email at "@"', 'Split Customer into Company and Form'],
  effect: 'add',
  cues: ['split'],
  uses: 'split firstname lastname newcolumn column into number by first last beside and on add',
  read(draft) {
    if (draft.has('by', 'per') && groups(draft).length > 0) return null
    const words = draft.nodes.map(({ text }) => text).join(' ')
    const column = draft.columns('text')[0] ?? nameColumn(draft)
    const rows = rowsOf(draft)
    if (!column || !rows || draft.has('total', 'howmany', 'average')) return null
    const quoted = draft.quoted()
    const sign = quoted ?? namedSign(words) ?? (/@/.test(words) ? '@' : /semicolon/i.test(words) ? ';' : ' ')
    draft.take(
      ...draft.free().filter(({ text }) => /^(?:comma|dash|hyphen|slash|semicolon|spaces?|@)$/i.test(text)),
    )
    const to = draft.nodes.findIndex(node => node.concepts.has('to') || node.text.toLowerCase() === 'into')
    const isNames = draft.has('firstname', 'lastname')
    if (isNames) draft.take(...draft.free().filter(({ text }) => /^first$/i.test(text)))
    const names = isNames
      ? ['First name', 'Last name']
      : to !== -1
        ? draft.nodes
            .slice(to + 1)
            .filter(
              node =>
                !draft.isTaken(draft.nodes.indexOf(node)) &&
                (node.isUnknown || node.isQuoted || /^\p{Lu}/u.test(node.text)),
            )
            .map(node => (draft.take(node), node.text))
        : []
    const [first = `${nameOf(column)} 1`, second = `${nameOf(column)} 2`] = names
    draft.number()
    const cell = (row: number) => `TRIM(${column.column}${row})`
    return newColumn(
      draft,
      row => ({
        header: first,
        formula: `IFERROR(LEFT(${cell(row)},FIND(${textOf(sign)},${cell(row)})-1),${cell(row)})`,
        format: null,
      }),
      {
        name: first,
        words: `what stands before ${sign === ' ' ? 'the first space' : `“${sign}”`} in ${nameOf(column)}`,
        also: row => ({
          header: second,
          formula: `IFERROR(TRIM(MID(TRIM(${column.column}${row}),FIND(${textOf(sign)},TRIM(${column.column}${row}))+${sign.length},255)),"")`,
          format: null,
        }),
      },
    )
  },
}

export const joined: Frame = {
  name: 'Join columns',
  does: 'Adds a column that joins the texts of others, with a space or the sign you name between them.',
  examples: ['Add Full name from First and Last', 'Combine Region and Status into Label separated by a dash'],
  effect: 'add',
  cues: ['merge', 'newcolumn from', 'add from', 'called', 'newcolumn'],
  uses: 'merge newcolumn column add and with like beside write per row from called between in keep',
  read(draft) {
    if (draft.asks('times', 'share', 'days', 'rank', 'running', 'firstname', 'lookup') && !draft.has('merge'))
      return null
    const words = draft.nodes.map(({ text }) => text).join(' ')
    const given = givenName(draft) ?? nameInto(draft)
    const example = exampleSign(draft)
    const columns = draft.columns()
    if (
      columns.length < 2 ||
      columns.length > 6 ||
      (!draft.has('merge') && !draft.has('from') && !example && !/dash|slash|space|comma/i.test(words)) ||
      draft.nodes.some(node => node.concepts.has('max'))
    )
      return null
    const sign =
      example ??
      (/\bdash|hyphen/i.test(words)
        ? /separated by a dash/i.test(words)
          ? '-'
          : ' - '
        : /slash/i.test(words)
          ? /space/i.test(words)
            ? ' / '
            : '/'
          : /comma/i.test(words)
            ? ', '
            : ' ')
    draft.take(
      ...draft
        .free()
        .filter(node => /^(?:comma|dash|hyphen|slash|spaces?|separated|further|at|@)$/i.test(node.text)),
    )
    draft.cue('merge')
    return newColumn(
      draft,
      row => ({
        header: inList(columns.map(nameOf)).slice(0, 60),
        formula:
          sign === ' '
            ? `TRIM(${columns.map(column => partOf(column, row)).join('&" "&')})`
            : columns.map(column => partOf(column, row)).join(`&${textOf(sign)}&`),
        format: null,
      }),
      {
        name: given,
        words: `${inList(columns.map(nameOf))}, joined by ${sign === ' ' ? 'a space' : `“${sign}”`}`,
        bonus: draft.has('merge') ? 0.5 : 0.2,
      },
    )
  },
}

const partOf = (column: Column, row: number): string =>
  isDate(column) ? `TEXT(${column.column}${row},"yyyy-mm-dd")` : `${column.column}${row}`

/** "… into Label": what they become. */
function nameInto(draft: Draft): string | null {
  const at = draft.nodes.findIndex(({ text }) => /^into$/i.test(text))
  const name = draft.nodes[at + 1]
  return at !== -1 && name && /^\p{Lu}/u.test(name.text) && name.columns.length === 0
    ? nameAfter(draft, at + 1)
    : null
}

/** "like Milo Hart @ Spring Jam": the sign between two values that are named as an example. */
function exampleSign(draft: Draft): string | null {
  const quoted = draft.free().find(node => node.isQuoted && /\s[-–/@|·,]\s/.test(node.text))
  if (quoted) {
    const sign = /\s[-–/@|·,]\s/.exec(quoted.text)![0]
    draft.take(quoted)
    return sign
  }
  const at = draft.nodes.findIndex(
    (node, index) =>
      /^[-–/@|·]$/.test(node.text) &&
      (draft.nodes[index - 1]?.values.length ?? 0) > 0 &&
      (draft.nodes[index + 1]?.values.length ?? 0) > 0,
  )
  if (at === -1) return null
  draft.take(...draft.nodes.slice(at - 1, at + 2))
  return ` ${draft.nodes[at]!.text} `
}
