/** Returns a function that makes a value on its first call, for what takes milliseconds and is rarely needed. */
export function lazily<Value extends NonNullable<unknown>>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
