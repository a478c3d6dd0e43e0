import { setImmediate } from 'node:timers/promises';

/** Items that are handled at once: some milliseconds. */
const PART_ITEMS = 2000;

/** Maps a long list in parts, between which other requests are answered. */
export async function mapInParts<Item, Value>(
  items: readonly Item[],
  map: (item: Item, index: number) => Value,
): Promise<Value[]> {
  const values: Value[] = [];
  for (let start = 0; start < items.length; start += PART_ITEMS) {
    if (start > 0) await setImmediate();
    for (let i = start; i < Math.min(start + PART_ITEMS, items.length); i++) values.push(map(items[i]!, i));
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
