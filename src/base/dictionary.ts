/**
 * Returns a dictionary for keys that come from outside: unlike an object, it has no inherited members such as
 * `constructor`, which is a word of speech as well.
 */
export function dictionary<Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.assign(Object.create(null) as Record<string, Value>, entries);
}
