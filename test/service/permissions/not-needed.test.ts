/** "Don't need it" is a reason to delete, and no wish by itself; "don't need to" asks for nothing. */
import { expect, test } from 'vitest'
import { readMessage } from '../../../service/permissions/reading/wishes.ts'

const deletes = (message: string) => readMessage(message).wishes.some(({ act }) => act === 'delete')

test.each([
  'dont need notes get rid',
  'dont need duplicates bin',
  "We don't need the phones, delete them",
  'I no longer need column H so please remove it',
])('deleting is asked for by: %s', message => {
  expect(deletes(message)).toBe(true)
})

test.each([
  'dont need notes',
  "You don't need to delete the notes",
  "You don't need to get rid of the notes, just read them",
  "I don't need you to remove rows",
  "don't get rid of the notes",
  'never get rid of column H',
  "I don't need to get rid",
])('deleting is not asked for by: %s', message => {
  expect(deletes(message)).toBe(false)
})
