/** Marks of a class to grades: weights, the worst quiz dropped, missing work as zero. */
import { tab } from '../book.ts'
import { coloured, figure, kept, noErrors } from '../checks.ts'
import type { Check, Job } from '../job.ts'
import { rows } from '../lines.ts'
import { share } from '../wants.ts'

const QUIZZES = 5
const FIRST =
  'Ada|Bela|Cem|Dana|Emil|Fay|Gus|Hana|Ivo|Jule|Kai|Lena|Milo|Nora|Otis|Pia|Quin|Rita|Sven|Tara'.split('|')
const LIMITS: [from: number, grade: string][] = [
  [0.9, 'A'],
  [0.8, 'B'],
  [0.7, 'C'],
  [0.6, 'D'],
  [0, 'F'],
]
const WEIGHTS = { quizzes: 0.3, midterm: 0.3, final: 0.4 }

interface Student {
  name: string
  quizzes: (number | null)[]
  midterm: number | null
  final: number | null
}

export const gradebook: Job = {
  id: 'gradebook',
  title: 'Course 3b',
  prompts: [
    'Finish the gradebook on the tab Marks: for every student the overall score in percent and the letter grade, in two new columns to the right. Quizzes are out of 20 points, midterm and final out of 100; an empty cell is work that was not handed in and counts 0. The worst quiz of each student is dropped, the other four are averaged. Weights and grade limits stand on the tab Scale. Below the students put the class average of the overall scores, labelled. Colour failing students (F) by a rule. Use formulas, I am still typing marks and may change the weights.',
  ],
  prepare(random) {
    const students = Array.from({ length: 34 }, (_, at): Student => {
      const talent = random.int(45, 95)
      const mark = (most: number) =>
        random.chance(0.05)
          ? null
          : Math.round((Math.min(100, Math.max(0, talent + random.int(-18, 18))) * most) / 100)
      return {
        name: `${FIRST[at % FIRST.length]} ${String.fromCharCode(65 + ((at * 7) % 26))}.`,
        quizzes: Array.from({ length: QUIZZES }, () => mark(20)),
        midterm: mark(100),
        final: mark(100),
      }
    })
    return {
      tabs: [
        tab('Marks', [
          ['Student', ...Array.from({ length: QUIZZES }, (_, at) => `Quiz ${at + 1}`), 'Midterm', 'Final'],
          ...students.map(({ name, quizzes, midterm, final }) => [name, ...quizzes, midterm, final]),
        ]),
        tab('Scale', [
          ['Part', 'Weight', null, 'From', 'Grade'],
          ['Quizzes', { value: WEIGHTS.quizzes, format: '0%' }, null, { value: 0, format: '0%' }, 'F'],
          ['Midterm', { value: WEIGHTS.midterm, format: '0%' }, null, { value: 0.6, format: '0%' }, 'D'],
          ['Final', { value: WEIGHTS.final, format: '0%' }, null, { value: 0.7, format: '0%' }, 'C'],
          [null, null, null, { value: 0.8, format: '0%' }, 'B'],
          [null, null, null, { value: 0.9, format: '0%' }, 'A'],
        ]),
      ],
      checks: [
        kept('Marks'),
        kept('Scale'),
        ...outcome(students),
        coloured('failing students are coloured by a rule', /marks/i),
        noErrors,
      ],
      probe: {
        cell: 'Marks!H2',
        value: 12,
        checks: outcome(students.with(0, { ...students[0]!, final: 12 })),
      },
    }
  },
}

function outcome(students: Student[]): Check[] {
  const scores = students.map(scoreOf)
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return [
    rows(
      'each student has score and grade',
      students.map(({ name }, at) => [
        name,
        share(scores[at]!),
        LIMITS.find(([from]) => scores[at]! >= from - 1e-9)![1],
      ]),
      { on: /marks/i, ordered: true, live: [1, 2] },
    ),
    figure('the class average is right', /average|mean/i, share(mean), { on: /marks/i, live: true }),
  ]
}

function scoreOf({ quizzes, midterm, final }: Student): number {
  const points = quizzes.map(mark => mark ?? 0)
  const best = points.reduce((sum, mark) => sum + mark, 0) - Math.min(...points)
  return (
    (WEIGHTS.quizzes * best) / (4 * 20) +
    (WEIGHTS.midterm * (midterm ?? 0)) / 100 +
    (WEIGHTS.final * (final ?? 0)) / 100
  )
}
