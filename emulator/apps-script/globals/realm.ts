/**
 * The script's own realm: objects handed to a script are made from its own Error, Date and JSON, so that
 * `instanceof` and equality behave as on Google.
 */
import vm from 'node:vm'

export interface Realm {
  /** The error that Google's services throw: `Exception: …`. */
  exception(message: string): Error
  /** A copy made of the realm's own objects and arrays. */
  copy<T>(value: T): T
  date(ms: number): Date
  /** The realm's own array around objects that cannot be copied. */
  list<T>(items: T[]): T[]
}

export function openRealm(context: vm.Context): Realm {
  const [OwnError, parse, OwnDate, OwnArray] = vm.runInContext(
    '[Error, JSON.parse, Date, Array]',
    context,
  ) as [ErrorConstructor, typeof JSON.parse, DateConstructor, ArrayConstructor]
  return {
    exception(message) {
      const error = new OwnError(message)
      error.name = 'Exception'
      return error
    },
    copy: value => (value === undefined ? value : parse(JSON.stringify(value))),
    date: ms => new OwnDate(ms),
    list: items => OwnArray.from(items),
  }
}

/**
 * A service object that answers a member it lacks with a clear error instead of `undefined is not a
 * function`, so that a gap of this host is never mistaken for a fault of the script.
 */
export function guarded<T extends object>(name: string, members: T, realm: Realm): T {
  return new Proxy(members, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || HARMLESS.has(key))
        return Reflect.get(target, key, receiver)
      throw realm.exception(`${name}.${key} is not in the local host.`)
    },
  })
}

/** Names that the language itself looks up when it prints, awaits or serialises an object. */
const HARMLESS = new Set(['then', 'toJSON', 'inspect', 'nodeType', 'asymmetricMatch'])
