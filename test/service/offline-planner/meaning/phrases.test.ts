/** The meaning language: each instruction of it is carried out by the kind that it is for, exactly as it is meant. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type PairFile, readPairs, seenOf } from '../../../../scripts/planner-model/pairs.ts'
import { targetOf } from '../../../../scripts/planner-model/targets.ts'
import { itemsOf } from '../../../../service/offline-planner/learned/items.ts'
import { outcomeOf, readAgain } from '../../../../service/offline-planner/learned/reader.ts'
import { sourceOf } from '../../../../service/offline-planner/learned/source.ts'
import { link } from '../../../../service/offline-planner/linking/link.ts'
import { indexFor, SheetIndex } from '../../../../service/offline-planner/linking/sheet.ts'
import { type Instruction, meantBy } from '../../../../service/offline-planner/meaning/instructions.ts'
import { deedOf } from '../../../../service/offline-planner/meaning/meant.ts'
import { lexiconFor } from '../../../../service/offline-planner/words/index.ts'
import { often } from '../../../support/long.ts'

const TODAY = 46_347
const PAIRS = join(import.meta.dirname, '../../../../scripts/planner-model/pairs')

const regatta: Pick<PairFile, 'tabs'> = {
  tabs: [
    {
      title: 'Boats',
      rows: [
        ['Boat', 'Skipper', 'Class', 'Launched', 'Due back', 'Fee (£)', 'Length (m)', 'Paid'],
        ['Aurora', 'Ann Reed', 'Dinghy', '2026-03-02', '2026-12-01', 40, 4.2, 'Yes'],
        ['Bellona', 'Bo Lind', 'Keelboat', '2026-03-09', '2026-11-01', 120, 9.1, 'No'],
        ['Circe', 'Cy Moss', 'Dinghy', '2026-04-20', '', 35, 3.9, 'Yes'],
        ['Delos', 'Ann Reed', 'Catamaran', '2026-05-24', '2026-12-24', 90, 7.5, 'No'],
      ],
    },
    {
      title: 'Skippers',
      rows: [
        ['Skipper', 'Phone'],
        ['Ann Reed', '555-1'],
        ['Bo Lind', '555-2'],
      ],
    },
  ],
}

/** What is read of a meaning, of which `say` is the sentence; null where it can't be done. */
function clausesOf(file: Pick<PairFile, 'tabs'>, mean: string, say = mean): Instruction[] | null {
  const { overview, data } = seenOf(file)
  const index = indexFor({ overview, data }, say)
  const [tab] = overview.tabs
  const units = sourceOf(index, tab!, link(index, { text: say, today: TODAY }))
  const target = units && targetOf(units, say, mean, tab!.title)
  if (!target || 'problem' in target) return null
  const items = itemsOf(target.signs, units, say)
  return items && meantBy(items, { index, overview, tab: tab!, today: TODAY, overwrite: false }, say)
}

/** What would be done for it, in words. */
const done = (file: Pick<PairFile, 'tabs'>, mean: string, say = mean): string[] | null =>
  clausesOf(file, mean, say)?.map(({ reading }) => ('says' in reading ? reading.says : reading.problem)) ??
  null

/** What the rows of a new column would show. */
const shownBy = (mean: string): (string | null)[] | null =>
  clausesOf(regatta, mean)?.map(({ comesTo }) => comesTo) ?? null

test('tiers told from above and from below show the same, and others do not', () => {
  const fromAbove = shownBy('column "Size" = tiers [Length (m)] >= 8 "big", >= 4 "mid", else "small"')
  expect(fromAbove).toEqual(['[["Size"],["“mid”","“big”","“small”","“mid”"],["G"]]'])
  expect(shownBy('column "Size" = tiers [Length (m)] < 4 "small", < 8 "mid", else "big"')).toEqual(fromAbove)
  expect(shownBy('column "Size" = tiers [Length (m)] >= 9.5 "big", >= 4 "mid", else "small"')).not.toEqual(
    fromAbove,
  )
})

test('one thing or the other shows the same where the same rows meet conditions on the same column', () => {
  const cheap = shownBy('column "Chase" = if [Fee (£)] < 50 then "call"')
  expect(cheap).toEqual(['[["Chase"],["“call”","","“call”",""],["F"]]'])
  expect(shownBy('column "Chase" = if [Fee (£)] <= 40 then "call" else empty')).toEqual(cheap)
  expect(shownBy('column "Chase" = if [Class] = "dinghy" then "call"')).not.toEqual(cheap)
})

