/** What common functions do, in plain words. `a` are the arguments as they are spoken of. */

type Say = (a: string[]) => string

const rest = (a: string[], from: number): string => {
  const items = a.slice(from)
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
const all = (a: string[]): string => rest(a, 0)
const pairs = (a: string[], from: number): string =>
  a
    .slice(from)
    .flatMap((range, index, items) => (index % 2 === 0 ? [`${range} fits ${items[index + 1] ?? '?'}`] : []))
    .join(' and ')

const decimals = (count = '0'): string => `${count} ${count === '1' ? 'decimal' : 'decimals'}`

export const FUNCTIONS: Record<string, Say> = {
  SUM: a => `adds up ${all(a)}`,
  AVERAGE: a => `takes the average of ${all(a)}`,
  MIN: a => `takes the smallest of ${all(a)}`,
  MAX: a => `takes the largest of ${all(a)}`,
  MEDIAN: a => `takes the middle value of ${all(a)}`,
  COUNT: a => `counts the numbers in ${all(a)}`,
  COUNTA: a => `counts the filled cells in ${all(a)}`,
  COUNTBLANK: a => `counts the empty cells in ${all(a)}`,
  COUNTIF: a => `counts the cells of ${a[0]} that fit ${a[1]}`,
  COUNTIFS: a => `counts the rows in which ${pairs(a, 0)}`,
  SUMIF: a => `adds up ${a[2] ?? a[0]} where ${a[0]} fits ${a[1]}`,
  SUMIFS: a => `adds up ${a[0]} where ${pairs(a, 1)}`,
  AVERAGEIF: a => `takes the average of ${a[2] ?? a[0]} where ${a[0]} fits ${a[1]}`,
  SUMPRODUCT: a => `multiplies ${all(a)} row by row and adds up the results`,
  PRODUCT: a => `multiplies ${all(a)}`,
  ROUND: a => `rounds ${a[0]} to ${decimals(a[1])}`,
  ROUNDUP: a => `rounds ${a[0]} up to ${decimals(a[1])}`,
  ROUNDDOWN: a => `rounds ${a[0]} down to ${decimals(a[1])}`,
  INT: a => `rounds ${a[0]} down to a whole number`,
  ABS: a => `takes ${a[0]} without its sign`,
  MOD: a => `takes the remainder of ${a[0]} divided by ${a[1]}`,
  IF: a => `gives ${a[1]} if ${a[0]} is true, and otherwise ${a[2] ?? 'FALSE'}`,
  IFERROR: a => `gives ${a[0]}, or ${a[1] ?? 'an empty cell'} where that is an error`,
  IFNA: a => `gives ${a[0]}, or ${a[1]} where nothing was found`,
  AND: a => `is true where all of these are true: ${all(a)}`,
  OR: a => `is true where one of these is true: ${all(a)}`,
  NOT: a => `is true where ${a[0]} is not`,
  ISBLANK: a => `is true where ${a[0]} is empty`,
  ISNUMBER: a => `is true where ${a[0]} is a number`,
  ISERROR: a => `is true where ${a[0]} is an error`,
  VLOOKUP: a =>
    `looks for ${a[0]} in the first column of ${a[1]} and gives what stands in its column ${a[2]}${a[3] && /^(?:FALSE|0)$/i.test(a[3]) ? ' (exact matches only)' : ''}`,
  HLOOKUP: a => `looks for ${a[0]} in the first row of ${a[1]} and gives what stands in its row ${a[2]}`,
  XLOOKUP: a =>
    `looks for ${a[0]} in ${a[1]} and gives what stands beside it in ${a[2]}${a[3] ? `, or ${a[3]} where it isn't found` : ''}`,
  INDEX: a => `gives the cell of ${a[0]} in row ${a[1]}${a[2] ? ` and column ${a[2]}` : ''}`,
  MATCH: a => `finds the position of ${a[0]} in ${a[1]}`,
  UNIQUE: a => `lists the values of ${a[0]}, each once`,
  FILTER: a => `lists the rows of ${a[0]} where ${rest(a, 1)} is true`,
  SORT: a => `sorts ${a[0]}`,
  CONCATENATE: a => `joins ${all(a)}`,
  CONCAT: a => `joins ${all(a)}`,
  TEXTJOIN: a => `joins ${rest(a, 2)} with ${a[0]} between them`,
  JOIN: a => `joins ${rest(a, 1)} with ${a[0]} between them`,
  TRIM: a => `removes extra spaces from ${a[0]}`,
  UPPER: a => `puts ${a[0]} in upper case`,
  LOWER: a => `puts ${a[0]} in lower case`,
  PROPER: a => `capitalises each word of ${a[0]}`,
  LEN: a => `counts the characters of ${a[0]}`,
  LEFT: a => `takes the first ${a[1] ?? '1'} characters of ${a[0]}`,
  RIGHT: a => `takes the last ${a[1] ?? '1'} characters of ${a[0]}`,
  MID: a => `takes ${a[2]} characters of ${a[0]}, from character ${a[1]} on`,
  SUBSTITUTE: a => `replaces ${a[1]} with ${a[2]} in ${a[0]}`,
  REGEXEXTRACT: a => `takes the part of ${a[0]} that matches the pattern ${a[1]}`,
  REGEXMATCH: a => `is true where ${a[0]} matches the pattern ${a[1]}`,
  REGEXREPLACE: a => `replaces what matches the pattern ${a[1]} with ${a[2]} in ${a[0]}`,
  SPLIT: a => `splits ${a[0]} at ${a[1]} into several cells`,
  SEARCH: a => `finds where ${a[0]} begins in ${a[1]}`,
  FIND: a => `finds where ${a[0]} begins in ${a[1]}, upper and lower case told apart`,
  TEXT: a => `writes ${a[0]} as text in the format ${a[1]}`,
  VALUE: a => `reads ${a[0]} as a number`,
  TODAY: () => 'takes the date of today',
  NOW: () => 'takes the date and time of now',
  DATE: a => `makes the date of year ${a[0]}, month ${a[1]}, day ${a[2]}`,
  YEAR: a => `takes the year of ${a[0]}`,
  MONTH: a => `takes the month of ${a[0]}`,
  DAY: a => `takes the day of the month of ${a[0]}`,
  RANK: a => `ranks ${a[0]} among ${a[1]}`,
  ARRAYFORMULA: a => `works out ${a[0]} for every row at once`,
  HYPERLINK: a => `makes a link to ${a[0]}${a[1] ? `, shown as ${a[1]}` : ''}`,
  IMPORTRANGE: a => `brings in ${a[1]} of the spreadsheet ${a[0]}`,
}
