import type { ModuleName } from '../../../../contract/analysis/modules.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';

/** Modules that find the same thing again and again. */
const REPEATING: readonly ModuleName[] = ['visualelements', 'logos', 'ocr'];
/** Maximum pause between two occurrences in one row, in seconds. */
const MAX_PAUSE_SECONDS = 10;
/** Maximum duration of one row in seconds, so that a text or brand shown all the time keeps a row per minute. */
const MAX_SPAN_SECONDS = 60;
/** Module of which a thing has a single row: when it is seen is in the bar of that row. */
const ONE_ROW: ModuleName = 'visualelements';

/** A row of the findings list. */
export interface Row {
  /** The finding; for a repeated one its name, from the first start to the last end. */
  segment: Segment;
  /** All occurrences in order of time; the finding alone if it isn't repeated. */
  members: readonly Segment[];
  /** Whether the row stands for all its members; an expanded row stands for the first of them. */
  isGroup: boolean;
}

/** Content of a finding without its count: `person ×7` is another sight of `person`. */
function subjectOf({ content }: Segment): string {
  // Few contents have a count, and looking for the sign takes a fraction of the time of the pattern.
  return content.includes(' ×') ? content.replace(/ ×\d+$/, '') : content;
}

/**
 * Groups repeated findings of the same subject into one row at the first of them.
 * @param segments sorted by start
 * @param expanded ids of first findings whose groups are listed one by one
 * @returns rows sorted by start
 */
export function groupRepeats(segments: readonly Segment[], expanded: ReadonlySet<string>): Row[] {
  const groups: Segment[][] = [];
  const repeated = new Map(REPEATING.map((module) => [module, new Map<string, { members: Segment[]; end: number }>()]));
  for (const segment of segments) {
    const open = repeated.get(segment.module);
    if (!open) {
      groups.push([segment]);
      continue;
    }
    const key = subjectOf(segment);
    const last = open.get(key);
    const isSame =
      last !== undefined &&
      (segment.module === ONE_ROW ||
        (segment.start_time - last.end <= MAX_PAUSE_SECONDS &&
          segment.end_time - last.members[0]!.start_time <= MAX_SPAN_SECONDS));
    if (isSame) {
      last.members.push(segment);
      last.end = Math.max(last.end, segment.end_time);
    } else {
      const members = [segment];
      groups.push(members);
      open.set(key, { members, end: segment.end_time });
    }
  }
  const rows: Row[] = [];
  let isSorted = true;
  for (const members of groups) {
    for (const row of rowsOf(members, expanded)) {
      const before = rows.at(-1);
      isSorted &&= before === undefined || byStart(before, row) <= 0;
      rows.push(row);
    }
  }
  // Only members of expanded groups are out of order.
  return isSorted ? rows : rows.sort(byStart);
}

function rowsOf(members: readonly Segment[], expanded: ReadonlySet<string>): Row[] {
  const first = members[0]!;
  if (members.length === 1) return [{ segment: first, members, isGroup: false }];
  if (expanded.has(first.id)) {
    return members.map((segment) => ({ segment, members: segment === first ? members : [segment], isGroup: false }));
  }
  const end_time = Math.max(...members.map((member) => member.end_time));
  return [{ segment: { ...first, content: subjectOf(first), end_time }, members, isGroup: true }];
}

function byStart(a: Row, b: Row): number {
  return a.segment.start_time - b.segment.start_time || Number(a.segment.id) - Number(b.segment.id);
}
