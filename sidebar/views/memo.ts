/** Draws again only when a property changed. */
import { Component, type ComponentChildren, h } from 'preact'

export function memo<P extends object>(draw: (props: P) => ComponentChildren) {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const names = Object.keys(next) as (keyof P)[]
      return names.some(name => next[name] !== this.props[name])
    }
    override render() {
      return h(draw as (props: P) => never, this.props as P & { children?: never })
    }
  }
}
