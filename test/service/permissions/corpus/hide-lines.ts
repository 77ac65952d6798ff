/** Google's request that hides rows or columns of the orders. */
export const hideLines = (dimension: 'ROWS' | 'COLUMNS', startIndex: number, endIndex: number) => ({
  updateDimensionProperties: {
    range: { sheetId: 0, dimension, startIndex, endIndex },
    properties: { hiddenByUser: true },
    fields: 'hiddenByUser',
  },
})
