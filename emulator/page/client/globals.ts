/** The libraries that the page loads as scripts, as far as it uses them. */
import type {
  CollaborationMessage,
  Dispatch,
  Engine,
  Getters,
  ModelConfig,
  Zone,
} from '../../dialect/engine.ts'

/** One entry of o-spreadsheet's own menus. */
export interface EngineAction {
  id: string
  name(env: EngineEnv): string
  description(env: EngineEnv): string
  shortcut: string
  icon(env: EngineEnv): string
  isVisible(env: EngineEnv): boolean
  isEnabled(env: EngineEnv): boolean
  isActive?: (env: EngineEnv) => boolean
  execute?: (env: EngineEnv) => unknown
  children(env: EngineEnv): EngineAction[]
  separator: boolean
  sequence: number
}

/** What o-spreadsheet's actions work with. */
export interface EngineEnv {
  getStore(store: unknown): { stopEdition?(): void; editionMode?: string; focusActiveComposer?(): void }
  openSidePanel(panel: string, props?: object): void
}

export interface PendingMessage {
  type: string
  commands?: readonly { type: string }[]
}

export interface PageModel {
  getters: Getters & {
    getSelectedZones(): Zone[]
    getActivePosition(): { sheetId: string; col: number; row: number }
    isFullySynchronized(): boolean
    isReadonly(): boolean
    getActiveSheetScrollInfo(): { scrollX: number; scrollY: number }
    getViewportZoomLevel(): number
  }
  dispatch: Dispatch
  selection: {
    selectZone(
      anchor: { cell: { col: number; row: number }; zone: Zone },
      options?: { scrollIntoView: boolean },
    ): void
    addCellToSelection(col: number, row: number): void
  }
  session: {
    pendingMessages: PendingMessage[]
    getRevisionId(): string
    commandSquisher: { squish(commands: unknown[]): unknown[] }
    revisions: { get(id: string): { commands: readonly { type: string }[] } }
  }
  joinSession(): void
  updateMode(mode: 'normal' | 'readonly'): void
  trigger(event: 'update'): void
  leaveSession(): Promise<void>
  on(event: string, owner: unknown, callback: (payload?: unknown) => void): void
  off(event: string, owner: unknown): void
}

export interface PageEngine extends Omit<Engine, 'Model' | 'registries'> {
  Model: new (data: object, config: ModelConfig, messages: CollaborationMessage[]) => PageModel
  Spreadsheet: unknown
  registries: Engine['registries'] & {
    topbarMenuRegistry: {
      getMenuItems(): EngineAction[]
      addChild(id: string, path: string[], entry: object): void
    }
    cellMenuRegistry: { add(id: string, entry: object): void }
    chartDataSourceRegistry: { get(kind: string): { supportedChartTypes: string[] } }
    cellPopoverRegistry: { contains(id: string): boolean; add(id: string, builder: object): void }
  }
  stores: { CellComposerStore: unknown; ComposerFocusStore: unknown; GridRenderer: unknown }
}

export interface OwlRoot {
  __owl__: { childEnv: EngineEnv }
  focusGrid(): void
}

export interface OwlApp {
  mount(target: HTMLElement): Promise<OwlRoot>
  destroy(): void
}

declare global {
  const Chart: {
    register(controller: unknown): void
    DatasetController: new (...given: never[]) => { update(): void; draw(): void }
  }
  const o_spreadsheet: PageEngine
  const owl: {
    App: new (
      component: unknown,
      config: { props: object; templates: string; name?: string; env?: object },
    ) => OwlApp
    Component: new (...given: never[]) => object
    /** A component's template, written where the component is. */
    xml(markup: TemplateStringsArray): string
  }
}

export const engine = () => o_spreadsheet
