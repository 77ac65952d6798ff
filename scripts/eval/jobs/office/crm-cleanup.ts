/** A contact list that five people kept for years: cleaned and without doubles, on a tab of its own. */
import { day, tab } from '../book.ts'
import { dataRows, headerFrozen, newTab, noErrors, untouched } from '../checks.ts'
import { isoDay, serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import type { Random } from '../random.ts'
import { onDay, type Want } from '../wants.ts'

const FIRST =
  'Anna|Ben|Carla|David|Elena|Farid|Greta|Hugo|Ines|Jonas|Katja|Liam|Maria|Noah|Olga|Paul|Rosa|Samir|Tessa|Victor'.split(
    '|',
  )
const LAST =
  'Berger|Costa|Dubois|Engel|Fischer|Garcia|Hansen|Ivanova|Jensen|Keller|Lopez|Moreau|Novak|Olsen|Peters|Rossi|Schmidt|Turner|Vogel|Weber'.split(
    '|',
  )
const COUNTRIES: Record<string, string[]> = {
  Germany: ['Germany', 'germany', 'Deutschland', 'DE', 'GERMANY '],
  'United States': ['United States', 'USA', 'U.S.A.', 'US', 'usa'],
  France: ['France', 'FR', 'france', ' France'],
  Spain: ['Spain', 'España', 'ES', 'spain'],
}
const CLEAN = /clean/i

interface Contact {
  name: string
  email: string
  country: string
  company: string
  contacted: number
}

export const crmCleanup: Job = {
  id: 'crm-cleanup',
  title: 'Contacts',
  prompts: [
    'Our contact list is a mess. Please make a clean copy on a new tab "Contacts clean" and leave Contacts as it is: names without extra spaces and with capital first letters, e-mail in small letters, the country always as Germany, United States, France or Spain, last contact as a real date (yyyy-mm-dd), company without extra spaces. Keep each person once: the same e-mail is the same person, and the row with the latest contact wins. Rows without an e-mail are dropped. Sort by name and freeze the header.',
  ],
  prepare(random) {
    const people = contacts(random)
    const { lines, latest } = entries(people, random)
    return {
      tabs: [tab('Contacts', [['Name', 'E-mail', 'Company', 'Country', 'Last contact', 'Owner'], ...lines])],
      checks: [
        newTab(CLEAN),
        untouched('Contacts'),
        rows(
          'each person stands there once, cleaned, with the latest contact',
          latest.map(each => [
            exact(each.email), exact(each.name), exact(each.country), exact(each.company), onDay(each.contacted),
          ]), // biome-ignore format: one row
          { on: CLEAN },
        ),
        {
          says: 'there are no more rows than people',
          fails(result) {
            const count = dataRows(result.tabs.find(({ title }) => CLEAN.test(title)) ?? result.tabs[0]!) - 1
            return count === latest.length ? null : `${count} rows for ${latest.length} people`
          },
        },
        headerFrozen(CLEAN),
        noErrors,
      ],
    }
  },
}

/** Letter by letter: case and spaces are what was asked for. */
const exact = (expected: string): Want => ({
  text: `"${expected}"`,
  holds: ({ value }) => value === expected,
})

function contacts(random: Random): Contact[] {
  const names = random
    .shuffled(FIRST.flatMap(first => LAST.map(last => [first, last] as const)))
    .slice(0, 300)
  return names.map(([first, last], at) => ({
    name: `${first} ${last}`,
    email:
      `${first}.${last}@${random.pick(['example.com', 'mail.example.org', 'firma.example'])}`.toLowerCase(),
    country: random.pick(Object.keys(COUNTRIES)),
    company: `${last} ${random.pick(['Logistics', 'Foods', 'Design', 'Consulting', 'Motors'])} ${random.pick(['GmbH', 'Ltd', 'SA'])}`,
    contacted: serial(2022, 1, 1) + at * 3 + random.int(0, 2),
  }))
}

function entries(people: Contact[], random: Random) {
  const latest: Contact[] = []
  const all: Contact[] = []
  for (const person of people) {
    all.push(person)
    let last = person
    if (random.chance(0.22)) {
      last = { ...person, contacted: person.contacted + random.int(20, 300) }
      if (random.chance(0.4)) last = { ...last, company: `${person.company} Group` }
      all.push(last)
    }
    latest.push(last)
  }
  const nameless = Array.from({ length: 14 }, () => ({ ...random.pick(people), email: '' }))
  const lines = random
    .shuffled([...all, ...nameless])
    .map((each, at) => [
      untidyName(each.name, random),
      each.email === '' ? null : random.chance(0.3) ? ` ${each.email.toUpperCase()}` : each.email,
      random.chance(0.2) ? ` ${each.company.replace(' ', '  ')} ` : each.company,
      random.pick(COUNTRIES[each.country]!),
      untidyDay(each.contacted, random),
      ['Kim', 'Lea', 'Tom'][at % 3],
    ])
  return { lines, latest }
}

function untidyName(name: string, random: Random): string {
  if (random.chance(0.2)) return name.toUpperCase()
  if (random.chance(0.2)) return name.toLowerCase()
  return random.chance(0.2) ? ` ${name.replace(' ', '   ')}` : name
}

/** Half of the people type dates, the others texts. */
function untidyDay(date: number, random: Random) {
  if (random.chance(0.7)) return day(date, 'dd/mm/yyyy')
  const iso = isoDay(date)
  return { value: random.chance(0.5) ? iso : iso.split('-').toReversed().join('.'), format: '@' }
}
