/**
 * What Google has and o-spreadsheet lacks (notes, protected ranges, developer metadata, filter views,
 * banding, the spreadsheet's title, …) is kept as annotations inside the engine's own data, through its
 * plugin interface. So they move with inserted and deleted rows, follow a duplicated or deleted tab, are
 * part of a revision that is undone whole, and reach every open page.
 *
 * The plugin knows ranges and tabs. It refuses to know what any kind of annotation means.
 *
 * Commands: SET_ANNOTATION { annotationId, kind, sheetId?, lasts?, places, data } and
 * REMOVE_ANNOTATION { annotationId }. Not `ranges`: the engine holds those to the command's own tab, and a
 * chart's or pivot table's source may be on a larger one.
 */
import type {
  Annotation,
  Engine,
  EngineCommand,
  PluginClass,
  RangeAdapters,
  RangeData,
  SavedAnnotation,
} from './engine.ts'
import { stableNumber } from './ids.ts'

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
        annotationId,
        type: _type,
        places,
        // In journals that are older than `places`.
        ranges = places ?? [],
        ...rest
      } = command as EngineCommand & SavedAnnotation & { annotationId: string; places?: RangeData[] }
      const annotation: Annotation = {
        ...rest,
        id: annotationId,
        ranges: ranges.map(range => this.getters.getRangeFromRangeData(range)),
      }
      this.history.update('annotations', annotationId, annotation)
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
          this.getters.getRangeFromRangeData({
            _sheetId: range.sheetId === from ? to : range.sheetId,
            _zone: range.unboundedZone,
          }),
        )
        this.history.update('annotations', id, { ...annotation, id, sheetId: to, ranges })
      }
    }

    adaptRanges({ applyChange }: RangeAdapters): void {
      for (const annotation of this.getAnnotations()) {
        const changes = annotation.ranges.map(range => applyChange(range))
        if (changes.every(change => change.changeType === 'NONE')) continue
        const left = changes.filter(change => change.changeType !== 'REMOVE').map(change => change.range)
        const isGone =
          annotation.lasts === 'with-first' ? changes[0]?.changeType === 'REMOVE' : left.length === 0
        this.history.update(
          'annotations',
          annotation.id,
          isGone && annotation.lasts !== 'always' ? undefined : { ...annotation, ranges: left },
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
