import { setImmediate } from 'node:timers/promises';

/** Time after which other requests are answered, in milliseconds. */
export const TURN_MS = 20;

/** Maps a long list in parts, between which other requests are answered. */
export async function mapInParts<Item, Value>(
  items: readonly Item[],
  map: (item: Item, index: number) => Value,
): Promise<Value[]> {
  const values: Value[] = [];
  let turn = performance.now();
  for (const [i, item] of items.entries()) {
    values.push(map(item, i));
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
  return values;
}

/**
 * Writes an object with a long list as its last member in parts, between which other requests are answered.
 * @param textOf JSON of an item
 */
export async function jsonInParts<Item>(
  object: object,
  list: string,
  items: readonly Item[],
  textOf: (item: Item) => string = JSON.stringify,
): Promise<Uint8Array<ArrayBuffer>> {
  const head = JSON.stringify({ ...object, [list]: [] }).slice(0, -'[]}'.length);
  const texts = await mapInParts(items, (item, i) => Buffer.from(`${i === 0 ? '' : ',\n'}${textOf(item)}`));
  return Buffer.concat([Buffer.from(`${head}[`), ...texts, Buffer.from(']}')]);
}