test('what is done with the same rows by the same column comes to the same', () => {
  const kept = shownBy('filter where [Fee (£)] < 50')
  expect(kept).toEqual(['["Show only the rows and hide the others",[2,4],["F"]]'])
  expect(shownBy('filter where [Fee (£)] <= 40')).toEqual(kept)
  expect(shownBy('filter where [Class] = "dinghy"')).not.toEqual(kept)
  expect(shownBy('filter where [Fee (£)] < 100')).not.toEqual(kept)
})

test('answers about the same rows are the same, and those about none are not known for it', () => {
  const told = shownBy('tell [Boat] where [Fee (£)] < 50')
  expect(shownBy('tell [Boat] where [Class] = "dinghy"')).toEqual(told)
  expect(shownBy('highlight rows where [Fee (£)] > 500 "red"')).toEqual([null])
  expect(shownBy('highlight rows where [Due back] before "2020" "red"')).toEqual([null])
})

test.each([
  ['delete the lines 2 and 4', 'Delete rows 2 and 4'],
  ['delete rows 2, 4', 'Delete rows 2 and 4'],
  ['delete rows 2, 3 and 4', null],
  ['delete rows 2 to 4', 'Delete rows 2 to 4'],
  ['delete everything between row 2 and row 4', 'Delete rows 2 to 4'],
])('rows that are named one by one are no span: %s', (say, says) => {
  expect(done(regatta, 'deleterow 2 to 4', say)?.[0] ?? null).toEqual(says)
})

test('two columns one after the other or together are one wish', () => {
  const outcome = (mean: string) => outcomeOf(clausesOf(regatta, mean)!)
  const both = outcome('format [Fee (£)], [Length (m)] euro')
  expect(outcome('format [Fee (£)] euro then format [Length (m)] euro')).toBe(both)
  expect(outcome('format [Fee (£)] euro then format [Length (m)] pound')).not.toBe(both)
  expect(outcome('format [Fee (£)] euro then style [Length (m)] bold')).not.toBe(both)
})

test('of which rows something is done after a change is not known', () => {
  const both = 'set [Paid] "yes" where [Fee (£)] > 100 then filter where [Paid] = yes'
  expect(shownBy(both)).toEqual([null, null])
})

