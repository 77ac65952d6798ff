/** What holds a learned reading back: words that deny, keep or depend on something, and what it would take away. */
import type { Learned } from '../learned/reader.ts'
import type { Node } from '../linking/link.ts'
import { firstUnsure, RESTRAINING } from './choices.ts'
import type { Clause } from './clauses.ts'
import { type Candidate, effectOf, isSure } from './read.ts'
import { has } from './segments.ts'

/** Words that hold something back, or make it depend on something. */
const HOLDING = ['not', 'without', 'keep', 'stays']
const DENYING = ['not', 'withheld']

const isSaid = (rules: readonly Clause[], concepts: readonly string[]): boolean =>
  rules.some(({ nodes }) => nodes.some(node => has(node, ...concepts) || isConditional(node)))

/** Something is to stay as it is, or all depends on something; a tab or column of that name is none of it. */
export const isRestraint = (rules: readonly Clause[]): boolean =>
  rules.some(({ nodes }) => nodes.some(node => isConditional(node) || isKept(node)))

const isConditional = ({ text }: Node): boolean => /^(?:if|unless)$/i.test(text)

/** "Let it be sorted" lets nothing stay. */
const isKept = (node: Node): boolean =>
  has(node, 'keep', 'stays') &&
  !node.tab &&
  !node.columns.some(({ quality }) => quality >= 0.97) &&
  !/^let$/i.test(node.text)

/** "… but the returned ones": without these words too much would be gone. */
export const mayBeOffered = (reading: Learned, rules: readonly Clause[]): boolean =>
  isRestrained(reading) ||
  !(
    (isLosing(reading) && isSaid(rules, RESTRAINING)) ||
    (some(reading.clauses, replaces) && isSaid(rules, DENYING))
  )

/** An instruction that nobody understands is among those that are, or one that only the rules understand. */
export const isPartial = ({ clauses }: Learned, rules: readonly Clause[]): boolean =>
  rules.length > Math.max(1, clauses.length) &&
  (firstUnsure(rules) === undefined ||
    rules.some(
      ({ nodes, candidates: [first] }) =>
        !(first && isSure(first)) && nodes.some(({ isUnknown, text }) => isUnknown && text.length > 3),
    ))

const RESTRAINTS = new Set(['!=', 'empty', 'if', 'unbold', '<', '<=', 'none'])

/** Whether a reading takes such words for what it does. */
const isRestrained = ({ items }: Learned): boolean =>
  items.some(item => item.kind === 'word' && RESTRAINTS.has(item.word))

const TAKING = new Set(['deleterows', 'deleterow', 'deletecolumn', 'deletetab', 'dedupe', 'clear'])

/** Whether it takes rows, columns, tabs or what cells hold away. */
export const isLosing = ({ items }: Learned): boolean =>
  items.some(item => item.kind === 'word' && TAKING.has(item.word))

/** Whether one of the instructions, as it is read, is such. */
export const some = (clauses: readonly Clause[], is: (reading: Candidate) => boolean): boolean =>
  clauses.some(({ candidates: [first] }) => first !== undefined && is(first))

export const changes = (reading: Candidate): boolean => effectOf(reading) !== 'read'

/** What was there before is something else then. */
export const replaces = (reading: Candidate): boolean => effectOf(reading) === 'change'

/** Rows, columns or tabs are gone then. */
export const takes = ({ filled }: Candidate): boolean => filled?.takes === true

export const loses = ({ frame }: Candidate): boolean => frame.loses === true

/** From here on the learned reader is taken to know what words deny. */
const TRUSTED = 0.9

export const isTrusted = ({ probability }: Learned, rules: readonly Clause[]): boolean =>
  probability >= TRUSTED && !isRestraint(rules)

/** Words seem to hold back what it would change, or nobody understands a part of them. */
export const isForbidden = (reading: Learned, rules: readonly Clause[]): boolean =>
  some(reading.clauses, changes) &&
  (isPartial(reading, rules) || (!isTrusted(reading, rules) && isHeld(reading, rules)))

/** What it would replace may be what words hold back. */
export const isHeld = (reading: Learned, rules: readonly Clause[]): boolean =>
  isSaid(rules, HOLDING) && !isRestrained(reading) && some(reading.clauses, replaces)
