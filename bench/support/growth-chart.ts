/** A figure at several sizes. */
export interface Curve {
  /** With the unit of its values. */
  label: string;
  values: number[];
}

/** Curves over the same sizes. */
export interface Panel {
  unit: string;
  at: readonly number[];
  curves: readonly Curve[];
}

const [WIDTH, HEIGHT, MARGIN, KEY] = [460, 300, 46, 24];
/** Distinguishable with every common color vision deficiency, on white and on dark gray (Okabe and Ito, 2008). */
const COLORS = ['#0072b2', '#d55e00', '#009e73'];

/** Slope between the last two sizes with both axes logarithmic: 1 is linear. */
export function exponentOf(at: readonly number[], values: readonly number[]): number {
  return Math.log(values.at(-1)! / values.at(-2)!) / Math.log(at.at(-1)! / at.at(-2)!);
}

/** Draws panels side by side as SVG, both axes logarithmic, each curve named with its exponent. */
export function growthChart(panels: readonly Panel[]): string {
  const height = HEIGHT + KEY * 3;
  const drawn = panels.map((panel, i) => `<g transform="translate(${i * WIDTH} 0)">${drawPanel(panel)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH * panels.length} ${height}" font-family="sans-serif" font-size="12" fill="#777"><title>How costs grow</title>${drawn.join('')}</svg>\n`;
}

function drawPanel({ unit, at, curves }: Panel): string {
  const values = curves.flatMap((curve) => curve.values);
  const bottom = 10 ** Math.floor(Math.log10(Math.min(...values)));
  const top = 10 ** Math.ceil(Math.log10(Math.max(...values)));
  const x = (size: number) => MARGIN + share(size, at[0]!, at.at(-1)!) * (WIDTH - 2 * MARGIN);
  const y = (value: number) => HEIGHT - MARGIN - share(value, bottom, top) * (HEIGHT - 1.5 * MARGIN);
  const lines: string[] = [];
  for (let value = bottom; value <= top; value *= 10) {
    lines.push(`<path d="M${x(at[0]!)} ${y(value)}H${x(at.at(-1)!)}" stroke="#7774"/>`);
    lines.push(text(x(at[0]!) - 6, y(value) + 4, value.toLocaleString('en'), 'end'));
  }
  for (const size of at) lines.push(text(x(size), HEIGHT - MARGIN + 18, size.toLocaleString('en'), 'middle'));
  lines.push(text(WIDTH / 2, HEIGHT - MARGIN + 34, unit, 'middle'));
  curves.forEach((curve, i) => {
    const color = COLORS[i % COLORS.length]!;
    const points = curve.values.map((value, k) => [x(at[k]!).toFixed(1), y(value).toFixed(1)] as const);
    lines.push(`<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`);
    for (const [cx, cy] of points) lines.push(`<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`);
    const row = HEIGHT + i * KEY + 8;
    lines.push(`<circle cx="${MARGIN}" cy="${row - 4}" r="4" fill="${color}"/>`);
    lines.push(text(MARGIN + 10, row, `${curve.label} (exponent ${exponentOf(at, curve.values).toFixed(2)})`, 'start'));
  });
  return lines.join('');
}

/** Where a value is between two others on a logarithmic axis, from 0 to 1. */
const share = (value: number, from: number, to: number) => Math.log(value / from) / Math.log(to / from);

const text = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
