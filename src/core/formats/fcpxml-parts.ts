import type { FrameRate } from './frame-rate.ts';
import { escapeMarkup } from './markers.ts';

/** Frames of a rate, as a length of time. */
type Frames = readonly [frames: number, rate: FrameRate];

/** Time as rational seconds on whole frames, as FCPXML demands: the sum of the parts. */
export function fcpxmlTime(...parts: readonly Frames[]): string {
  const scale = parts.map(([, { num }]) => num).reduce(leastCommonMultiple);
  const units = parts.reduce((sum, [frames, { num, den }]) => sum + frames * den * (scale / num), 0);
  return units === 0 ? '0s' : `${units}/${scale}s`;
}

function leastCommonMultiple(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}

/** An FCPXML 1.9 document with one project. @param parts lines of markup; `r1` is the format of the sequence */
export function fcpxmlDocument({
  name,
  resources,
  duration,
  tcStart,
  tcFormat,
  spine,
}: {
  name: string;
  resources: readonly string[];
  duration: string;
  tcStart: string;
  tcFormat: 'DF' | 'NDF';
  spine: readonly string[];
}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.9">
  <resources>
${resources.join('\n')}
  </resources>
  <library>
    <event name="Reelscope">
      <project name="${escapeMarkup(name)}">
        <sequence format="r1" duration="${duration}" tcStart="${tcStart}" tcFormat="${tcFormat}">
          <spine>
${spine.join('\n')}
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`;
}
