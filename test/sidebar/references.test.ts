/** References to cells in an answer's prose, choices that it offers, and an answer as spoken words. */
import { describe, expect, it } from 'vitest'
import { readChoices } from '../../sidebar/markdown/choices.ts'
import { plainWords } from '../../sidebar/markdown/plain.ts'
import { findReferences, type Piece, readWhole } from '../../sidebar/markdown/references.ts'

const tabs = ['Orders', 'Q1 Sales', '売上', 'Übersicht', "Mira's tab"]
const named = (pieces: Piece[]) =>
  pieces.flatMap(piece => (typeof piece === 'string' ? [] : [[piece.tab, piece.range]]))
const found = (text: string, isTable = false) => named(findReferences(text, { tabs, isTable }))

describe('a reference in prose', () => {
  it.each([
    ['See Orders!B2:D40.', [['Orders', 'B2:D40']]],
    [
      'The total is in H42, the rest in B5: both are formulas.',
      [
        [null, 'H42'],
        [null, 'B5'],
      ],
    ],
    [
      'Filled D2:D40, E:E and Orders!5:8!',
      [
        [null, 'D2:D40'],
        [null, 'E:E'],
        ['Orders', '5:8'],
      ],
    ],
    ["'Mira''s tab'!A1:B2 holds it", [["Mira's tab", 'A1:B2']]],
    ["In 'Umsätze 2026'!$B$2:$C$9", [['Umsätze 2026', '$B$2:$C$9']]],
    [
      'Die Summe steht in Übersicht!C3, siehe auch B7.',
      [
        ['Übersicht', 'C3'],
        [null, 'B7'],
      ],
    ],
    [
      'La somme (Récap!B2) et la cellule B3',
      [
        ['Récap', 'B2'],
        [null, 'B3'],
      ],
    ],
    [
      '合計は売上!B12に、平均はB13に書きました。',
      [
        ['売上', 'B12'],
        [null, 'B13'],
      ],
    ],
    ['See Q1 Sales!A1:C9', [['Q1 Sales', 'A1:C9']]],
    [
      'Fixed (A2:A9) and “B4”',
      [
        [null, 'A2:A9'],
        [null, 'B4'],
      ],
    ],
  ])('"%s" names %j', (text, references) => {
    expect(found(text)).toEqual(references)
  })

  it.each([
    'Revenue grew in Q3 and H1, up from FY24.',
    'Open https://example.com/A1 or see #A1.',
    'At 5:30 the ratio was 3:2.',
    'B2B and B2C customers, COVID19, an MP3 and CO2.',
    'ABC1234567890 and A12345678 are orders, x1 and a1 are not cells',
    'The function LOG10(A) and R1C1-style names',
  ])('"%s" names none', text => {
    expect(found(text)).toEqual([])
  })

  it('in a table, a single cell without its tab is a value', () => {
    expect(found('AB12', true)).toEqual([])
    expect(found('Orders!B2', true)).toEqual([['Orders', 'B2']])
  })

  it('leaves every character of the text in place', () => {
    const text = "See Q1 Sales!A1, 'Mira''s tab'!B2; シート売上!C3を, then D4."
    const pieces = findReferences(text, { tabs })
    expect(pieces.map(piece => (typeof piece === 'string' ? piece : piece.text)).join('')).toBe(text)
  })

  it.each(['A', "'", 'A1:', 'x!', "'a", 'é'])('comes to an end in 30,000 times %j', text => {
    expect(findReferences(text.repeat(30_000), { tabs })).toBeDefined()
  })

  it('in code is one only as a whole', () => {
    expect(readWhole('Orders!H2:H40')).toMatchObject({ tab: 'Orders', range: 'H2:H40' })
    expect(readWhole('H2')).toMatchObject({ tab: null, range: 'H2' })
    for (const text of ['=F2*G2', 'SUM(A1)', '5:30', 'a1', 'A1 B2']) expect(readWhole(text)).toBeNull()
  })
})

describe('spoken words', () => {
  it.each([
    ['Added **Price** in `H2`: [the guide](https://x.example)', 'Added Price in H2: the guide'],
    ['# Done\n\n- one\n- two.\n', 'Done one. two.'],
    ['| Customer | Sum |\n|---|--:|\n| Blue | 12 |', 'Customer, Sum. Blue, 12.'],
    ['> quoted _words_\nand more', 'quoted words and more'],
  ])('of %j are "%s"', (markdown, words) => {
    expect(plainWords(markdown)).toBe(words)
  })
})

describe('choices', () => {
  const asks =
    'I can read this in 2 ways, so nothing was changed. Which one do you mean? Answer with its number.'

  it('are the numbered list at the end of an answer that asks for a number', () => {
    const { options, blocks } = readChoices(`${asks}\n\n1. Sum of **Qty**\n2. Sum of Price`) ?? {
      options: [],
    }
    expect(options.map(({ number }) => number)).toEqual([1, 2])
    expect(blocks).toHaveLength(1)
  })

  it('are there as well where only one reading is offered', () => {
    const one =
      'I don’t know what “zebra” means here. Do you mean this, without it? Answer with its number, or say it in other words.'
    expect(readChoices(`${one}\n\n1. Sort by **Qty**`)?.options.map(({ number }) => number)).toEqual([1])
  })

  it.each([
    ['a plan', '1. Add a column\n2. Format it'],
    ['a question of its own kind', 'Shall I go on?\n\n1. Yes\n2. No'],
    ['a list with more after it', `${asks}\n\n1. One\n2. Two\n\nOr say it differently.`],
    ['bullets', `${asks}\n\n- One\n- Two`],
    ['the words inside of the list', '1. Which? Answer with its number.\n2. Two'],
  ])('%s is a plain list', (_, markdown) => {
    expect(readChoices(markdown)).toBeNull()
  })
})