describe('an instruction of the meaning language', () => {
  test.each([
    ['tell sum [Fee (£)] where [Class] = "dinghy"', 'Tell the total of Fee (£) where Class is “Dinghy”'],
    ['tell avg [Fee (£)], max [Length (m)]', 'Tell the average of Fee (£) and the max of Length (m)'],
    ['tell count where [Paid] = no', 'Tell the number of rows where Paid is “No”'],
    ['tell [Boat] where [Due back] past', 'Tell Boat of the rows where Due back is before 2026-11-21'],
    ['tell top 2 rows by [Length (m)] desc', 'Tell the 2 rows with the highest Length (m)'],
    ['tell top 1 [Class] by sum [Fee (£)] asc', 'Tell the Class with the lowest total of Fee (£)'],
    ['table count by [Class] order desc', 'Write a table of count by Class into a new tab'],
    [
      'chart pie sum [Fee (£)] by [Class] where [Fee (£)] > 36',
      'Draw a pie chart of total fee (£) by Class where Fee (£) is more than 36',
    ],
    ['sort [Class] asc, [Fee (£)] desc', 'Sort the rows by Class, A first, then by Fee (£), highest first'],
    [
      'filter where [Class] != "dinghy" and [Fee (£)] between 50 and 100',
      'Show only the rows where Class is not “Dinghy” and Fee (£) is at least 50 and Fee (£) is at most 100 and hide the others',
    ],
    [
      'filter where [Skipper] = "reed" or "lind"',
      'Show only the rows where Skipper is “Ann Reed” or “Bo Lind” and hide the others',
    ],
    ['deleterows where [Launched] before "April"', 'Delete the 2 rows where Launched is before 2026-04-01'],
    ['column "Rate" = [Fee (£)] / [Length (m)]', 'Add the column “Rate” with Fee (£) ÷ Length (m)'],
    ['column = [Fee (£)] + 20%', 'Add the column “Fee (£) + 20 %” with Fee (£) × 1.2'],
    [
      'column "Size" = tiers [Length (m)] >= 8 "big", >= 4 "mid", else "small"',
      'Add the column “Size” with “big” >= 8 and “mid” >= 4, else “small”, by Length (m)',
    ],
    [
      'column "Chase" = if [Paid] = no then "call" else "fine"',
      'Add the column “Chase” with “call” where Paid is “No” and “fine” elsewhere',
    ],
    ['column = lookup [Phone] {Skippers}', 'Add the column “Phone” with Phone from the tab Skippers'],
    ['column = days [Launched] to today', 'Add the column “Days” with the days from Launched to today'],
    [
      'raise [Fee (£)] 5% where [Class] = "keelboat"',
      'Change 1 number of Fee (£) where Class is “Keelboat” by +5 %, in place',
    ],
    ['shift [Launched] -7 days', 'Change 4 numbers of Launched by -7, in place'],
    ['table count by [Class], [Class]', 'Write a table of count by Class into a new tab'],
    ['freeze [Boat], [Skipper]', 'Freeze the first 2 columns'],
    ['set [Class] "dinghy" where [Boat] = "Delos"', 'Set Class to “Dinghy” in 1 row where Boat is “Delos”'],
    ['set [Paid] "Yes" where [Boat] = "Bellona"', 'Set Paid to “Yes” in 1 row where Boat is “Bellona”'],
    ['style header bold, fill "navy"', 'Make the header A1:H1 bold and filled dark blue'],
    [
      'highlight [Fee (£)] where [Fee (£)] > 100 "red"',
      'Colour the cells of Fee (£) where Fee (£) is more than 100 light red',
    ],
    [
      'copyrows where [Paid] = no columns [Boat], [Fee (£)] tab "Owing"',
      'Copy Boat and Fee (£) of the rows where Paid is “No” to a new tab “Owing”',
    ],
    ['addrow [Boat] "Eos", [Fee (£)] 50', 'Add row 6 below the last: Boat “Eos” and Fee (£) “50”'],
    ['move [Fee (£)] first', 'Move the column Fee (£) to the front'],
    ['table count by weekday [Launched]', 'Write a table of count by weekday into a new tab'],
    ['tell top 1 weekday [Launched] by count desc', 'Tell the Weekday with the highest number of rows'],
    ['put avg [Fee (£)] below [Fee (£)]', 'Write the average of Fee (£) below the column'],
    ['put sum [Fee (£)] below [Length (m)]', 'Write the total of Fee (£) into G6'],
    ['put count where [Paid] = no at K2', 'Write the number of rows where Paid is “No” into K2'],
    ['format [Launched] date', 'Show Launched as date (`yyyy-mm-dd`); the values stay'],
    ['format [Fee (£)] currency 0 decimals', 'Show Fee (£) as currency (`"£"#,##0`); the values stay'],
    ['showtab {Skippers}', 'Show the tab Skippers'],
    ['dropdown [Skipper] from [Skipper] {Skippers}', "Let Skipper take only the values of 'Skippers'!A2:A3"],
  ])('%s', (mean, says) => {
    expect(done(regatta, mean)).toEqual([says])
  })

  test('what is found nowhere on the sheet is known to be in vain', () => {
    const vain = (mean: string) => clausesOf(regatta, mean)?.map(({ isVain }) => isVain)
    expect(vain('filter where [Class] = "dinghy"')).toEqual([false])
    expect(vain('filter where [Fee (£)] > 900')).toEqual([true])
    expect(vain('replace "Ann" "Anne"')).toEqual([false])
    expect(vain('replace "Zoltan" "Anne"')).toEqual([true])
    expect(vain('fillblank [Due back] "open"')).toEqual([false])
    expect(vain('fillblank [Boat] "open"')).toEqual([true])
  })

  test.each([
    ['fees go up by ten percent', 'raise [Fee (£)] ten%', 'Change 4 numbers of Fee (£) by +10 %, in place'],
    ['50 cents off each fee', 'lowerby [Fee (£)] 50', 'Change 4 numbers of Fee (£) by -0.5, in place'],
    ['who pays over a hundred?', 'tell [Boat] where [Fee (£)] > hundred', 'more than 100'],
    ['fifty pence off each fee', 'lowerby [Fee (£)] fifty', 'Change 4 numbers of Fee (£) by -0.5, in place'],
    ['who pays over 90 one more time?', 'tell [Boat] where [Fee (£)] > 90', 'more than 90'],
    ['what was launched in may?', 'tell [Boat] where [Launched] in "may"', 'before 2026-06-01'],
    ['make six hundred of it', 'set [Fee (£)] "six hundred" where [Fee (£)] filled', '“600”'],
    [
      'Delos came back, put today’s date',
      'set [Due back] "today’s date" where [Boat] = "Delos"',
      '2026-11-21',
    ],
    ['split skippers at the space, please', 'split [Skipper] at "space"', 'before the first space'],
    ['split skippers at the hyphen', 'split [Skipper] at "hyphen"', 'before “-” in'],
    ['what has Ann’s got?', 'tell [Boat] where [Skipper] = "Ann"', 'Skipper is “Ann Reed”'],
  ])('numbers and names in words are what they stand for: %s', (say, mean, says) => {
    expect(done(regatta, mean, say)?.join()).toContain(says)
  })

  test('a name does not go on into the next sentence', () => {
    const say = 'Rename Boat to Ship. Nothing else'
    expect(done(regatta, 'rename [Boat] "Ship"', say)).toEqual(['Rename the column Boat to “Ship”'])
    expect(done(regatta, 'rename [Boat] "Ship. Nothing else"', say)).toBeNull()
  })

  test('two of them are two instructions', () => {
    expect(done(regatta, 'deletecolumn [Length (m)] then sort [Fee (£)] desc')).toEqual([
      'Delete the column Length (m)',
      'Sort the rows by Fee (£), highest first',
    ])
  })

  test.each([
    'sort [Boat]',
    'tell sum',
    'filter where [Class] = "submarine"',
    'filter where [Launched] before "teatime"',
    'sort [Boat] asc asc',
    'column = [Boat] * [Fee (£)]',
    'replace "Dinghy" "Dinghy"',
    'put sum [Fee (£)], avg [Fee (£)] at K2',
    'raise [Fee (£)] constructor',
  ])('what can’t be meant is nothing: %s', mean => {
    expect(done(regatta, mean)).toBeNull()
  })
})

