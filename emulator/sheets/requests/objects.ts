/** Requests about what lies over or beside cells: rules, charts, banding, names, protection, metadata. */

import { updateMask } from '../google/fields.ts'
import { addBanding, deleteBanding, updateBanding } from '../objects/banding.ts'
import {
  addChart,
  deleteObject,
  updateChartSpec,
  updateObjectBorder,
  updateObjectPosition,
} from '../objects/charts.ts'
import {
  addConditionalFormat,
  deleteConditionalFormat,
  updateConditionalFormat,
} from '../objects/conditional-formats.ts'
import { editable, fail, type Handlers, tab } from '../objects/context.ts'
import { setValidation } from '../objects/data-validation.ts'
import { createMetadata, matchesOf, metadataOf, updateMetadata } from '../objects/metadata.ts'
import { addNamedRange, deleteNamedRange, updateNamedRange } from '../objects/named-ranges.ts'
import { addProtectedRange, deleteProtectedRange, updateProtectedRange } from '../objects/protected-ranges.ts'
import { addSlicer, deleteSlicer, moveSlicer, updateSlicerSpec } from '../objects/slicers.ts'
import { addTable, deleteTable, updateTable } from '../objects/tables.ts'

export const objectHandlers: Handlers = {
  setDataValidation({ range, rule }, context) {
    setValidation(context, editable(context, range), rule ?? undefined)
    return undefined
  },

  addConditionalFormatRule({ rule, index }, context) {
    addConditionalFormat(context, rule ?? undefined, index ?? 0)
    return undefined
  },
  updateConditionalFormatRule(request, context) {
    return updateConditionalFormat(context, request)
  },
  deleteConditionalFormatRule({ sheetId, index }, context) {
    return { rule: deleteConditionalFormat(context, tab(context, sheetId), index ?? 0) }
  },

  addBanding({ bandedRange }, context) {
    return { bandedRange: addBanding(context, bandedRange ?? undefined) }
  },
  updateBanding(request, context) {
    updateBanding(context, request)
    return undefined
  },
  deleteBanding({ bandedRangeId }, context) {
    deleteBanding(context, bandedRangeId)
    return undefined
  },

  addChart({ chart }, context) {
    return { chart: addChart(context, chart ?? undefined) }
  },
  updateChartSpec(request, context) {
    updateChartSpec(context, request)
    return undefined
  },
  updateEmbeddedObjectPosition(request, context) {
    return moveSlicer(context, request) ?? updateObjectPosition(context, request)
  },
  updateEmbeddedObjectBorder(request, context) {
    updateObjectBorder(context, request)
    return undefined
  },
  addSlicer({ slicer }, context) {
    return { slicer: addSlicer(context, slicer ?? undefined) }
  },
  updateSlicerSpec(request, context) {
    updateSlicerSpec(context, request)
    return undefined
  },

  addTable({ table }, context) {
    return { table: addTable(context, table ?? undefined) }
  },
  updateTable(request, context) {
    updateTable(context, request)
    return undefined
  },
  deleteTable({ tableId }, context) {
    deleteTable(context, tableId)
    return undefined
  },

  deleteEmbeddedObject({ objectId }, context) {
    if (!deleteSlicer(context, objectId)) deleteObject(context, objectId)
    return undefined
  },

  addNamedRange({ namedRange }, { workbook, tx, path }) {
    return { namedRange: addNamedRange(workbook, tx, namedRange ?? undefined, path) }
  },
  updateNamedRange(request, { workbook, tx, path }) {
    updateNamedRange(workbook, tx, request, path)
    return undefined
  },
  deleteNamedRange({ namedRangeId }, { workbook, tx, path }) {
    deleteNamedRange(workbook, tx, namedRangeId ?? '', path)
    return undefined
  },

  addProtectedRange({ protectedRange }, { workbook, tx, actor, path }) {
    return { protectedRange: addProtectedRange(workbook, tx, protectedRange ?? undefined, actor, path) }
  },
  updateProtectedRange(request, { workbook, tx, actor, path }) {
    updateProtectedRange(workbook, tx, request, actor, path)
    return undefined
  },
  deleteProtectedRange({ protectedRangeId }, { workbook, tx, actor, path }) {
    deleteProtectedRange(workbook, tx, protectedRangeId, actor, path)
    return undefined
  },

  createDeveloperMetadata({ developerMetadata }, { workbook, tx, path }) {
    return { developerMetadata: createMetadata(workbook, tx, developerMetadata ?? undefined, path) }
  },
  updateDeveloperMetadata({ dataFilters, developerMetadata, fields }, context) {
    const { workbook, tx, path } = context
    const mask = updateMask(fields, 'DeveloperMetadata', path)
    const found = (dataFilters ?? []).flatMap(filter => matchesOf(workbook, filter))
    if (found.length === 0) throw fail(context, 'No developer metadata matches the data filters.')
    const has = (field: string) => mask.has(field)
    return {
      developerMetadata: found.map(it =>
        updateMetadata(workbook, tx, it, developerMetadata ?? {}, has, path),
      ),
    }
  },
  deleteDeveloperMetadata({ dataFilter }, { workbook, tx }) {
    const found = matchesOf(workbook, dataFilter ?? {})
    const deleted = found.map(it => metadataOf(workbook, it))
    for (const annotation of found) tx.removeAnnotation(annotation.id)
    return deleted.length === 0 ? {} : { deletedDeveloperMetadata: deleted }
  },
}
