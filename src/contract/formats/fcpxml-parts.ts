import type { FrameRate } from './frame-rate.ts';
import { escapeMarkup } from './markers.ts';

/** Time as rational seconds on whole frames, as FCPXML demands. */
export function fcpxmlTime(frames: number, rate: FrameRate): string {
  return frames === 0 ? '0s' : `${frames * rate.den}/${rate.num}s`;
}

/** An FCPXML 1.9 document with one project. @param parts lines of markup; `r1` is the format of the sequence */
export function fcpxmlDocument({
  name,
  resources,
  duration,
  tcFormat,
  spine,
}: {
  name: string;
  resources: readonly string[];
  duration: string;
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
        <sequence format="r1" duration="${duration}" tcStart="0s" tcFormat="${tcFormat}">
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
