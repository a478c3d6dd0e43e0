import { readFileSync } from 'node:fs';

/** A figure as last measured. Values are texts, since many figures are several numbers with their units. */
export interface Figure {
  /** Heading in docs/benchmarks.md. */
  topic: string;
  figure: string;
  measured: string;
  /** Null without a target; `met` is null then as well. */
  target: string | null;
  met: boolean | null;
  /** Null for figures that no benchmark measures any more. */
  command: string | null;
  machine: string;
  /** Commit that recorded the figure, and its date. */
  commit: string;
  date: string;
  /** At most two lines, in Markdown. */
  note?: string;
  /** Values of earlier versions, which the document does not show. */
  former?: string;
}

/** A figure as a benchmark prints it. */
export interface MeasuredFigure {
  figure: string;
  measured: string;
  /** Number and unit of a figure that is one number; otherwise null. The unit is null for a ratio or a count. */
  value: number | null;
  unit: string | null;
  target: string | null;
}

const ONE_NUMBER = /^(-?\d+(?:\.\d+)?)(?:\s*(%|[a-zA-Z]+(?:\/[a-z]+)?))?$/;

/** Divides a figure into its number and unit. Pure. */
export function measuredFigure(figure: string, measured: string, target?: string): MeasuredFigure {
  const [, number, unit = null] = ONE_NUMBER.exec(measured.trim()) ?? [];
  return { figure, measured, value: number === undefined ? null : Number(number), unit, target: target ?? null };
}

const FILE = new URL('../bench/figures.json', import.meta.url);
const TABLE = /^<!-- figures: (.+) -->\n[\s\S]*?^<!-- end of figures -->$/gm;

/** Reads the figures of the documentation. */
export const readFigures = (): Figure[] => JSON.parse(readFileSync(FILE, 'utf8')) as Figure[];

/**
 * Returns a document with a table of the figures of each topic between the markers `<!-- figures: TOPIC -->` and
 * `<!-- end of figures -->`, and their notes below it. Pure.
 * @throws Error for a topic without figures, and for figures whose topic has no table
 */
export function withFigures(document: string, figures: readonly Figure[]): string {
  const topics = Map.groupBy(figures, ({ topic }) => topic);
  const result = document.replace(TABLE, (_, topic: string) => {
    const own = topics.get(topic);
    if (!own) throw new Error(`No figures of “${topic}”`);
    topics.delete(topic);
    return `<!-- figures: ${topic} -->\n\n${tableOf(own)}\n\n<!-- end of figures -->`;
  });
  if (topics.size > 0) throw new Error(`No tables for ${[...topics.keys()].join(', ')}`);
  return result;
}

function tableOf(figures: readonly Figure[]): string {
  const notes: string[] = [];
  const rows = figures.map(({ figure, measured, target, met, command, note }) => {
    if (note !== undefined) notes.push(note);
    const mark = note === undefined ? '' : ` (${notes.length})`;
    const result = met === null ? '' : met ? 'met' : '**missed**';
    return `| ${figure}${mark} | ${measured} | ${target ?? ''} | ${result} | ${command === null ? '' : `\`${command}\``} |`;
  });
  const list = notes.map((note, i) => `${i + 1}. ${note}`);
  const table = ['| Figure | Measured | Target | Result | Command |', '|---|---|---|---|---|', ...rows];
  return [...table, ...(list.length > 0 ? ['', ...list] : [])].join('\n');
}