test('an instruction after another finds its columns where that one left them', () => {
  const file = (rows: PairFile['tabs'][number]['rows']) => ({ tabs: [{ title: 'Boats', rows }] })
  const [before, after] = [
    file(regatta.tabs[0]!.rows),
    file(regatta.tabs[0]!.rows.map(row => row.slice(1))),
  ].map(each => {
    const { overview, data } = seenOf(each)
    const index = new SheetIndex(overview, data, lexiconFor('sort'))
    const tab = overview.tabs[0]!
    return {
      nodes: [],
      scope: { index, overview, tab, today: TODAY, overwrite: false },
    }
  })
  const column = (header: string) => ({
    kind: 'column' as const,
    column: before!.scope.index.columns.find(each => each.header === header)!,
  })
  const word = (text: string) => ({ kind: 'word' as const, word: text })
  const items = [
    word('deletecolumn'),
    column('Boat'),
    word('then'),
    word('sort'),
    column('Class'),
    word('asc'),
  ]
  const learned = { instructions: [], items, said: '', says: '', probability: 1, left: {} as never }
  const sortIn = (scene: NonNullable<typeof before>) =>
    deedOf(readAgain(learned, 1, scene)!)!
      .plan()
      .next().value
  expect(sortIn(before!)).toMatchObject([{ args: { by: [{ column: 'C' }] } }])
  expect(sortIn(after!)).toMatchObject([{ args: { by: [{ column: 'B' }] } }])
  expect(readAgain(learned, 0, after!)).toBeNull()
})

test.each([
  [
    'Cache la colonne Kunde, merci, je montre la liste à quelqu’un',
    'hidecolumn [Kunde]',
    'Hide the column Kunde',
  ],
  ['Kunde solo un momento, ocúltala por favor', 'hidecolumn [Kunde]', 'Hide the column Kunde'],
  ['Kundeの列を隠してください', 'hidecolumn [Kunde]', 'Hide the column Kunde'],
  ['Kunde bitte ganz in Großbuchstaben', 'upper [Kunde]', 'write in upper case in Kunde'],
  ['KundeごとのBetragをピボットで', 'pivot sum [Betrag] by [Kunde]', 'pivot'],
])('in whatever language it is said, “%s” is told to its kind', (say, mean, says) => {
  const file = {
    tabs: [
      {
        title: 'Liste',
        rows: [
          ['Kunde', 'Betrag'],
          ['Ada', 3],
          ['Bo', 4],
        ],
      },
    ],
  }
  expect(done(file, mean, say)?.[0]?.toLowerCase()).toContain(says.toLowerCase())
})

test('what people meant in some thousand sentences is nearly always something that can be done', () => {
  const [everyFile, every] = [often(5, 1), often(30, 7)]
  const failed: string[] = []
  let count = 0
  for (const name of readdirSync(PAIRS).filter((_, at) => at % everyFile === 0)) {
    const file = readPairs(join(PAIRS, name))
    for (const { say, mean } of file.pairs.filter((_, at) => at % every === 3)) {
      if (mean === 'none') continue
      count++
      if (done(file, mean, say) === null) failed.push(`${name}: ${say} => ${mean}`)
    }
  }
  expect(count).toBeGreaterThan(300)
  expect(failed.length / count, failed.join('\n')).toBeLessThan(0.03)
})
