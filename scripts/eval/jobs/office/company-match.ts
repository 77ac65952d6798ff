/** Two lists of companies from different systems, matched though hardly a name is written alike. */
import { tab } from '../book.ts'
import { newTab, noErrors, untouched } from '../checks.ts'
import type { Check, Job } from '../job.ts'
import { rowsOf } from '../lines.ts'
import { plain } from '../wants.ts'

const MATCHES = /match/i
const FIRST =
  'Alpen|Baltic|Cedar|Delta|Eagle|Falcon|Granit|Harbour|Iberia|Jupiter|Kestrel|Lighthouse|Meridian|Nordic|Orchard|Phoenix|Quartz|Riverside|Summit|Terra|Union|Vertex|Willow|Zenith'.split(
    '|',
  )
const SECOND = 'Logistics|Foods|Engineering|Textiles|Pharma|Packaging|Electronics|Timber|Marine|Glass'.split(
  '|',
)

export const companyMatch: Job = {
  id: 'company-match',
  title: 'Company lists',
  prompts: [
    'CRM and Invoicing each have a list of companies, but they were typed independently: legal forms, capitals, hyphens and typing mistakes differ. Match them: on a new tab Matches one row for each company in both lists, with the CRM id and the Invoicing number side by side (and both names). List those that are only in one of the two on a tab Unmatched with their id. Some names look alike but are different companies (Alpen Foods is not Alpen Glass). Leave both lists as they are.',
  ],
  prepare(random) {
    const names = random
      .shuffled(FIRST.flatMap(first => SECOND.map(second => `${first} ${second}`)))
      .slice(0, 150)
    const forms = ['GmbH', 'Ltd', 'Ltd.', 'SA', 'AG', 'Inc.', 'Limited', '']
    const spelled = (name: string) => {
      const mistake = random.int(0, 5)
      const at = random.int(2, name.indexOf(' ') - 1)
      const written =
        mistake === 0
          ? name.toUpperCase()
          : mistake === 1
            ? name.replace(' ', '-')
            : mistake === 2
              ? name.slice(0, at) + name.slice(at + 1)
              : mistake === 3
                ? name.slice(0, at) + name[at]! + name.slice(at)
                : name
      return `${written} ${random.pick(forms)}`.trim()
    }
    const crm = names.slice(0, 130).map((name, at) => ({ id: `CRM-${1_001 + at}`, name }))
    const billed = random.shuffled(names.slice(15)).map((name, at) => ({ id: String(80_010 + at * 3), name }))
    const pairs = crm.flatMap(({ id, name }) => {
      const other = billed.find(each => each.name === name)
      return other ? [[id, other.id] as const] : []
    })
    const alone = [...crm.slice(0, 15), ...billed.filter(({ name }) => names.indexOf(name) >= 130)].map(
      ({ id }) => id,
    )
    return {
      tabs: [
        tab('CRM', [
          ['Id', 'Company'],
          ...crm.map(({ id, name }) => [id, `${name} ${random.pick(forms)}`.trim()]),
        ]),
        tab('Invoicing', [
          ['Number', 'Bill to'],
          ...billed.map(({ id, name }) => [Number(id), spelled(name)]),
        ]),
      ],
      checks: [
        newTab(MATCHES),
        untouched('CRM', 'Invoicing'),
        ...matched(pairs, crm, billed),
        unmatched(alone),
        noErrors,
      ],
    }
  },
}

type Ids = { id: string }[]

function matched(pairs: (readonly [string, string])[], crm: Ids, billed: Ids): Check[] {
  const found = (result: Parameters<Check['fails']>[0]) =>
    result.tabs
      .filter(({ title }) => MATCHES.test(title) && !/un/i.test(title))
      .flatMap(rowsOf)
      .flatMap(row => {
        const texts = row.map(({ value }) => plain(String(value)))
        const of = (ids: Ids) => ids.find(({ id }) => texts.includes(plain(id)))?.id
        const [one, other] = [of(crm), of(billed)]
        return one && other ? [`${one} ${other}`] : []
      })
  const right = new Set(pairs.map(([one, other]) => `${one} ${other}`))
  return [
    {
      says: 'at least 97 % of the pairs are found',
      fails(result) {
        const hits = new Set(found(result).filter(pair => right.has(pair))).size
        return hits >= Math.ceil(right.size * 0.97) ? null : `${hits} of ${right.size}`
      },
    },
    {
      says: 'at most 2 pairs are wrong',
      fails(result) {
        const wrong = found(result).filter(pair => !right.has(pair))
        return wrong.length <= 2 ? null : `${wrong.length} are, first ${wrong[0]}`
      },
    },
  ]
}

const unmatched = (alone: string[]): Check => ({
  says: 'at least 90 % of those without a partner are listed',
  fails(result) {
    const cells = result.tabs
      .filter(({ title }) => /unmatched/i.test(title))
      .flatMap(rowsOf)
      .flat()
    const listed = new Set(cells.map(({ value }) => plain(String(value))))
    const count = alone.filter(id => listed.has(plain(id))).length
    return count >= Math.floor(alone.length * 0.9) ? null : `${count} of ${alone.length}`
  },
})
