/**
 * What Google has and o-spreadsheet lacks (notes, protected ranges, developer metadata, filter views,
 * banding, the spreadsheet's title, …) is kept as annotations inside the engine's own data, through its
 * plugin interface. So they move with inserted and deleted rows, follow a duplicated or deleted tab, are
 * part of a revision that is undone whole, and reach every open page.
 *
 * The plugin knows ranges and tabs. It refuses to know what any kind of annotation means.
 *
 * Commands: SET_ANNOTATION { annotationId, kind, sheetId?, ranges, data } and
 * REMOVE_ANNOTATION { annotationId }.
 */
import type {
  Annotation,
  Engine,
  EngineCommand,
  PluginClass,
  Range,
  RangeAdapters,
  RangeData,
} from './engine.ts'
import { stableNumber } from './ids.ts'

interface SavedAnnotation {
  id: string
  kind: string
  sheetId?: string
  ranges: RangeData[]
  data: unknown
}

type ById = Record<string, Annotation | undefined>

export function installAnnotations(engine: Engine): void {
  const { corePluginRegistry, inverseCommandRegistry } = engine.registries
  if (corePluginRegistry.contains('google_annotations')) return
  for (const type of ['SET_ANNOTATION', 'REMOVE_ANNOTATION']) {
    engine.coreTypes.add(type)
    inverseCommandRegistry.add(type, command => [command])
  }
  corePluginRegistry.add('google_annotations', annotationPlugin(engine))
}

function annotationPlugin(engine: Engine): PluginClass {
  return class AnnotationPlugin extends engine.CorePlugin {
    static override getters = ['getAnnotations', 'getAnnotation'] as const
    annotations: ById = {}

    override handle(command: EngineCommand): void {
      switch (command.type) {
        case 'SET_ANNOTATION':
          this.set(command)
          break
        case 'REMOVE_ANNOTATION':
          this.history.update('annotations', command.annotationId, undefined)
          break
        case 'DELETE_SHEET':
          this.forgetSheet(command.sheetId as string)
          break
        case 'DUPLICATE_SHEET':
          this.copySheet(command.sheetId as string, command.sheetIdTo as string)
          break
      }
    }

    set(command: EngineCommand): void {
      const {
        annotationId: id,
        kind,
        sheetId,
        data,
      } = command as unknown as SavedAnnotation & {
        annotationId: string
      }
      const ranges = ((command.ranges as RangeData[] | undefined) ?? []).map(range =>
        this.getters.getRangeFromRangeData(range),
      )
      const annotation: Annotation = { id, kind, ranges, data, ...(sheetId === undefined ? {} : { sheetId }) }
      this.history.update('annotations', id, annotation)
    }

    forgetSheet(sheetId: string): void {
      for (const annotation of this.getAnnotations(undefined, sheetId))
        this.history.update('annotations', annotation.id, undefined)
    }

    copySheet(from: string, to: string): void {
      for (const annotation of this.getAnnotations(undefined, from)) {
        // From the number alone: annotations that belong together by number still do in the copy.
        const number = annotation.id.slice(annotation.id.lastIndexOf(':') + 1)
        const id = `${annotation.kind}:${stableNumber(`${to}/${number}`)}`
        const ranges = annotation.ranges.map(range =>
          this.getters.getRangeFromRangeData({ _sheetId: to, _zone: range.unboundedZone }),
        )
        this.history.update('annotations', id, { ...annotation, id, sheetId: to, ranges })
      }
    }

    adaptRanges({ applyChange }: RangeAdapters): void {
      for (const annotation of this.getAnnotations()) {
        if (annotation.ranges.length === 0) continue
        let changed = false
        const ranges: Range[] = []
        for (const range of annotation.ranges) {
          const change = applyChange(range)
          if (change.changeType !== 'NONE') changed = true
          if (change.changeType !== 'REMOVE') ranges.push(change.range)
        }
        if (!changed) continue
        this.history.update(
          'annotations',
          annotation.id,
          ranges.length === 0 ? undefined : { ...annotation, ranges },
        )
      }
    }

    getAnnotations(kind?: string, sheetId?: string): Annotation[] {
      return Object.values(this.annotations).filter(
        (it): it is Annotation =>
          it !== undefined &&
          (kind === undefined || it.kind === kind) &&
          (sheetId === undefined || it.sheetId === sheetId),
      )
    }

    getAnnotation(id: string): Annotation | undefined {
      return this.annotations[id]
    }

    import(data: { annotations?: SavedAnnotation[] }): void {
      for (const { ranges, ...saved } of data.annotations ?? [])
        this.annotations[saved.id] = {
          ...saved,
          ranges: ranges.map(range => this.getters.getRangeFromRangeData(range)),
        }
    }

    export(data: { annotations?: SavedAnnotation[] }): void {
      data.annotations = this.getAnnotations().map(({ ranges, ...annotation }) => ({
        ...annotation,
        ranges: ranges.map(range => this.getters.getRangeData(range)),
      }))
    }
  }
}
