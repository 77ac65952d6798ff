/** Kinds of work on a table that a clause asks of another kind, where one of their words stays free. */
export const OTHER_KINDS = ['chart', 'sort', 'filter', 'delete', 'highlight'] as const
