import type { SegmentDraft } from '../../src/contract/analysis/segment.ts';
import type { Report } from '../report.ts';
import type { ChangeKind, ChangingLine, TextChangeClip } from './text-change-clips.ts';

/** Tolerance of a border, in seconds. */
const SLACK = 0.2;

/** Outcomes of the lines of clips. */
export class Tally {
  readonly #kinds = new Map<ChangeKind, { all: number; right: number; apart: number }>();
  readonly #borders: number[] = [];
  #invented = 0;
  /** Descriptions of the lines that were not right. */
  readonly wrong: string[] = [];

  /** Compares the findings of a clip with its lines. */
  add({ name, lines, seconds }: TextChangeClip, segments: readonly SegmentDraft[]): void {
    const left = new Set(segments);
    for (const line of lines) {
      const own = segments.filter((segment) => isAt(segment, line));
      for (const segment of own) left.delete(segment);
      const truth = statesOf(line, seconds);
      const apart = own.length === truth.length && truth.every((state, i) => timesMatch(own[i]!, state));
      const right = truth.every((state) => own.some((one) => timesMatch(one, state) && sameText(one, state.text)));
      const exact = right && own.length === truth.length;
      const count = this.#kinds.get(line.kind) ?? { all: 0, right: 0, apart: 0 };
      count.all++;
      if (apart) count.apart++;
      if (exact) count.right++;
      this.#kinds.set(line.kind, count);
      if (apart && truth.length === 2) this.#borders.push(Math.abs(own[1]!.start_time - line.at));
      if (!exact) this.wrong.push(describe(name, line, own));
    }
    this.#invented += left.size;
  }

  /** Prints the figures. */
  report(report: Report, half: string): void {
    const all = (of: (kind: ChangeKind) => boolean) =>
      [...this.#kinds]
        .filter(([kind]) => of(kind))
        .reduce((sum, [, k]) => ({ all: sum.all + k.all, right: sum.right + k.right, apart: sum.apart + k.apart }), {
          all: 0,
          right: 0,
          apart: 0,
        });
    for (const [kind, { all, right }] of this.#kinds) {
      if (kind !== 'none') report.figure(`  ${half}: ${kind}`, `${right} of ${all}`);
    }
    const changes = all((kind) => kind !== 'none');
    const standing = all((kind) => kind === 'none');
    report.figure(`${half}: changes right in text and time`, `${changes.right} of ${changes.all}`, '>= 99 %');
    report.figure(`${half}: changes told apart, whatever was read`, `${changes.apart} of ${changes.all}`);
    report.figure(`${half}: unchanged texts split`, `${standing.all - standing.apart} of ${standing.all}`, '<= 2 %');
    const latest = Math.max(0, ...this.#borders);
    report.figure(`${half}: largest error of a border`, `${latest.toFixed(2)} s`, '<= 0.2 s');
    report.figure(`${half}: texts where there are none`, String(this.#invented), '0');
  }
}

interface State {
  text: string;
  start: number;
  end: number;
}

function statesOf({ kind, before, after, at }: ChangingLine, seconds: number): State[] {
  if (kind === 'none') return [{ text: before, start: 0, end: seconds }];
  return [
    { text: before, start: 0, end: at },
    { text: after, start: at, end: seconds },
  ];
}

function isAt({ data }: SegmentDraft, { y, size }: ChangingLine): boolean {
  const box = data?.boxes?.[0];
  return box !== undefined && Math.abs(box.y + box.height / 2 - y) * 720 <= size;
}

function timesMatch({ start_time, end_time }: SegmentDraft, { start, end }: State): boolean {
  return Math.abs(start_time - start) <= SLACK && Math.abs(end_time - end) <= SLACK;
}

/** Case and punctuation count; spaces, which fonts set as they like, don't. */
function sameText({ content }: SegmentDraft, text: string): boolean {
  return content.replace(/\s/g, '') === text.replace(/\s/g, '');
}

function describe(clip: string, { kind, before, after, at, size }: ChangingLine, own: readonly SegmentDraft[]): string {
  const found = own.map((s) => `"${s.content}" ${s.start_time.toFixed(2)}-${s.end_time.toFixed(2)}`).join(', ');
  return `${clip}, ${size} px, ${kind}: "${before}" -> "${after}" at ${at}; found ${found || 'nothing'}`;
}
