/** A step of an alignment: characters that are equal or replaced have both indexes, the others only one. */
export interface AlignedPair {
  left: number | null;
  right: number | null;
  equal: boolean;
}

/** Aligns two texts with the fewest edits (Wagner and Fischer); indexes are code points, and spaces are left out. */
export function align(a: string, b: string): AlignedPair[] {
  const left = inked(a);
  const right = inked(b);
  const width = right.length + 1;
  const costs = new Uint16Array((left.length + 1) * width);
  for (let i = 0; i <= left.length; i++) costs[i * width] = i;
  for (let j = 0; j <= right.length; j++) costs[j] = j;
  for (let i = 1; i <= left.length; i++) {
    for (let j = 1; j <= right.length; j++) {
      const replaced = costs[(i - 1) * width + j - 1]! + (left[i - 1]!.text === right[j - 1]!.text ? 0 : 1);
      costs[i * width + j] = Math.min(replaced, costs[(i - 1) * width + j]! + 1, costs[i * width + j - 1]! + 1);
    }
  }
  const pairs: AlignedPair[] = [];
  let [i, j] = [left.length, right.length];
  while (i > 0 || j > 0) {
    const cost = costs[i * width + j]!;
    const equal = i > 0 && j > 0 && left[i - 1]!.text === right[j - 1]!.text;
    if (i > 0 && j > 0 && cost === costs[(i - 1) * width + j - 1]! + (equal ? 0 : 1)) {
      pairs.push({ left: left[--i]!.index, right: right[--j]!.index, equal });
    } else if (i > 0 && cost === costs[(i - 1) * width + j]! + 1) {
      pairs.push({ left: left[--i]!.index, right: null, equal: false });
    } else {
      pairs.push({ left: null, right: right[--j]!.index, equal: false });
    }
  }
  return pairs.reverse();
}

function inked(text: string): { text: string; index: number }[] {
  return [...text].map((character, index) => ({ text: character, index })).filter((one) => one.text.trim() !== '');
}
