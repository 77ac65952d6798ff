/** Answers of a staff survey, in words and numbers: averages by department, and a promoter score. */
import { day, tab } from '../book.ts'
import { charts, figure, kept, newTab, noErrors } from '../checks.ts'
import { serial } from '../days.ts'
import type { Job } from '../job.ts'
import { rows } from '../lines.ts'
import { anyOf, near } from '../wants.ts'

const RESULTS = /result|summary/i
const DEPARTMENTS = ['Sales', 'Support', 'Product', 'Finance', 'Logistics']
const SCALE = ['Strongly disagree', 'Disagree', 'Neutral', 'Agree', 'Strongly agree']
const QUESTIONS = [
  'I know what is expected of me',
  'I have the tools that I need',
  'My work is valued',
  'I can speak openly',
  'I learn new things',
]

export const surveySummary: Job = {
  id: 'survey-summary',
  title: 'Staff survey',
  prompts: [
    'Summarise the survey on a tab Results. The five statements are answered from Strongly disagree (1) to Strongly agree (5); empty answers do not count. I want a table with the average of each statement for each department and overall, rounded to two decimals when shown but not in the cells; the number of answers for each department; and the promoter score from the recommendation question (0–10): share of 9 and 10 minus share of 0 to 6, times 100, for all together, labelled NPS. Add a chart of the averages. With formulas.',
  ],
  prepare(random) {
    const answers = Array.from({ length: 310 }, () => ({
      department: random.pick(DEPARTMENTS),
      marks: QUESTIONS.map((_, at) =>
        random.chance(0.05) ? null : Math.min(5, Math.max(1, random.int(1, 5) + (at % 2))),
      ),
      recommends: random.int(2, 10),
    }))
    const mean = (of: typeof answers, at: number) => {
      const marks = of.flatMap(({ marks }) => marks[at] ?? [])
      return marks.reduce((sum, mark) => sum + mark, 0) / marks.length
    }
    const counted = (holds: (value: number) => boolean) =>
      answers.filter(({ recommends }) => holds(recommends)).length
    const score = (100 * (counted(value => value >= 9) - counted(value => value <= 6))) / answers.length
    const inDepartment = (name: string) => answers.filter(({ department }) => department === name)
    return {
      tabs: [
        tab('Answers', [
          ['Timestamp', 'Department', ...QUESTIONS, 'How likely would you recommend us? (0-10)'],
          ...answers.map(({ department, marks, recommends }, at) => [
            day(serial(2025, 5, 5) + at / 37, 'yyyy-mm-dd hh:mm'),
            department,
            ...marks.map(mark => {
              const text = mark === null ? null : SCALE[mark - 1]!
              return text && random.chance(0.1) ? text.toLowerCase() : text
            }),
            recommends,
          ]),
        ]),
      ],
      checks: [
        newTab(RESULTS),
        kept('Answers'),
        rows(
          'each statement has its average for each department',
          QUESTIONS.map((question, at) => [
            anyOf(question, new RegExp(question.slice(0, 14), 'i')),
            ...DEPARTMENTS.map(name => near(mean(inDepartment(name), at), 0.0006)),
            near(mean(answers, at), 0.0006),
          ]),
          { on: RESULTS, live: [1, 6] },
        ),
        rows(
          'each department has its number of answers',
          DEPARTMENTS.map(name => [name, inDepartment(name).length]),
          { on: RESULTS },
        ),
        figure('the promoter score is right', /nps|promoter/i, near(score, 0.06), {
          on: RESULTS,
          live: true,
        }),
        charts(1),
        noErrors,
      ],
    }
  },
}
